import type { IconRecord } from "./record.js";
import { type FieldName, type FieldValue, RECORD_FIELDS } from "./record-and-detail-fields.js";

/** Fields whose values are labels: one, or a list of them. */
type LabelField = {
  [Name in FieldName]: FieldValue<Name> extends string | readonly string[] ? Name : never;
}[FieldName];

/** A facet. One entry of `FACET_ENTRIES` is all that the code knows about it. */
export interface FacetEntry {
  /** Name of the parameter, the flag, and the dictionary `<name>.bin`. */
  readonly name: string;
  /** The record field that contains the labels. If it is a list, an icon may have several. */
  readonly field: LabelField;
  /** Its display name. */
  readonly label: string;
  readonly plural: string;
  /**
   * `color`: labels are the color labels. A filter may also be a color of the form #rrggbb, which selects the nearest
   * label.
   */
  readonly values: "label" | "color";
  /** Example labels for descriptions. */
  readonly examples: readonly [string, string];
}

/**
 * The facets, in the order of `facet-counts.bin`. Filters and counts, the parameters of the API and the client, the
 * flags of `icons search`, the tools of `icons mcp`, `labels` of a dataset and the explorer are derived from this list.
 */
export const FACET_ENTRIES = [
  {
    name: "category",
    field: "category",
    label: "Category",
    plural: "categories",
    values: "label",
    examples: ["games", "finance"],
  },
  { name: "color", field: "colors", label: "Color", plural: "colors", values: "color", examples: ["red", "blue"] },
  { name: "style", field: "style", label: "Style", plural: "styles", values: "label", examples: ["flat", "gradient"] },
  {
    name: "mood",
    field: "mood",
    label: "Mood",
    plural: "moods",
    values: "label",
    examples: ["playful", "professional"],
  },
] as const satisfies readonly FacetEntry[];

type Entries = typeof FACET_ENTRIES;

export type Facet = Entries[number]["name"];

/** A facet with free labels: records define them, and `labels` in `dataset.json` may declare which are valid. */
export type FreeFacet = Extract<Entries[number], { readonly values: "label" }>["name"];

/** The fields that `labelsOf` reads. */
export type LabelFields = { readonly [Name in Entries[number]["field"]]?: IconRecord[Name] | undefined };

type NamesOf<List extends readonly FacetEntry[]> = { readonly [At in keyof List]: List[At]["name"] };

/** The names of the facets. */
export const FACETS = FACET_ENTRIES.map(({ name }) => name) as readonly Facet[] as NamesOf<Entries>;

export const FREE_FACETS = FACET_ENTRIES.filter(({ values }) => values === "label").map(
  ({ name }) => name,
) as FreeFacet[];

/** The entry of each facet. */
export const FACET = Object.fromEntries(FACET_ENTRIES.map((entry) => [entry.name, entry])) as {
  readonly [Name in Facet]: Extract<Entries[number], { readonly name: Name }>;
};

const NONE: readonly string[] = [];

/** The labels of a record in a facet. */
export function labelsOf(record: LabelFields, facet: Facet): readonly string[] {
  const value: string | readonly string[] | undefined = record[FACET[facet].field];
  if (value === undefined) return NONE;
  return typeof value === "string" ? [value] : value;
}

const WITH_SEVERAL: ReadonlySet<Facet> = new Set(
  FACETS.filter((facet) => RECORD_FIELDS[FACET[facet].field].schema.type === "array"),
);

/** Whether an icon may have several labels of a facet. */
export function hasSeveral(facet: Facet): boolean {
  return WITH_SEVERAL.has(facet);
}

/** Labels that equal their key, as most do. */
const LOWER_CASE = /^[a-z0-9 -]*$/;

/**
 * The lookup key of a label: composed and case-insensitive. Converting to upper and then lower case unifies letters
 * that lower case alone keeps apart (ẞ and ss, σ and ς), similar to Unicode's case folding.
 */
export function labelKey(label: string): string {
  if (LOWER_CASE.test(label)) return label;
  return label.normalize("NFC").toLowerCase().toUpperCase().toLowerCase();
}
