import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ColorLabel } from "../color/color-labels.js";
import { FACET, FACETS, type Facet } from "../format/filter-facets.js";
import type { Labels } from "./labels.js";
import { type ChosenLabels, isHexColor } from "./view.js";

/** Initial color of the picker. */
const FIRST = "#1e88e5";

/** A typical color of each color label. */
const SWATCHES: Readonly<Record<string, string>> = {
  black: "#111111",
  white: "#ffffff",
  gray: "#8a8f98",
  red: "#e53935",
  orange: "#fb8c00",
  yellow: "#fdd835",
  green: "#43a047",
  teal: "#009688",
  blue: "#1e88e5",
  purple: "#8e24aa",
  pink: "#ec407a",
  brown: "#795548",
} satisfies Record<ColorLabel, string>;

interface FiltersProps {
  readonly labels: Labels;
  /** The active labels. */
  readonly chosen: ChosenLabels;
  onToggle(facet: Facet, label: string): void;
  /** @param hex a color that is not a label */
  onColor(hex: string): void;
}

interface AnyColorProps {
  /** `#rrggbb`; undefined: none. */
  readonly chosen: string | undefined;
  onColor(hex: string): void;
}

const isColor = (facet: Facet): boolean => FACET[facet].values === "color";
/** Colors first: users recognize them without reading. */
const SHOWN = [...FACETS.filter(isColor), ...FACETS.filter((facet) => !isColor(facet))];
/** Labels beyond this number, and those without results, are shown on demand. */
const FEW = 14;

/** The labels of each facet, as toggle buttons. */
export function Filters({ labels, chosen, onToggle, onColor }: FiltersProps) {
  return (
    <>
      {SHOWN.map((facet) => (
        <FacetFilter
          key={facet}
          facet={facet}
          title={FACET[facet].label}
          labels={labels[facet]}
          chosen={chosen[facet]}
          onToggle={onToggle}
        >
          {isColor(facet) && <AnyColor chosen={chosen[facet].find(isHexColor)} onColor={onColor} />}
        </FacetFilter>
      ))}
    </>
  );
}

interface FacetProps {
  readonly facet: Facet;
  readonly title: string;
  readonly labels: Labels[Facet];
  readonly chosen: readonly string[];
  readonly onToggle: FiltersProps["onToggle"];
  /** Content after the labels. */
  readonly children: ComponentChildren;
}

function FacetFilter({ facet, title, labels, chosen, onToggle, children }: FacetProps) {
  const [all, setAll] = useState(false);
  if (labels.length === 0) return null;
  const useful = labels.filter(({ label, count }) => count !== 0 || chosen.includes(label));
  const shown = all ? labels : useful.filter(({ label }, at) => at < FEW || chosen.includes(label));
  return (
    <fieldset class={`facet ${facet}`}>
      <legend>{title}</legend>
      <div class="chips">
        {shown.map(({ label, count }) => (
          <button
            type="button"
            key={label}
            class={count === 0 ? "chip none" : "chip"}
            title={label}
            aria-pressed={chosen.includes(label)}
            onClick={() => onToggle(facet, label)}
          >
            {isColor(facet) && <span class="swatch" style={{ background: SWATCHES[label] ?? label }} />}
            <span class="label">{label}</span>
            {count !== undefined && <span class="count">{count.toLocaleString("en")}</span>}
          </button>
        ))}
        {children}
        {(all || shown.length < labels.length) && (
          <button type="button" class="more" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show fewer" : `Show all ${labels.length}`}
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** Picks a color that is not a label; the API uses the nearest label. */
function AnyColor({ chosen, onColor }: AnyColorProps) {
  return (
    <label class="chip any-color" title="Choose any color">
      <input type="color" value={chosen ?? FIRST} onChange={(event) => onColor(event.currentTarget.value)} />
      <span class="label">Any color …</span>
    </label>
  );
}
