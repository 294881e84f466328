import { Fragment } from "preact";
import type { Icon, Version } from "../client/responses.js";
import { FACET_ENTRIES, FACETS, labelsOf } from "../format/filter-facets.js";
import { DETAIL_FIELDS, type FieldName, PRO_FIELDS, RECORD_FIELDS } from "../format/record-and-detail-fields.js";
import { listWords } from "../text/list-words.js";
import { CopyButton } from "./copy.js";
import { Licensing, shortUrl } from "./credits.js";
import { Glyph, Sample } from "./glyph.js";
import { isPlainClick } from "./use-address.js";
import { toggleLabel, type View, withoutFilters, writeView } from "./view.js";

interface SummaryProps {
  readonly icon: Icon;
  readonly view: View;
  onView(view: View): void;
}

interface FactsProps {
  readonly icon: Icon;
  /** The URL of the icons similar to a hash. */
  hashHref(phash: string): string;
  readonly isPro: boolean;
}

interface TimelineProps {
  readonly versions: readonly Version[];
  hashHref(phash: string): string;
}

/** What an icon stands for, its labels, colors and credits. */
export function Summary({ icon, view, onView }: SummaryProps) {
  const { description, website, colorPalette } = icon;
  return (
    <>
      {description !== undefined && <p class="description">{description}</p>}
      <ul class="tags" aria-label="Labels">
        {FACETS.map((facet) =>
          labelsOf(icon, facet).map((label) => {
            const next = toggleLabel({ ...withoutFilters(view), icon: undefined }, facet, label);
            return (
              <li key={`${facet} ${label}`}>
                <a
                  class="chip"
                  href={writeView(next)}
                  title={`Show icons with ${facet} ${label}`}
                  onClick={(event) => {
                    if (!isPlainClick(event)) return;
                    event.preventDefault();
                    onView(next);
                  }}
                >
                  {label}
                </a>
              </li>
            );
          }),
        )}
      </ul>
      {website !== undefined && (
        <p>
          <a class="outside" href={website} target="_blank" rel="noreferrer">
            {shortUrl(website)}
            <Glyph name="out" />
          </a>
        </p>
      )}
      <Licensing icon={icon} />
      {colorPalette !== undefined && <Palette colors={colorPalette} />}
    </>
  );
}

