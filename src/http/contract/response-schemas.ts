import { BACKDROPS } from "../../catalog/backdrops.js";
import { IDENTITY_KINDS, RESOLVE_REASONS, UNRESOLVED_REASONS } from "../../catalog/identity-kinds.js";
import { ORDERS, VARIANTS } from "../../catalog/similar/similar-request.js";
import { mapFacets } from "../../format/filter-facets.js";
import { anyOf, closed, type ListOf, listOf, type ShapeOf, type Static, shapeOf } from "../../format/json-schema.js";
import {
  DETAIL_FIELDS,
  type DetailField,
  ITEM_FIELDS,
  type ItemField,
  RECORD_FIELDS,
  type RecordField,
  type VisibleField,
} from "../../format/record-and-detail-fields.js";
import { RUNGS, type Rung } from "../../format/rungs.js";
import { SHAPE_PATTERN } from "../../shape/shape-text.js";
import { listWords } from "../../text/list-words.js";
import { ERRORS, type ErrorCode } from "./error-codes.js";
import { ImageForms, Variants } from "./image-schemas.js";

const text = { type: "string" } as const;
const hash = { type: "string", pattern: "^[0-9a-f]{16}$" } as const;
const isTrue = { type: "boolean", enum: [true], description: "Errors have `false`." } as const;
const count = (minimum: number) => ({ type: "integer", minimum }) as const;

const callerFields = {
  tier: { type: "string", enum: ["free", "pro"], description: "The caller's plan." },
  rate_limit: { type: "integer", description: "Requests per day; -1 means unlimited." },
  rate_remaining: { type: "integer", description: "Requests left today; -1 means unlimited." },
} as const;

const versionField = {
  api_version: { type: "string", enum: ["v1"], description: "The version of the API." },
} as const;

export const Meta = closed(versionField, callerFields);

const labelCount = closed({ label: text, count: count(1) });

const LOOSE = (Object.keys(RUNGS) as Rung[]).filter((rung) => RUNGS[rung].loose);

/** A part of a request that had no effect. */
export const Warning = closed(
  { param: text, message: text },
  { did_you_mean: { type: "string", description: "The nearest valid parameter or label." } },
);
export interface Warning extends Static<typeof Warning> {}

const SearchMeta = closed(versionField, {
  ...callerFields,
  facets: {
    type: "object",
    properties: mapFacets<ListOf<typeof labelCount>>(() => listOf(labelCount)),
    additionalProperties: false,
    description: "Labels of the matching icons, sorted by count, then by code unit.",
  },
  did_you_mean: { type: "string", description: "The corrected query, if nothing matched the original one." },
  matched: {
    type: "string",
    enum: anyOf(Object.keys(RUNGS) as Rung[]),
    description: `How the icons were found; absent if by names, aliases and developers. ${listWords(LOOSE.map((rung) => `\`${rung}\``))}: the icons are only loosely related.`,
  },
  warnings: {
    ...listOf(Warning),
    description: "Parts of the request without effect: parameters that do not exist and labels that no icon has.",
  },
  dropped: {
    ...listOf(text),
    description: "Query words that the first icon does not have; present for `fewer-words`.",
  },
});

const itemFields = fieldSchemas(ITEM_FIELDS);

const ranges = listOf(
  { type: "array", items: count(0), minItems: 2, maxItems: 2 },
  { description: "Start and end (exclusive) in UTF-16 code units; sorted and disjoint." },
);

const Highlight = closed(
  {},
  { name: ranges, developer: ranges, alias: closed({ text: { ...text, description: "The alias." }, ranges }) },
);

const ItemImage = closed(
  { drawing: { type: "boolean", description: "Whether the image is a drawing, so that `.svg` exists." } },
  {
    background: { type: "string", description: "`#rrggbb` that the record puts behind the image." },
    backdrop: {
      type: "string",
      enum: BACKDROPS,
      description: "The background that the image itself needs to be visible; absent if it is visible on any.",
    },
  },
);

const ItemCredits = closed(
  { attribution: { type: "string", description: "The author and the icon set." } },
  { license: text, licenseUrl: text, source: text, website: text },
);

/** `_highlight`, `_image` and `_credits` are present if requested. */
export const IconItem = closed(itemFields, { _highlight: Highlight, _image: ItemImage, _credits: ItemCredits });

const listFields = {
  success: isTrue,
  total: { ...count(0), description: "Number of results on all pages." },
  page: { ...count(1), description: "Number of this page." },
  limit: { ...count(0), description: "Results per page; the plan may allow fewer than requested." },
  totalPages: { ...count(0), description: "Number of pages of this size." },
  _meta: Meta,
};

export const IconList = closed({ ...listFields, data: listOf(IconItem), _meta: SearchMeta });

export const ChangeList = closed({
  ...listFields,
  data: listOf(
    closed(
      {
        change: {
          type: "string",
          enum: ["added", "changed", "removed"],
          description: "`added` if `createdAt` is in the period, else `changed` by `updatedAt`.",
        },
        id: text,
        date: { type: "string", description: "ISO 8601, as precise as in the dataset." },
      },
      {
        name: text,
        formerIds: {
          ...listOf(text),
          description: "Ids that redirect to the icon. When it was renamed is not known, so it may have been before.",
        },
        reason: { type: "string", description: "Why the icon was removed." },
        successor: { type: "string", description: "Id of the icon that replaces it." },
      },
    ),
    { description: "The newest first." },
  ),
  since: { type: "string", description: "The beginning of the period, ISO 8601." },
  undated: {
    ...count(0),
    description: "Number of icons without `createdAt` and `updatedAt`: whether they have changed is not known.",
  },
});

export const CategoryList = closed({ ...listFields, data: listOf(labelCount) });

