import { ORDERS } from "../catalog/similar/find-similar.js";
import { VARIANTS } from "../catalog/similar/hash-distance.js";
import { FACETS, type Facet } from "../format/artifact-files.js";
import { type AnyOf, closed, type ListOf, listOf, type ShapeOf, shapeOf } from "../format/json-schema.js";
import {
  DETAIL_FIELDS,
  type DetailField,
  ITEM_FIELDS,
  type ItemField,
  RECORD_FIELDS,
  type RecordField,
  type VisibleField,
} from "../format/record-fields.js";
import { ERRORS, type ErrorCode } from "./api-error.js";

export type { Static } from "../format/json-schema.js";

/** The largest number that a parameter takes. */
const MAX_NUMBER = 2_147_483_647;

const labels = <What extends string>(what: What) =>
  ({
    type: "array",
    items: { type: "string" },
    description: `${what} Several values, with commas or repeated, mean any of them.`,
  }) as const;

export const IconsQuery = {
  type: "object",
  properties: {
    q: {
      type: "string",
      maxLength: 200,
      description: "Words that must each begin a word of the name, an alias or the developer.",
      examples: ["spotify"],
    },
    category: labels("Category labels."),
    color: labels("Colour labels, or #rrggbb for the nearest one."),
    style: labels("Style labels."),
    mood: labels("Mood labels."),
    facets: {
      type: "array",
      items: { type: "string", enum: FACETS },
      description:
        "Facets (category, color, style, mood) whose labels `_meta.facets` counts within the result; several with commas or repeated.",
    },
    page: { type: "integer", minimum: 1, maximum: MAX_NUMBER, description: "Page number; default 1." },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: MAX_NUMBER,
      description: "Items per page; default 20, reduced to the plan's maximum (20 free, 100 pro).",
    },
    highlight: {
      type: "boolean",
      description: "true: each item says in _highlight which letters of its texts the query matches; default false.",
    },
  },
} as const;

export const SimilarQuery = {
  type: "object",
  properties: {
    id: { type: "string", description: "The icon whose look-alikes are asked for.", examples: ["spotify"] },
    phash: { type: "string", pattern: "^[0-9a-fA-F]{16}$", description: "A perceptual hash of 16 hex digits." },
    limit: { type: "integer", minimum: 1, maximum: MAX_NUMBER, description: "Results; default 10, reduced to 20." },
    max_distance: {
      type: "integer",
      minimum: 0,
      maximum: 64,
      description: "The largest Hamming distance; default 64.",
    },
    include: {
      type: "array",
      items: { type: "string", enum: VARIANTS },
      description:
        "mirrored, inverted: variants of the asked picture that are looked up as well. Several values, with commas or repeated.",
    },
    by: {
      type: "string",
      enum: ORDERS,
      description:
        "shape (default): nearest hashes first, ties by colour. color: nearest palettes first. blend: by Hamming distance / 64 plus colour distance. The latter two need id.",
    },
  },
} as const;

/** An operation without query parameters still refuses broken and too many ones. */
export const NoQuery = { type: "object", properties: {} } as const;

export const IdParams = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "string", description: "The icon's id.", examples: ["spotify"] } },
} as const;

export const ImageQuery = {
  type: "object",
  properties: {
    size: { type: "integer", minimum: 1, maximum: 1024, description: "Side in pixels; default 128.", examples: [512] },
    v: { type: "string", description: "The version of the picture that is asked for: the digits of its ETag." },
  },
} as const;

const text = { type: "string" } as const;
const hash = { type: "string", pattern: "^[0-9a-f]{16}$" } as const;
const isTrue = { type: "boolean", enum: [true] } as const;
const count = (minimum: number) => ({ type: "integer", minimum }) as const;

const callerFields = {
  tier: { type: "string", enum: ["free", "pro"] },
  rate_limit: { type: "integer", description: "Requests a day; -1: unlimited." },
  rate_remaining: { type: "integer", description: "Requests left today; -1: unlimited." },
} as const;

const versionField = { api_version: { type: "string", enum: ["v1"] } } as const;

export const Meta = closed(versionField, callerFields);

const labelCount = closed({ label: text, count: count(1) });

const countedLabels = Object.fromEntries(FACETS.map((facet) => [facet, listOf(labelCount)]));