/** The other fields of an icon. Fields that the plan or the dataset lacks are omitted. */
export function Facts({ icon, hashHref, isPro }: FactsProps) {
  const { phash, aiTags, keywords = [], versionHistory, identifiers, attributes = {} } = icon;
  const others = [
    ...OTHER_FIELDS.map((field) => [RECORD_FIELDS[field].label, textOf(icon[field])] as const),
    ...Object.entries(attributes).map(([name, value]) => [name, textOf(value)] as const),
  ].filter((row): row is readonly [string, string] => row[1] !== undefined && row[1] !== "");
  return (
    <>
      <section>
        <h3>Details</h3>
        <dl>
          <dt>Id</dt>
          <dd>
            <code>{icon.id}</code>
            <CopyButton text={icon.id} what="id" />
          </dd>
          {others.map(([name, text]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{/^https?:\/\/\S+$/.test(text) ? <a href={text}>{text.replace(/^https?:\/\//, "")}</a> : text}</dd>
            </Fragment>
          ))}
          {phash !== undefined && (
            <>
              <dt>Hash</dt>
              <dd>
                <code>{phash}</code>
                <CopyButton text={phash} what="hash" />
              </dd>
            </>
          )}
        </dl>
      </section>
      {identifiers !== undefined && <Identifiers identifiers={identifiers} />}
      {versionHistory !== undefined && versionHistory.length > 0 && (
        <Timeline versions={versionHistory} hashHref={hashHref} />
      )}
      {aiTags !== undefined && aiTags.length > 0 && (
        <section>
          <h3>Seen in the image</h3>
          <p class="words">{aiTags.map(({ tag }) => tag).join(" · ")}</p>
        </section>
      )}
      {keywords.length > 0 && (
        <details class="keywords">
          <summary>
            {keywords.length} {keywords.length === 1 ? "keyword" : "keywords"}
          </summary>
          <p class="words">{keywords.join(" · ")}</p>
        </details>
      )}
      {!isPro && <p class="hint">{`The pro plan also shows ${listWords(PRO_LABELS)}.`}</p>}
    </>
  );
}

type Colors = NonNullable<Icon["colorPalette"]>;

/** The colors of an image as one bar, and as a list to copy from. */
function Palette({ colors }: { readonly colors: Colors }) {
  return (
    <section>
      <h3>Palette</h3>
      <svg class="bar-of-colors" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {colors.map(({ hex, share }, at) => (
          <rect key={hex} x={sharesBefore(colors, at)} width={share} height="1" fill={hex} />
        ))}
      </svg>
      <ul class="palette">
        {colors.map(({ hex, name, share }) => (
          <li key={hex}>
            <Sample color={hex} />
            <span class="hex">{hex}</span>
            <span class="share">
              {name} {Math.round(share * 100)} %
            </span>
            <CopyButton text={hex} what={hex} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function sharesBefore(colors: Colors, end: number): number {
  return colors.slice(0, end).reduce((sum, { share }) => sum + share, 0);
}

const IDENTIFIER_NAMES: Readonly<Record<keyof NonNullable<Icon["identifiers"]>, string>> = {
  domains: "Domains",
  bundles: "App ids",
  containerImages: "Containers",
  packages: "Packages",
  wikidata: "Wikidata",
};
/** Of each kind, the others are shown on demand. */
const FEW_IDENTIFIERS = 3;

/** What the application is called elsewhere. */
function Identifiers({ identifiers }: { readonly identifiers: NonNullable<Icon["identifiers"]> }) {
  const lines = (texts: readonly string[]) => texts.map((text) => <code key={text}>{text}</code>);
  return (
    <section>
      <h3>Identifiers</h3>
      <dl class="identifiers">
        {Object.entries(IDENTIFIER_NAMES).map(([kind, name]) => {
          const texts = [identifiers[kind as keyof typeof IDENTIFIER_NAMES] ?? []].flat();
          if (texts.length === 0) return null;
          return (
            <Fragment key={kind}>
              <dt>{name}</dt>
              <dd>
                {lines(texts.slice(0, FEW_IDENTIFIERS))}
                {texts.length > FEW_IDENTIFIERS && (
                  <details>
                    <summary>{texts.length - FEW_IDENTIFIERS} more</summary>
                    {lines(texts.slice(FEW_IDENTIFIERS))}
                  </details>
                )}
              </dd>
            </Fragment>
          );
        })}
      </dl>
    </section>
  );
}

/** The redesigns of an icon, newest first. */
function Timeline({ versions, hashHref }: TimelineProps) {
  return (
    <section>
      <h3>Version history</h3>
      <ol class="timeline">
        {versions.map(({ version, date, note, phash }) => (
          <li key={`${version} ${date}`}>
            <time dateTime={date}>{date}</time>
            {version !== date && !date.startsWith(version) && <b> {version}</b>}
            {note !== undefined && <p>{note}</p>}
            {phash !== undefined && (
              <p>
                <a href={hashHref(phash)}>Icons similar to this version</a>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Fields that are shown above. */
const PLACED: readonly FieldName[] = [
  ...FACET_ENTRIES.map(({ field }) => field),
  ...([
    "description",
    "website",
    "licenseUrl",
    "source",
    "attribution",
    "guidelines",
    "phash",
    "attributes",
    "keywords",
    "identifiers",
  ] as const),
  ...(["colorPalette", "aiTags", "versionHistory"] as const),
];
const OTHER_FIELDS = DETAIL_FIELDS.filter((field) => !PLACED.includes(field));
const PRO_LABELS = PRO_FIELDS.map((field) => RECORD_FIELDS[field].label.toLowerCase());

/** A value as text; undefined if there is none. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${textOf(member)}`)
    .join(", ");
}
