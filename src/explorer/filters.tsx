import { useId, useState } from "preact/hooks";
import type { ColorLabel } from "../color/color-labels.js";
import { FACET, FACETS, type Facet } from "../format/filter-facets.js";
import { Glyph, Sample } from "./glyph.js";
import type { Labels } from "./labels.js";
import { type ChosenLabels, isHexColor } from "./view.js";

/** Initial color of the picker. */
const FIRST = "#1e88e5";

/** A typical color of each color label, in the order of hues; those without one come last. */
const SAMPLES: Readonly<Record<string, string>> = {
  red: "#e5484d",
  orange: "#f7822a",
  yellow: "#f5c518",
  green: "#3fa34d",
  teal: "#12a594",
  blue: "#2f7bee",
  purple: "#8e4ec6",
  pink: "#e93d82",
  brown: "#8d6247",
  white: "#ffffff",
  gray: "#8b8f98",
  black: "#16181d",
} satisfies Record<ColorLabel, string>;

interface FiltersProps {
  readonly labels: Labels;
  /** The active labels. */
  readonly chosen: ChosenLabels;
  onToggle(facet: Facet, label: string): void;
  /** @param hex a color that is not a label */
  onColor(hex: string): void;
}

interface FacetProps extends Omit<FiltersProps, "labels" | "chosen"> {
  readonly facet: Facet;
  readonly labels: Labels[Facet];
  readonly chosen: readonly string[];
}

const isColor = (facet: Facet): boolean => FACET[facet].values === "color";
/** Colors first: users recognize them without reading. */
const SHOWN = [...FACETS.filter(isColor), ...FACETS.filter((facet) => !isColor(facet))];
/** Labels beyond this number, and those without results, are shown on demand. */
const FEW = 8;
/** A facet with more labels than this can be searched. */
const MANY = 12;

/** The labels of each facet, as toggle buttons. */
export function Filters({ labels, chosen, ...actions }: FiltersProps) {
  if (FACETS.every((facet) => labels[facet].length === 0)) return <p class="hint">No icons, so nothing to filter.</p>;
  return (
    <>
      {SHOWN.filter((facet) => labels[facet].length > 0).map((facet) => {
        const props = { facet, labels: labels[facet], chosen: chosen[facet], ...actions };
        return isColor(facet) ? <ColorFilter key={facet} {...props} /> : <LabelFilter key={facet} {...props} />;
      })}
    </>
  );
}

/** Colors as samples in the order of hues, and any other color. */
function ColorFilter({ facet, labels, chosen, onToggle, onColor }: FacetProps) {
  const known = new Map(labels.map(({ label, count }) => [label, count]));
  const own = chosen.find(isHexColor);
  return (
    <fieldset class={`facet ${facet}`}>
      <legend>{FACET[facet].label}</legend>
      <div class="samples">
        {Object.entries(SAMPLES).map(([label, color]) => {
          const count = known.get(label);
          const title =
            count === undefined ? label : `${label}, ${count.toLocaleString("en")} ${count === 1 ? "icon" : "icons"}`;
          return (
            <button
              type="button"
              key={label}
              class={count === 0 || !known.has(label) ? "color-choice none" : "color-choice"}
              title={title}
              aria-label={title}
              aria-pressed={chosen.includes(label)}
              onClick={() => onToggle(facet, label)}
            >
              <Sample color={color} />
            </button>
          );
        })}
      </div>
      <div class="any">
        <label class="any-color" title="Choose any color">
          <input type="color" value={own ?? FIRST} onChange={(event) => onColor(event.currentTarget.value)} />
          <span>Any color …</span>
        </label>
      </div>
    </fieldset>
  );
}

/** Labels, most frequent in the result first; many can be searched. */
function LabelFilter({ facet, labels, chosen, onToggle }: FacetProps) {
  const [all, setAll] = useState(false);
  const [sought, setSought] = useState("");
  const id = useId();
  const { label: title, plural } = FACET[facet];
  const found = sought === "" ? labels : labels.filter(({ label }) => label.toLowerCase().includes(sought));
  const isShown = ({ label, count }: Labels[Facet][number], at: number): boolean =>
    all || sought !== "" || chosen.includes(label) || (at < FEW && count !== 0);
  const isFar = (at: number): boolean => !all && sought === "" && at >= FEW;
  const far = found.filter(({ label }, at) => chosen.includes(label) && isFar(at));
  const shown = [...far, ...found.filter((entry, at) => isShown(entry, at) && !far.includes(entry))];
  return (
    <fieldset class={`facet ${facet}`}>
      <legend id={id}>{title}</legend>
      {(labels.length > MANY || sought !== "") && (
        <input
          type="search"
          class="seek"
          aria-label={`Search ${plural}`}
          placeholder={`Search ${labels.length} ${plural}`}
          value={sought}
          onInput={(event) => setSought(event.currentTarget.value.trim().toLowerCase())}
        />
      )}
      <div class="choices">
        {shown.map(({ label, count }) => (
          <button
            type="button"
            key={label}
            class={count === 0 ? "choice none" : "choice"}
            title={label}
            aria-pressed={chosen.includes(label)}
            onClick={() => onToggle(facet, label)}
          >
            <span class="tick">{chosen.includes(label) && <Glyph name="check" />}</span>
            <span class="label">{label}</span>
            {count !== undefined && <span class="count">{count.toLocaleString("en")}</span>}
          </button>
        ))}
        {shown.length === 0 && <p class="hint">{`No ${title.toLowerCase()} matches`}</p>}
      </div>
      {sought === "" && (all || shown.length < labels.length) && (
        <button type="button" class="more" aria-expanded={all} aria-describedby={id} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${labels.length}`}
        </button>
      )}
    </fieldset>
  );
}

/** The active labels, each with a button that removes it. */
export function ChosenList({ chosen, onToggle }: Pick<FiltersProps, "chosen" | "onToggle">) {
  return (
    <>
      {FACETS.flatMap((facet) =>
        chosen[facet].map((label) => (
          <button
            type="button"
            key={`${facet} ${label}`}
            class="chip"
            title={`Remove ${label}`}
            aria-label={`Remove ${label}`}
            onClick={() => onToggle(facet, label)}
          >
            {isColor(facet) && (SAMPLES[label] !== undefined || isHexColor(label)) && (
              <Sample color={SAMPLES[label] ?? label} />
            )}
            <span class="label">{label}</span>
            <Glyph name="close" />
          </button>
        )),
      )}
    </>
  );
}
