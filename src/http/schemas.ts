import { Type } from "typebox";
import { ERRORS, type ErrorCode } from "./api-error.js";

/** The largest number that a parameter takes. */
const MAX_NUMBER = 2_147_483_647;

const Labels = (what: string) =>
  Type.Optional(
    Type.Array(Type.String(), { description: `${what} Several values, with commas or repeated, mean any of them.` }),
  );

export const IconsQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Words that must each begin a word of the name, an alias or the developer.",
    }),
  ),
  category: Labels("Category labels."),
  color: Labels("Colour labels, or #rrggbb for the nearest one."),
  style: Labels("Style labels."),
  mood: Labels("Mood labels."),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_NUMBER, description: "Page number; default 1." })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_NUMBER,
      description: "Items per page; default 20, reduced to the plan's maximum (20 free, 100 pro).",
    }),
  ),
});

export const SimilarQuery = Type.Object({
  id: Type.Optional(Type.String({ description: "The icon whose look-alikes are asked for." })),
  phash: Type.Optional(
    Type.String({ pattern: "^[0-9a-fA-F]{16}$", description: "A perceptual hash of 16 hex digits." }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_NUMBER, description: "Results; default 10, reduced to 20." }),
  ),
  max_distance: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 64, description: "The largest Hamming distance; default 64." }),
  ),
});

/** An operation without query parameters still refuses broken and too many ones. */
export const NoQuery = Type.Object({});

export const IdParams = Type.Object({ id: Type.String({ description: "The icon's id." }) });

const closed = { additionalProperties: false };

export const Meta = Type.Object(
  {
    api_version: Type.Literal("v1"),
    tier: Type.Optional(Type.Union([Type.Literal("free"), Type.Literal("pro")])),
    rate_limit: Type.Optional(Type.Integer({ description: "Requests a day; -1: unlimited." })),
    rate_remaining: Type.Optional(Type.Integer({ description: "Requests left today; -1: unlimited." })),
  },
  closed,
);

const itemFields = {
  id: Type.String(),
  name: Type.String(),
  category: Type.String(),
  iconUrl: Type.String({ description: "Absolute URL of the picture." }),
  developer: Type.String(),
};

export const IconItem = Type.Object(itemFields, closed);

const listFields = {
  success: Type.Literal(true),
  total: Type.Integer({ minimum: 0 }),
  page: Type.Integer({ minimum: 1 }),
  limit: Type.Integer({ minimum: 0 }),
  totalPages: Type.Integer({ minimum: 0 }),
  _meta: Meta,
};

export const IconList = Type.Object({ ...listFields, data: Type.Array(IconItem) }, closed);

export const CategoryList = Type.Object(
  {
    ...listFields,
    data: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer({ minimum: 1 }) }, closed)),
  },
  closed,
);

export const SimilarList = Type.Object(
  {
    ...listFields,
    data: Type.Array(
      Type.Object(
        {
          ...itemFields,
          distance: Type.Integer({ minimum: 0, maximum: 64 }),
          similarity: Type.Number({ minimum: 0, maximum: 1 }),
        },
        closed,
      ),
    ),
    query: Type.Object({ id: Type.Optional(Type.String()), phash: Type.String({ pattern: "^[0-9a-f]{16}$" }) }, closed),
  },
  closed,
);

const Version = Type.Object(
  {
    version: Type.String(),
    date: Type.String(),
    phash: Type.Optional(Type.String()),
    iconUrl: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
  },
  closed,
);

const IconDetailData = Type.Object(
  {
    ...itemFields,
    description: Type.Optional(Type.String()),
    website: Type.Optional(Type.String()),
    colors: Type.Optional(Type.Array(Type.String(), { description: "Colour labels, most present first." })),
    style: Type.Optional(Type.String()),
    mood: Type.Optional(Type.String()),
    phash: Type.Optional(Type.String({ pattern: "^[0-9a-f]{16}$" })),
    updatedAt: Type.Optional(Type.String()),
    attributes: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: "The dataset's own extra fields." }),
    ),
    versionHistory: Type.Optional(Type.Array(Version, { description: "Newest first. Pro plan." })),
    aiTags: Type.Optional(
      Type.Array(Type.Object({ tag: Type.String(), confidence: Type.Optional(Type.Number()) }, closed), {
        description: "Pro plan.",
      }),
    ),
    colorPalette: Type.Optional(
      Type.Array(Type.Object({ hex: Type.String(), name: Type.String(), share: Type.Number() }, closed), {
        description: "Pro plan.",
      }),
    ),
  },
  closed,
);

export const IconDetail = Type.Object({ success: Type.Literal(true), data: IconDetailData, _meta: Meta }, closed);

export const ErrorAnswer = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object(
      {
        code: Type.Enum(Object.keys(ERRORS) as ErrorCode[]),
        message: Type.String(),
        param: Type.Optional(Type.String()),
      },
      closed,
    ),
    _meta: Meta,
  },
  closed,
);

/** The refusals that any operation can answer with. */
export const errorResponses = { "4xx": ErrorAnswer, "5xx": ErrorAnswer };
