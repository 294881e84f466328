import { COLOR_LABELS, type ColorLabel } from "../color/color-labels.js";
import {
  type AnyOf,
  closed,
  type FieldSchema,
  listOf,
  type ShapeOf,
  type Static,
  type TextSchema,
} from "./json-schema.js";

/**
 * A field of records. One entry of `RECORD_FIELDS` is all that the code knows about it; `docs/dataset.md` explains it
 * to users.
 */
export interface RecordField {
  /** Its display name. */
  readonly label: string;
  /** The values that a dataset may contain. Responses and stored values have the same types, without the limits. */
  readonly schema: FieldSchema;
  /**
   * Where artifacts store it: in the list item, in the table of hashes, or at a position of the row in
   * `records-*.msgpack`.
   */
  readonly stored: "item" | "hashes" | { readonly row: number };
  /** Whether every record has it. */
  readonly required?: boolean;
  /** The lowest plan whose detail response contains it. */
  readonly visible: "free" | "pro" | "never";
  /** Additions to its description in the reference. */
  readonly response?: { readonly pattern?: string; readonly description?: string };
}

/** Limits for the whole of `attributes`, so that responses stay bounded: fields at all levels, levels, bytes as JSON. */
export const ATTRIBUTE_LIMITS = { fields: 1000, depth: 16, bytes: 2 ** 16 } as const;

/** Patterns of single-line texts for people. */
const PROSE = {
  line: /^(?!\s*$)[^\p{Cc}]+$/u.source,
  label: /^[^\s,\p{Cc}](?:[^,\p{Cc}]*[^\s,\p{Cc}])?$/u.source,
} as const;

/** Whether values are texts for people, as opposed to ids, URLs, dates or hashes. */
export function isProse({ pattern }: TextSchema): boolean {
  return pattern === PROSE.line || pattern === PROSE.label;
}

const HASH = /^[0-9a-f]{16}$/.source;

/** A single-line text for people. */
export const line = (maxLength: number, expects: string) =>
  ({ type: "string", minLength: 1, maxLength, pattern: PROSE.line, expects }) as const satisfies TextSchema;

/** A label of a facet. */
export const label = {
  type: "string",
  pattern: PROSE.label,
  maxLength: 60,
  expects: "a label of 1 to 60 characters, trimmed and without a comma",
} as const satisfies TextSchema;

