import type { ComponentChildren } from "preact";
import type { IconRecord, PaletteColor } from "#src/format/record.js";
import { RECORD_FIELDS } from "#src/format/record-and-detail-fields.js";
import { type ReadyImage, readyImage } from "#src/images/ready-image.js";
import { replaceFile } from "#src/platform/write-file.js";
import { CHANGE_KINDS, type IconChange, KIND_TITLES } from "./change.js";
import { CardFilters, filterRules, IconImage, renderFrame } from "./page-parts.js";
import { type DiffReport, isDifferent } from "./report.js";
import type { Side } from "./side.js";

/** Longer values are truncated to limit the height of a card. */
const SHOWN_CHARACTERS = 300;

const WIDTH = 96;
const HEIGHT = 10;

function Body({ report, before, after }: PageContent) {
  const omitted = report.changed - report.changes.length;
  const filters = CHANGE_KINDS.map((name) => ({ name, title: KIND_TITLES[name], count: report.counts[name] }));
  return (
    <>
      <header>
        <h1>What changed in {report.after.dataset}</h1>
        <dl>
          <div>
            <dt>Before</dt>
            <dd>{report.before === undefined ? "nothing" : <SideLine {...report.before} />}</dd>
          </div>
          <div>
            <dt>After</dt>
            <dd>
              <SideLine {...report.after} />
            </dd>
          </div>
        </dl>
        {!isDifferent(report) && <p>No icon changed.</p>}
        {report.reordered && <p>The order of the icons has changed.</p>}
      </header>
      <main>
        {report.changed > 0 && <CardFilters filters={filters} total={report.changed} />}
        {omitted > 0 && (
          <p class="omitted">
            {report.changes.length} of {report.changed} changed icons are shown; --limit shows more of each kind.
          </p>
        )}
        <ul class="changes">
          {report.changes.map((change) => (
            <ChangeCard
              change={change}
              imageBefore={change.before && before && shownImage(before, change.before.id)}
              imageAfter={change.after && shownImage(after, change.after.id)}
            />
          ))}
        </ul>
      </main>
    </>
  );
}

function shownImage({ catalog }: Side, id: string): ReadyImage | undefined {
  const item = catalog.storedImage(id);
  return item && readyImage(item);
}

function SideLine({ generation, icons }: { readonly generation: string; readonly icons: number }) {
  return (
    <>
      {icons} icons, generation <code>{generation}</code>
    </>
  );
}

/** Content of a page. */
export interface PageContent {
  readonly report: DiffReport;
  /** Source of the previous images; undefined if there was no generation. */
  readonly before: Side | undefined;
  readonly after: Side;
}

/**
 * Writes a report as a self-contained page: images are embedded, and there are no scripts or external resources, so
 * that it can be sent by mail.
 *
 * @throws the system's error if the file can't be written; a previous file then remains unchanged
 */
export function writePage(path: string, report: DiffReport, before: Side | undefined, after: Side): Promise<void> {
  const title = `What changed in ${report.after.dataset}`;
  const body = <Body report={report} before={before} after={after} />;
  return replaceFile(path, renderFrame({ title, rules: filterRules(CHANGE_KINDS), body }));
}

interface CardContent {
  readonly change: IconChange;
  /** WebP; undefined if the icon has none. */
  readonly imageBefore: ReadyImage | undefined;
  readonly imageAfter: ReadyImage | undefined;
}

/** A changed icon: before and after side by side, and its differences. */
function ChangeCard({ change, imageBefore, imageAfter }: CardContent) {
  const { kinds, before, after, distance, paletteDistance } = change;
  const { id, name, category, developer } = (after ?? before)!;
  return (
    <li class={`change ${kinds.map((kind) => `is-${kind}`).join(" ")}`}>
      <h2>{name}</h2>
      <p class="origin">
        <code>{id}</code> · {category} · {developer}
      </p>
      <p class="tags">
        {kinds.map((kind) => (
          <span class={`tag tag-${kind}`}>{KIND_TITLES[kind]}</span>
        ))}
      </p>
      <div class="sides">
        {before && <Look label="Before" record={before} image={imageBefore} />}
        {after && <Look label="After" record={after} image={imageAfter} />}
      </div>
      <dl>
        {distance !== undefined && <Fact name="Hamming distance">{distance} of 64</Fact>}
        {paletteDistance !== undefined && <Fact name="Palette changed by">{paletteDistance.toFixed(4)} in OKLab</Fact>}
        {before && after && namesOf(change).map((field) => <FieldChange field={field} before={before} after={after} />)}
      </dl>
    </li>
  );
}

/** The fields whose values are shown as text. */
function namesOf({ kinds, fields }: IconChange): (keyof IconRecord)[] {
  const told = (["id", "name", "category"] as const).filter((field) => kinds.includes(field));
  return [...told, ...(fields as (keyof IconRecord)[])];
}

function Look({
  label,
  record,
  image,
}: {
  readonly label: string;
  readonly record: IconRecord;
  readonly image: ReadyImage | undefined;
}) {
  return (
    <figure>
      <IconImage image={image} alt={`${record.name}, ${label.toLowerCase()}`} />
      {record.colorPalette && <PaletteBar palette={record.colorPalette} />}
      <figcaption>{label}</figcaption>
    </figure>
  );
}

function FieldChange({
  field,
  before,
  after,
}: {
  readonly field: keyof IconRecord;
  readonly before: IconRecord;
  readonly after: IconRecord;
}) {
  return (
    <Fact name={RECORD_FIELDS[field].label}>
      <del>{valueText(before[field])}</del> <ins>{valueText(after[field])}</ins>
    </Fact>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function valueText(value: unknown): string {
  if (value === undefined) return "none";
  const isText = typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"));
  const text = isText ? [value].flat().join(", ") : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/**
 * A palette as a bar, in which the width of each color is its share. It is an SVG, since the page's policy forbids
 * inline styles.
 */
function PaletteBar({ palette }: { readonly palette: readonly PaletteColor[] }) {
  let x = 0;
  const text = palette.map(({ hex, name, share }) => `${name} ${hex} ${Math.round(share * 100)} %`).join(", ");
  return (
    <svg class="palette" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
      <title>{text}</title>
      {palette.map(({ hex, share }) => {
        const width = share * WIDTH;
        const color = <rect x={x} y="0" width={width} height={HEIGHT} fill={hex} />;
        x += width;
        return color;
      })}
    </svg>
  );
}
