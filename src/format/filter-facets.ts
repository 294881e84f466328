import type { IconRecord } from "./record.js";
import type { FieldName, FieldValue } from "./record-and-detail-fields.js";

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
  /** The field with the label of icons that have only one, and not `field`. */
  readonly single?: LabelField;
  /** Its display name. */
  readonly label: string;
  readonly plural: string;
  /**
   * `color`: labels are the color labels. A filter may also be a color of the form #rrggbb, which selects the nearest
   * label.
   */
  readonly values: "label" | "color";
  /** Whether a search finds icons by the words of their labels. */
  readonly searched: boolean;
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
    field: "categories",
    single: "category",
    label: "Category",
    plural: "categories",
    values: "label",
    searched: true,
    examples: ["games", "finance"],
  },
  {
    name: "color",
    field: "colors",
    label: "Color",
    plural: "colors",
    values: "color",
    searched: true,
    examples: ["red", "blue"],
  },
  {
    name: "style",
    field: "style",
    label: "Style",
    plural: "styles",
    values: "label",
    searched: true,
    examples: ["flat", "gradient"],
  },
  {
    name: "mood",
    field: "mood",
    label: "Mood",
    plural: "moods",
    values: "label",
    searched: true,
    examples: ["playful", "professional"],
  },
  {
    name: "license",
    field: "license",
    label: "License",
    plural: "licenses",
    values: "label",
    searched: false,
    examples: ["MIT", "CC0-1.0"],
  },
] as const satisfies readonly FacetEntry[];

type Entries = typeof FACET_ENTRIES;

export type Facet = Entries[number]["name"];

/** A facet with free labels: records define them, and `labels` in `dataset.json` may declare which are valid. */
export type FreeFacet = Extract<Entries[number], { readonly values: "label" }>["name"];

type ReadField = Entries[number]["field"] | Extract<Entries[number], { readonly single: string }>["single"];

/** The fields that `labelsOf` reads. */
export type LabelFields = { readonly [Name in ReadField]?: IconRecord[Name] | undefined };

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
  const { field, single = field }: { readonly field: ReadField; readonly single?: ReadField } = FACET[facet];
  const value: string | readonly string[] | undefined = record[field] ?? record[single];
  if (value === undefined) return NONE;
  return typeof value === "string" ? [value] : value;
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

/** What a function returns for each facet, by facet. */
export function mapFacets<Value>(toValue: (facet: Facet) => Value): Readonly<Record<Facet, Value>> {
  return Object.fromEntries(FACETS.map((facet) => [facet, toValue(facet)])) as Record<Facet, Value>;
}