const url = {
  type: "string",
  pattern: /^https?:\/\/[^\s/?#]\S*$/.source,
  format: "uri",
  maxLength: 2000,
  expects: "an absolute http or https address, such as https://example.com",
} as const satisfies TextSchema;

const hash = { type: "string", pattern: HASH, expects: "16 lower-case hex digits" } as const satisfies TextSchema;

export const hexColor = {
  type: "string",
  pattern: /^#[0-9a-f]{6}$/.source,
  expects: "a color of the form #rrggbb, in lower case",
} as const satisfies TextSchema;

const colorLabel = {
  type: "string",
  enum: COLOR_LABELS as readonly string[] as AnyOf<ColorLabel>,
  expects: `one of ${COLOR_LABELS.join(", ")}`,
} as const satisfies TextSchema;

const share = { type: "number", minimum: 0, maximum: 1, expects: "a number from 0 to 1" } as const;

const versionEntry = closed(
  {
    version: line(60, "a version of 1 to 60 characters"),
    date: {
      type: "string",
      pattern: /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.source,
      expects: "a date as precise as known: 2016, 2016-05 or 2016-05-11",
    },
  },
  { phash: hash, iconUrl: url, note: line(500, "a text of 1 to 500 characters, in one line") },
  { expects: "an object with version, date and optionally phash, iconUrl, note" },
);

const aiTag = closed(
  { tag: line(60, "a tag of 1 to 60 characters") },
  { confidence: share },
  { expects: "an object with tag and optionally confidence" },
);

/** The shares of a palette, parts of the visible area, add up to 1. */
const paletteColor = closed(
  { hex: hexColor, name: colorLabel, share },
  {},
  { expects: "an object with hex, name and share" },
);

const timestamp = {
  type: "string",
  pattern: /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.source,
  expects: "an ISO 8601 date or time, such as 2024-05-11 or 2024-05-11T08:00:00Z",
} as const satisfies TextSchema;

const id = {
  type: "string",
  pattern: /^(?!\.{1,2}$)[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u.source,
  maxLength: 200,
  expects: "1 to 200 printable characters, trimmed, such as my-app; not . or ..",
} as const satisfies TextSchema;

/** A list of identities of one kind. */
const identities = (pattern: string, expects: string) =>
  listOf({ type: "string", pattern, maxLength: 255, expects } as const satisfies TextSchema, {
    maxItems: 100,
    uniqueItems: true,
    expects: "a list of up to 100 distinct texts",
  } as const);

const identifiers = closed(
  {},
  {
    domains: identities(
      /^[^\s\p{C}./:@?#%]+(\.[^\s\p{C}./:@?#%]+)+$/u.source,
      "a domain without protocol, port and path, such as example.com",
    ),
    bundles: identities(/^[A-Za-z0-9][\w.-]*$/.source, "a bundle or package id, such as com.example.app"),
    containerImages: identities(
      /^[a-z0-9]+([._-]+[a-z0-9]+)*(:[0-9]+(?=\/))?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/.source,
      "a container image without tag, such as linuxserver/plex or ghcr.io/example/app",
    ),
    packages: identities(
      /^[a-z][a-z0-9.+-]*:[^\s\p{C}]+$/u.source,
      "a registry and a name without version, such as npm:react or debian:firefox",
    ),
    wikidata: { type: "string", pattern: /^Q[1-9]\d{0,11}$/.source, expects: "a Wikidata item, such as Q689141" },
  },
  { expects: "an object with domains, bundles, containerImages, packages, wikidata" },
);

/** Whose an image is: fields of records, of their variants, and of `image` in `dataset.json`. */
export const CREDITS = {
  license: label,
  licenseUrl: url,
  source: url,
  attribution: line(500, "a text of 1 to 500 characters, in one line"),
} as const;

/**
 * The fields of records, in the order of the detail response within each plan. Stored values, their checks, responses, the
 * reference, the types of the client and the dataset's schema are derived from this table. A new field gets the next
 * position of the row: positions define the stored order, so none may change without a new format version.
 */
export const RECORD_FIELDS = {
  id: {
    label: "Id",
    schema: id,
    stored: "item",
    required: true,
    visible: "free",
  },
  name: {
    label: "Name",
    schema: line(200, "a name of 1 to 200 printable characters"),
    stored: "item",
    required: true,
    visible: "free",
  },
  category: { label: "Category", schema: label, stored: "item", required: true, visible: "free" },
  /** Responses always have it: if the record has no image, the address of the image that is served instead. */
  iconUrl: {
    label: "Image address",
    schema: url,
    stored: "item",
    visible: "free",
    response: { description: "Absolute URL of the image." },
  },
  developer: {
    label: "Developer",
    schema: line(200, "a name of 1 to 200 printable characters"),
    stored: "item",
    required: true,
    visible: "free",
  },
  description: {
    label: "Description",
    schema: line(1000, "a text of 1 to 1000 characters, in one line"),
    stored: { row: 0 },
    visible: "free",
  },
  website: { label: "Website", schema: url, stored: { row: 1 }, visible: "free" },
  /** Records with several categories have them all here. The first one is also in `category`. */
  categories: {
    label: "Categories",
    schema: listOf(label, {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      expects: "a list of 1 to 20 distinct labels; the first one is the main category",
    }),
    stored: { row: 18 },
    visible: "free",
    response: { description: "All categories, if there are several; the first one is also in `category`." },
  },
  license: {
    label: "License",
    schema: CREDITS.license,
    stored: { row: 12 },
    visible: "free",
    response: { description: "The SPDX id of the image's license, or its name." },
  },
  licenseUrl: { label: "License text", schema: CREDITS.licenseUrl, stored: { row: 13 }, visible: "free" },
  source: {
    label: "Source",
    schema: CREDITS.source,
    stored: { row: 14 },
    visible: "free",
    response: { description: "Where the image comes from." },
  },
  attribution: {
    label: "Attribution",
    schema: CREDITS.attribution,
    stored: { row: 20 },
    visible: "free",
    response: { description: "The author to credit for the image, who may not be the developer." },
  },
  guidelines: {
    label: "Guidelines",
    schema: url,
    stored: { row: 15 },
    visible: "free",
    response: { description: "The owner's rules for the use of the image." },
  },
  identifiers: {
    label: "Identifiers",
    schema: identifiers,
    stored: { row: 16 },
    visible: "free",
    response: { description: "Identities of the application outside of this service." },
  },
  colors: {
    label: "Colors",
    schema: listOf(colorLabel, {
      maxItems: COLOR_LABELS.length,
      uniqueItems: true,
      expects: "a list of distinct color labels, largest area first",
    }),
    stored: { row: 2 },
    visible: "free",
    response: { description: "Color labels, largest area first." },
  },
  style: { label: "Style", schema: label, stored: { row: 3 }, visible: "free" },
  mood: { label: "Mood", schema: label, stored: { row: 4 }, visible: "free" },
  keywords: {
    label: "Keywords",
    schema: listOf(line(60, "a keyword of 1 to 60 characters, in one line"), {
      maxItems: 100,
      uniqueItems: true,
      expects: "a list of up to 100 distinct keywords",
    }),
    stored: { row: 11 },
    visible: "free",
    response: { description: "Words and phrases that people search by." },
  },
  phash: { label: "Perceptual hash", schema: hash, stored: "hashes", visible: "free", response: { pattern: HASH } },
  createdAt: { label: "Created", schema: timestamp, stored: { row: 17 }, visible: "free" },
  updatedAt: {
    label: "Updated",
    schema: timestamp,
    stored: { row: 7 },
    visible: "free",
  },
  formerIds: {
    label: "Former ids",
    schema: listOf(id, { maxItems: 50, uniqueItems: true, expects: "a list of up to 50 distinct ids" }),
    stored: { row: 19 },
    visible: "free",
    response: { description: "Ids that redirect to this icon." },
  },
  attributes: {
    label: "Attributes",
    schema: {
      type: "object",
      additionalProperties: true,
      maxProperties: ATTRIBUTE_LIMITS.fields,
      expects: `an object of up to ${ATTRIBUTE_LIMITS.fields} custom fields, including those of nested objects`,
    },
    stored: { row: 10 },
    visible: "free",
    response: { description: "Additional fields defined by the dataset." },
  },
  versionHistory: {
    label: "Version history",
    schema: listOf(versionEntry, { maxItems: 200, expects: "a list of up to 200 versions, newest first" }),
    stored: { row: 8 },
    visible: "pro",
    response: { description: "Newest first." },
  },
  aiTags: {
    label: "Tags",
    schema: listOf(aiTag, { maxItems: 100, expects: "a list of up to 100 tags" }),
    stored: { row: 9 },
    visible: "pro",
  },
  colorPalette: {
    label: "Color palette",
    schema: listOf(paletteColor, { maxItems: 16, expects: "a list of up to 16 colors" }),
    stored: { row: 6 },
    visible: "pro",
  },
  aliases: {
    label: "Aliases",
    schema: listOf(line(200, "a name of 1 to 200 printable characters"), {
      maxItems: 50,
      uniqueItems: true,
      expects: "a list of up to 50 distinct names",
    }),
    stored: { row: 5 },
    visible: "never",
  },
} as const satisfies Readonly<Record<string, RecordField>>;

type Fields = typeof RECORD_FIELDS;

export type FieldName = keyof Fields;

/** The names of the fields whose entry has a property of a certain type. */
type NamesWith<Property extends keyof RecordField, Value> = {
  [Name in FieldName]: Fields[Name] extends { readonly [P in Property]: Value } ? Name : never;
}[FieldName];

/** Fields that every record has. */
export type RequiredField = NamesWith<"required", true>;
/** Fields of list items. */
export type ItemField = NamesWith<"stored", "item">;
/** Fields of the detail response. */
export type VisibleField = NamesWith<"visible", "free" | "pro">;
/** Fields of the detail response that list items don't have. */
export type DetailField = Exclude<VisibleField, ItemField>;

type RowField = NamesWith<"stored", { readonly row: number }>;
type FieldAt<Position> = NamesWith<"stored", { readonly row: Position }>;
type FieldsFrom<Before extends readonly FieldName[]> = [FieldAt<Before["length"]>] extends [never]
  ? Before
  : FieldsFrom<readonly [...Before, FieldAt<Before["length"]>]>;
type RowFields = FieldsFrom<readonly []>;

type None<Names extends never> = Names;
/** Causes a compile error if two fields share a position of the row. */
export type FieldsAtOnePosition = None<
  { [Name in RowField]: [FieldAt<Fields[Name]["stored"]["row"]>] extends [Name] ? never : Name }[RowField]
>;
/** Causes a compile error if positions of the row are skipped: fields after a gap are not stored. */
export type FieldsBehindGap = None<Exclude<RowField, RowFields[number]>>;
/** Causes a compile error if a field other than the perceptual hash is to be stored in the table of hashes. */
export type FieldsWithoutTable = None<Exclude<NamesWith<"stored", "hashes">, "phash">>;

export const FIELD_NAMES = Object.keys(RECORD_FIELDS) as FieldName[];

const field = (name: FieldName): RecordField => RECORD_FIELDS[name];
const positionOf = (name: FieldName): number => {
  const { stored } = field(name);
  return typeof stored === "object" ? stored.row : -1;
};

/** Fields that every record has. */
export const REQUIRED_FIELDS = FIELD_NAMES.filter((name) => field(name).required) as RequiredField[];

/** The fields of a list item, in its order. */
export const ITEM_FIELDS = FIELD_NAMES.filter((name) => field(name).stored === "item") as ItemField[];

/** The fields that list item and hash don't contain, in the order of a row. */
export const ROW_FIELDS = FIELD_NAMES.filter((name) => positionOf(name) >= 0).sort(
  (a, b) => positionOf(a) - positionOf(b),
) as readonly FieldName[] as RowFields;

/** The fields of the free plan's detail response that list items don't have. */
export const FREE_FIELDS = detailFields("free");
/** The fields that the pro plan adds. */
export const PRO_FIELDS = detailFields("pro");
/** The fields of both plans, in the order of the response. */
export const DETAIL_FIELDS = [...FREE_FIELDS, ...PRO_FIELDS];

function detailFields(plan: RecordField["visible"]): readonly DetailField[] {
  const isShown = (name: FieldName): boolean => field(name).visible === plan && field(name).stored !== "item";
  return FIELD_NAMES.filter(isShown) as DetailField[];
}

/** The position of a field in a row; -1 if it is stored elsewhere. */
export function rowPosition(name: FieldName): number {
  return (ROW_FIELDS as readonly FieldName[]).indexOf(name);
}

type ReadonlyValue<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadonlyValue<Value[Key]> } : Value;

/** The type of a field's stored values. */
export type FieldValue<Name extends FieldName> = ReadonlyValue<Static<ShapeOf<Fields[Name]["schema"]>>>;