export const SimilarList = closed({
  ...listFields,
  data: listOf(
    closed(itemFields, {
      distance: {
        type: "integer",
        minimum: 0,
        maximum: 64,
        description: "Hamming distance; absent if either icon has no hash.",
      },
      similarity: {
        type: "number",
        minimum: 0,
        maximum: 1,
        description: "1 at distance 0, 0 at 32, that of unrelated images, and beyond: max(0, 1 - distance / 32).",
      },
      weightedDistance: {
        type: "number",
        minimum: 0,
        maximum: 64,
        description:
          "Hamming distance in which a bit counts half if it is uncertain in one of the two hashes, and a sixteenth if it differs and is uncertain in both; present if uncertain is given.",
      },
      variant: {
        type: "string",
        enum: VARIANTS,
        description: "The variant of the image that has this distance; absent for the original image.",
      },
      lowDetail: { ...isTrue, description: "Present if the icon's hash has too little detail to be reliable." },
      colorDistance: {
        type: "number",
        minimum: 0,
        description: "Earth mover's distance of the palettes in OKLab; present for by=auto, look, color and blend.",
      },
      shapeDistance: {
        type: "integer",
        minimum: 0,
        maximum: 512,
        description: "Number of bits in which the shape descriptors differ; present for by=auto, shape and look.",
      },
      score: {
        type: "number",
        minimum: 0,
        maximum: 1,
        description:
          "Share of judged pairs at this distance that people call similar; present for by=auto, shape and look.",
      },
      vectorSimilarity: {
        type: "number",
        minimum: -1,
        maximum: 1,
        description: "Cosine similarity of the dataset's vectors; present for by=vector.",
      },
      _image: ItemImage,
    }),
  ),
  query: closed(
    {},
    {
      id: text,
      phash: hash,
      by: { type: "string", enum: ORDERS, description: "The order of the results; auto only if it compared looks." },
      shape: { type: "string", pattern: SHAPE_PATTERN.source },
      palette: listOf(closed({ hex: { type: "string", pattern: "^#[0-9a-f]{6}$" }, share: { type: "number" } }), {
        description: "The colors that were compared, the largest share first.",
      }),
      lowDetail: { ...isTrue, description: "Present if the given hash has too little detail to be reliable." },
    },
  ),
});

const none = { type: "null" } as const;

export const ResolvedList = closed({
  ...listFields,
  data: listOf(
    closed({
      kind: { type: "string", enum: anyOf(IDENTITY_KINDS) },
      value: text,
      icon: { anyOf: [closed(itemFields), none] },
      reason: {
        type: "string",
        enum: anyOf([...RESOLVE_REASONS, ...UNRESOLVED_REASONS]),
      },
    }),
    { description: "In the order of the query." },
  ),
});

const IconDetailData = closed(itemFields, {
  ...fieldSchemas(DETAIL_FIELDS),
  images: { ...ImageForms, description: "URLs of the image; see `getImage` for other sizes and forms." },
  variants: Variants,
  _image: ItemImage,
});

export const IconDetail = closed({ success: isTrue, data: IconDetailData, _meta: Meta });

/** An item of a shadcn registry. */
export const RegistryItem = closed({
  name: { ...text, description: "The icon's id." },
  type: text,
  title: text,
  author: text,
  categories: listOf(text),
  meta: closed({}, { license: text, licenseUrl: text, source: text }),
  files: listOf(closed({ path: text, type: text, content: { ...text, description: "The component." } })),
});

const errorCodes = anyOf(Object.keys(ERRORS) as ErrorCode[]);

export const ErrorResponse = closed({
  success: { type: "boolean", enum: [false] },
  error: closed(
    { code: { type: "string", enum: errorCodes }, message: text },
    { param: text, currentId: text, removal: closed({ date: text, reason: text }, { successor: text }) },
  ),
  _meta: Meta,
});

export const Health = closed({ status: { type: "string", enum: ["ok"] } });

export const PollState = closed(
  {
    name: { type: "string", description: "Name of the polled resource." },
    status: { type: "string", enum: ["ok", "failing"] },
  },
  {
    since: { type: "string", description: "Time of the first consecutive failure, ISO 8601." },
    failures: { ...count(1), description: "Number of consecutive failures." },
    code: { type: "string", description: "Code of the latest failure, such as `EACCES`; the log has its message." },
  },
);

export const Readiness = closed({
  status: { type: "string", enum: ["ready"] },
  generation: { type: "string", pattern: "^[0-9a-f]{32}$" },
  icons: count(0),
  builtAt: { type: "string", description: "ISO 8601." },
  polls: listOf(PollState, {
    description: "State of the resources that this process polls. While a poll fails, the previous data stays in use.",
  }),
});

/** Schemas that have a name in the reference. */
export const NAMED_SCHEMAS = {
  Meta,
  SearchMeta,
  LabelCount: labelCount,
  IconItem,
  IconList,
  IconDetail,
  CategoryList,
  ChangeList,
  ResolvedList,
  SimilarList,
  ErrorResponse,
  Health,
  Readiness,
};

type FieldSchemas<Names extends VisibleField> = {
  readonly [Name in Names]: ShapeOf<(typeof RECORD_FIELDS)[Name]["schema"]>;
};

/** Schemas of the record fields in responses. */
function fieldSchemas<Names extends ItemField | DetailField>(names: readonly Names[]): FieldSchemas<Names> {
  return Object.fromEntries(names.map((name) => [name, fieldSchema(RECORD_FIELDS[name])])) as FieldSchemas<Names>;
}

function fieldSchema({ schema, response = {}, visible }: RecordField): object {
  const description = [response.description, visible === "pro" ? "Pro plan." : undefined].filter(Boolean).join(" ");
  return { ...shapeOf(schema), ...response, ...(description === "" ? {} : { description }) };
}