const SearchMeta = closed(versionField, {
  ...callerFields,
  facets: {
    type: "object",
    properties: countedLabels as Record<Facet, ListOf<typeof labelCount>>,
    additionalProperties: false,
    description: "Labels within the result, by count, then by code unit.",
  },
  did_you_mean: { type: "string", description: "The query that was answered instead of one that finds nothing." },
});

const itemFields = fieldSchemas(ITEM_FIELDS);

const ranges = listOf(
  { type: "array", items: count(0), minItems: 2, maxItems: 2 },
  { description: "Start and end, the end not included, in UTF-16 code units; sorted, apart from each other." },
);

const Highlight = closed(
  {},
  { name: ranges, developer: ranges, alias: closed({ text: { ...text, description: "The alias." }, ranges }) },
);

/** `_highlight` is there where it was asked for. */
export const IconItem = closed(itemFields, { _highlight: Highlight });

const listFields = {
  success: isTrue,
  total: count(0),
  page: count(1),
  limit: count(0),
  totalPages: count(0),
  _meta: Meta,
};

export const IconList = closed({ ...listFields, data: listOf(IconItem), _meta: SearchMeta });

export const CategoryList = closed({ ...listFields, data: listOf(labelCount) });

export const SimilarList = closed({
  ...listFields,
  data: listOf(
    closed(itemFields, {
      distance: {
        type: "integer",
        minimum: 0,
        maximum: 64,
        description: "Hamming distance; absent where one of both icons has no hash.",
      },
      similarity: { type: "number", minimum: 0, maximum: 1, description: "1 - distance / 64." },
      variant: {
        type: "string",
        enum: VARIANTS,
        description:
          "The variant of the asked picture that is at this distance; absent where it is the picture as it is.",
      },
      lowDetail: { ...isTrue, description: "There where the icon's own hash says little of its shape." },
      colorDistance: {
        type: "number",
        minimum: 0,
        description: "Earth mover's distance of the palettes in OKLab; there where colours were asked for.",
      },
    }),
  ),
  query: closed(
    {},
    {
      id: text,
      phash: hash,
      lowDetail: { ...isTrue, description: "There where the asked hash says little of a shape." },
    },
  ),
});

const IconDetailData = closed(itemFields, fieldSchemas(DETAIL_FIELDS));

export const IconDetail = closed({ success: isTrue, data: IconDetailData, _meta: Meta });

const errorCodes = Object.keys(ERRORS) as unknown as AnyOf<ErrorCode>;

export const ErrorAnswer = closed({
  success: { type: "boolean", enum: [false] },
  error: closed({ code: { type: "string", enum: errorCodes }, message: text }, { param: text }),
  _meta: Meta,
});

export const Health = closed({ status: { type: "string", enum: ["ok"] } });

export const PollState = closed(
  {
    name: { type: "string", description: "What the server polls." },
    status: { type: "string", enum: ["ok", "failing"] },
  },
  {
    since: { type: "string", description: "ISO 8601; of the first of the failures in a row." },
    failures: { ...count(1), description: "Failures in a row." },
    code: { type: "string", description: "Of the newest failure, such as `EACCES`; the log has its message." },
  },
);

export const Readiness = closed({
  status: { type: "string", enum: ["ready"] },
  generation: { type: "string", pattern: "^[0-9a-f]{32}$" },
  icons: count(0),
  builtAt: { type: "string", description: "ISO 8601." },
  polls: listOf(PollState, {
    description: "What the process that answers polls; of what fails, the state from before counts on.",
  }),
});

/** The schemas that have a name in the reference. */
export const NAMED_SCHEMAS = {
  Meta,
  SearchMeta,
  LabelCount: labelCount,
  IconItem,
  IconList,
  IconDetail,
  CategoryList,
  SimilarList,
  ErrorAnswer,
  Health,
  Readiness,
};

type FieldSchemas<Names extends VisibleField> = {
  readonly [Name in Names]: ShapeOf<(typeof RECORD_FIELDS)[Name]["schema"]>;
};

/** The schemas of a record's fields in answers. */
function fieldSchemas<Names extends ItemField | DetailField>(names: readonly Names[]): FieldSchemas<Names> {
  return Object.fromEntries(names.map((name) => [name, fieldSchema(RECORD_FIELDS[name])])) as FieldSchemas<Names>;
}

function fieldSchema({ schema, answer = {}, visible }: RecordField): object {
  const description = [answer.description, visible === "pro" ? "Pro plan." : undefined].filter(Boolean).join(" ");
  return { ...shapeOf(schema), ...answer, ...(description === "" ? {} : { description }) };
}
