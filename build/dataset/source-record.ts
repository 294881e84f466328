import { FREE_FACETS, type FreeFacet } from "#src/format/filter-facets.js";
import { closed, type FieldSchema, listOf, type Static } from "#src/format/json-schema.js";
import {
  CREDITS,
  FIELD_NAMES,
  type FieldName,
  hexColor,
  label,
  line,
  RECORD_FIELDS,
  REQUIRED_FIELDS,
  type RequiredField,
} from "#src/format/record-and-detail-fields.js";
import { MAX_VARIANT_NAME, MAX_VARIANTS, USUAL_VARIANTS, VARIANT_NAME } from "#src/format/variant-names.js";
import { listWords } from "#src/text/list-words.js";
import { LintSettings } from "./lint-settings.js";
import { Upstream } from "./upstream.js";

/** Prefix of a remote image's URL. */
export const REMOTE = "https://";

const image = {
  type: "string",
  pattern:
    /^(iconify:[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*|https:\/\/[^\s\p{C}]+|(?!iconify:|\/|[A-Za-z][A-Za-z\d+.-]*:\/\/)\S.*)$/u
      .source,
  maxLength: 2000,
  expects: "a file relative to the dataset, iconify:<prefix>/<name>, or an https: address",
} as const satisfies FieldSchema;

const variant = closed(
  {
    name: {
      type: "string",
      pattern: VARIANT_NAME.source,
      maxLength: MAX_VARIANT_NAME,
      expects: `a name of 1 to ${MAX_VARIANT_NAME} lower-case letters, digits and single dashes, such as ${USUAL_VARIANTS.join(", ")}`,
    },
    image,
  },
  { background: hexColor, tint: hexColor, ...CREDITS },
  { expects: `an object with name, image and optionally background, tint, ${Object.keys(CREDITS).join(", ")}` },
);

/** Fields of a record that only the build uses. All other fields are in the table of record fields. */
const BUILD_FIELDS = {
  rank: { type: "number", expects: "a number; lower comes first" },
  image,
  background: hexColor,
  tint: hexColor,
  variants: listOf(variant, {
    maxItems: MAX_VARIANTS,
    expects: `a list of up to ${MAX_VARIANTS} variants with different names`,
  }),
} as const satisfies Readonly<Record<string, FieldSchema>> & { readonly [Name in FieldName]?: never };

/** Fields that only the build uses. */
export type BuildField = keyof typeof BUILD_FIELDS;

export const BUILD_FIELD_NAMES = Object.keys(BUILD_FIELDS) as BuildField[];

type Schemas<Names extends FieldName> = { readonly [Name in Names]: (typeof RECORD_FIELDS)[Name]["schema"] };

function schemasOf<Names extends FieldName>(isRequired: boolean): Schemas<Names> {
  const names = FIELD_NAMES.filter((name) => (REQUIRED_FIELDS as readonly FieldName[]).includes(name) === isRequired);
  return Object.fromEntries(names.map((name) => [name, RECORD_FIELDS[name].schema])) as Schemas<Names>;
}

/** A record as written by a maintainer; its field names are those of the API's responses. */
export const SourceRecord = closed(
  schemasOf<RequiredField>(true),
  { ...BUILD_FIELDS, ...schemasOf<Exclude<FieldName, RequiredField>>(false) },
  { expects: "an object" },
);

export interface SourceRecord extends Static<typeof SourceRecord> {}

/** An image of a record, with its colors. */
export interface SourceImage {
  readonly image: string;
  readonly background?: string;
  readonly tint?: string;
}

/** Whether a record has an image of its own, besides its variants. */
export function hasOwnImage(record: SourceRecord): record is SourceRecord & SourceImage {
  return record.image !== undefined;
}

/** The images of a record: its own, if it has one, then those of its variants. */
export function imagesOf(record: SourceRecord): readonly SourceImage[] {
  const { variants = [] } = record;
  return hasOwnImage(record) ? [record, ...variants] : variants;
}

/** A record in which `category` is present: written by the maintainer, or the first of `categories`. */
export function withCategory(record: SourceRecord): SourceRecord {
  const { category, categories } = record ?? {};
  if (category !== undefined || !Array.isArray(categories) || categories.length === 0) return record;
  return { ...record, category: categories[0]! };
}

/** The label lists of a dataset: if a facet has one, it allows no other labels. */
const LabelList = listOf(label, {
  maxItems: 10_000,
  uniqueItems: true,
  expects: "a list of up to 10,000 distinct labels",
});

const labelLists = Object.fromEntries(FREE_FACETS.map((facet) => [facet, LabelList])) as Record<
  FreeFacet,
  typeof LabelList
>;

/** `dataset.json`: settings for all records. */
export const DatasetOptions = closed(
  { name: line(100, "a name of 1 to 100 characters") },
  {
    $schema: { type: "string" },
    image: closed(
      {},
      {
        padding: {
          type: "number",
          minimum: 0,
          maximum: 0.4,
          expects:
            "a number from 0 to 0.4: the margin around an image on a background, as a fraction of the side length",
        },
        background: hexColor,
        ...CREDITS,
      },
      { expects: `an object with padding, background, ${Object.keys(CREDITS).join(", ")}` },
    ),
    language: {
      type: "string",
      pattern: /^[a-z]{2}$/.source,
      expects: "a language code of two lower-case letters, such as en, de or ja",
    },
    fillers: listOf(line(40, "a word of 1 to 40 characters"), {
      maxItems: 500,
      expects: "a list of up to 500 words that say nothing about an icon",
    }),
    labels: closed({}, labelLists, { expects: `an object with lists ${listWords(FREE_FACETS)}` }),
    lint: LintSettings,
    upstream: Upstream,
  },
  { expects: "an object" },
);

export interface DatasetOptions extends Static<typeof DatasetOptions> {}

/** Placeholder that `icons init` writes for values that only the maintainer knows. `icons lint` lists the rest. */
export const FILL_IN = "FILL IN";
