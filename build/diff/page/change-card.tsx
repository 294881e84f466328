import type { ComponentChildren } from "preact";
import type { IconRecord } from "#src/format/record.js";
import type { IconChange } from "../change.js";
import { KIND_TITLES } from "../kind-titles.js";
import { PaletteBar } from "./palette-bar.js";

interface CardContent {
  readonly change: IconChange;
  /** WebP; undefined where the icon has none. */
  readonly pictureBefore: Buffer | undefined;
  readonly pictureAfter: Buffer | undefined;
}

/** An icon that changed: as it was and as it is, side by side, and what is different. */
export function ChangeCard({ change, pictureBefore, pictureAfter }: CardContent) {
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
        {before && <Look label="Before" record={before} picture={pictureBefore} />}
        {after && <Look label="After" record={after} picture={pictureAfter} />}
      </div>
      <dl>
        {distance !== undefined && <Fact name="Hamming distance">{distance} of 64</Fact>}
        {paletteDistance !== undefined && <Fact name="Palette moved by">{paletteDistance.toFixed(4)} in OKLab</Fact>}
        {before && after && namesOf(change).map((field) => <FieldChange field={field} before={before} after={after} />)}
      </dl>
    </li>
  );
}

/** The fields whose values are shown: those of the kinds that are told in words. */
function namesOf({ kinds, fields }: IconChange): (keyof IconRecord)[] {
  const told = (["id", "name", "category"] as const).filter((field) => kinds.includes(field));
  return [...told, ...(fields as (keyof IconRecord)[])];
}

function Look({
  label,
  record,
  picture,
}: {
  readonly label: string;
  readonly record: IconRecord;
  readonly picture: Buffer | undefined;
}) {
  return (
    <figure>
      {picture === undefined ? (
        <span class="picture">no picture</span>
      ) : (
        <img
          class="picture"
          src={`data:image/webp;base64,${picture.toString("base64")}`}
          alt={`${record.name}, ${label.toLowerCase()}`}
          width="96"
          height="96"
        />
      )}
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
    <Fact name={field}>
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

/** Longer values are cut, so that a card stays a card. */
const SHOWN_CHARACTERS = 300;

function valueText(value: unknown): string {
  if (value === undefined) return "none";
  const isText = typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"));
  const text = isText ? [value].flat().join(", ") : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
