import type { SimilarIcon } from "../../src/catalog/similar/find-similar.js";
import { FACETS, type LabelFields, labelsOf } from "../../src/format/filter-facets.js";
import type { IconRecord } from "../../src/format/record.js";
import { MATCHED, paint, paintRanges, swatch } from "../terminal/output.js";
import type { ListedIcon } from "./ask.js";

const CELLS = 10;

/** The name, with the match of the query underlined. */
export function nameLine({ name, _highlight }: ListedIcon): string {
  return paint("bold", paintRanges("underline", name, _highlight?.name));
}

/** Identifies the icon: id, category, developer. */
export function originLine({ id, category, developer, _highlight }: ListedIcon): string {
  return joined([paint("cyan", id), category, paintRanges(MATCHED, developer, _highlight?.developer)]);
}

/** The appearance of the icon: the colors of the palette, and all filterable labels except the category. */
export function looksLine(record: Pick<IconRecord, "colorPalette"> & LabelFields): string {
  const swatches = (record.colorPalette ?? []).map(({ hex }) => swatch(hex)).join("");
  const others = FACETS.filter((facet) => facet !== "category");
  return swatches + paint("dim", joined(others.map((facet) => labelsOf(record, facet).join(", "))));
}

/** The similarity of an icon: a bar of its share, full if equal, then the figures. */
export function nearnessLine(icon: Nearness, note: string): string {
  const { distance, similarity, score, shapeDistance, colorDistance, vectorSimilarity } = icon;
  const figures = [
    score === undefined ? undefined : `score ${score.toFixed(2)}`,
    distance === undefined ? undefined : `distance ${distance}`,
    similarity === undefined || score !== undefined ? undefined : `similarity ${similarity.toFixed(3)}`,
    shapeDistance === undefined ? undefined : `shape distance ${shapeDistance}`,
    colorDistance === undefined ? undefined : `color distance ${colorDistance.toFixed(3)}`,
    vectorSimilarity === undefined ? undefined : `vector similarity ${vectorSimilarity.toFixed(3)}`,
    note,
  ];
  return `${shareBar(Math.max(0, vectorSimilarity ?? score ?? similarity ?? 1 - (colorDistance ?? 1)))} ${paint("dim", joined(figures))}`;
}

type Nearness = Pick<SimilarIcon, "distance" | "score" | "shapeDistance" | "colorDistance" | "vectorSimilarity"> & {
  readonly similarity?: number;
};

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part).join(" · ");
}

/** A fraction as a bar of ten cells. @param share 0 to 1 */
function shareBar(share: number): string {
  const full = Math.round(share * CELLS);
  return paint("green", "━".repeat(full)) + paint("dim", "━".repeat(CELLS - full));
}
