import { ORDERS, VARIANTS } from "../../catalog/similar/similar-request.js";
import { SORTS } from "../../catalog/sorts.js";
import { FACET, FACETS, mapFacets } from "../../format/filter-facets.js";
import { anyOf } from "../../format/json-schema.js";
import { RECORD_FIELDS } from "../../format/record-and-detail-fields.js";
import { MATCHES } from "../../format/rungs.js";
import { SHARED_COLOR_PATTERN } from "../../palette/palette-text.js";
import { SHAPE_PATTERN } from "../../shape/shape-text.js";

/** The largest number that a parameter accepts. */
const MAX_NUMBER = 2_147_483_647;

interface LabelsParameter {
  readonly type: "array";
  readonly items: { readonly type: "string" };
  readonly description: string;
}

/** The query parameter of each facet. */
const facetParameters = mapFacets<LabelsParameter>((facet) => {
  const { label, values } = FACET[facet];
  const accepted =
    values === "color"
      ? `${label} labels, or a color name or #rrggbb for the label of that color.`
      : `${label} labels.`;
  const description = `${accepted} Several values, comma-separated or repeated, match any of them.`;
  return { type: "array", items: { type: "string" }, description };
});

const imagesParameter = {
  type: "boolean",
  description: "If true, each icon with an image says in `_image` how to show it; default false.",
} as const;

export const IconsQuery = {
  type: "object",
  properties: {
    q: {
      type: "string",
      maxLength: 200,
      description:
        "Query words: prefixes of words in the name, an alias or the developer, or else words of any text. See `match`.",
      examples: ["spotify"],
    },
    match: {
      type: "string",
      enum: anyOf(MATCHES),
      description:
        "`name`: only names, aliases, developers and near spellings; `meaning`: descriptions, tags and keywords first; default `auto`: names, then meaning, then near spellings, then fewer words.",
    },
    ...facetParameters,
    sort: {
      type: "string",
      enum: anyOf(SORTS),
      description:
        "Order of the results: `relevance` (default), `name`, `newest` by createdAt, `updated` by updatedAt, else createdAt, newest first, `look`: by color and shape, similar images next to each other, or `color`: by distance to the first color of `color`, such as #1e88e5.",
    },
    updated_since: {
      type: "string",
      pattern: RECORD_FIELDS.updatedAt.schema.pattern,
      description:
        "Only icons changed or, without such a date, added at or after this ISO 8601 date or time, such as 2024-05-11.",
    },
    ids: {
      type: "array",
      items: { type: "string" },
      description: "Only the icons with these ids or former ids; comma-separated or repeated.",
    },
    facets: {
      type: "array",
      items: { type: "string", enum: FACETS },
      description: `Facets (${FACETS.join(", ")}) to count in \`_meta.facets\`; comma-separated or repeated.`,
    },
    alternatives: {
      type: "boolean",
      description:
        "If true, `facets` counts the labels of a facet without the filter by that facet: what choosing another label would add; default false.",
    },
    page: { type: "integer", minimum: 1, maximum: MAX_NUMBER, description: "Page number; default 1." },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: MAX_NUMBER,
      description: "Items per page; default 20, at most the page size of the plan.",
    },
    highlight: {
      type: "boolean",
      description: "If true, each item has the matching ranges of its texts in `_highlight`; default false.",
    },
    images: imagesParameter,
    credits: {
      type: "boolean",
      description: "If true, each item has license, source and author of its image in `_credits`; default false.",
    },
  },
} as const;

export const ChangesQuery = {
  type: "object",
  required: ["since"],
  properties: {
    since: {
      type: "string",
      pattern: `${RECORD_FIELDS.updatedAt.schema.pattern}|^[0-9a-f]{32}$`,
      description:
        "An ISO 8601 date or time, such as 2024-05-11, or a generation that the server still has, which counts as the UTC day of its build.",
      examples: ["2024-05-11"],
    },
    page: IconsQuery.properties.page,
    limit: IconsQuery.properties.limit,
  },
} as const;

export const SimilarQuery = {
  type: "object",
  properties: {
    id: { type: "string", description: "Id of the icon to compare with.", examples: ["spotify"] },
    phash: { type: "string", pattern: "^[0-9a-fA-F]{16}$", description: "A perceptual hash of 16 hex digits." },
    shape: {
      type: "string",
      pattern: SHAPE_PATTERN.source,
      description: "A shape descriptor of 128 hex digits. by is then look with a palette, else shape.",
    },
    palette: {
      type: "array",
      items: { type: "string", pattern: SHARED_COLOR_PATTERN.source },
      description:
        "The colors of the image with this shape, six hex digits each, and their shares of its area, such as `1db954:0.82,191414:0.18`. Without shares, colors count equally. The five largest shares count.",
    },
    uncertain: {
      type: "string",
      pattern: "^[0-9a-fA-F]{16}$",
      description:
        "The uncertain bits of phash, which may differ at other sizes of the image: 16 hex digits. Orders by weighted distance.",
    },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: MAX_NUMBER,
      description: "Number of results; default 10, capped at 20.",
    },
    max_distance: {
      type: "integer",
      minimum: 0,
      maximum: 64,
      description: "Maximum Hamming distance, 64 at most; compares by phash unless `by` is given.",
    },
    include: {
      type: "array",
      items: { type: "string", enum: VARIANTS },
      description: "Also compares with the mirrored or inverted image. Several values, comma-separated or repeated.",
    },
    by: {
      type: "string",
      enum: ORDERS,
      description:
        "Order of the results. auto (default for id): icons within Hamming distance 4, then by look; by hash if the icon lacks a shape or a palette. phash (default for phash, max_distance and include): by hash, ties by color. shape: by shape descriptor, whatever the colors, margin and plate. look: by shape and palette together, as people see similarity. color: by palette. blend: by Hamming distance / 64 plus color distance. vector: by the vectors of the dataset, if it has them. All but phash and auto need id; shape also takes a shape, and look a shape with a palette.",
    },
    images: imagesParameter,
  },
} as const;

const identityList = (description: string) =>
  ({ type: "array", items: { type: "string" }, "x-whole": true, description }) as const;

export const ResolveQuery = {
  type: "object",
  properties: {
    domain: identityList("A domain or URL, such as `open.spotify.com` or `google.com/maps`. Repeatable."),
    container: identityList("A container image, such as `ghcr.io/linuxserver/plex:latest`. Repeatable."),
    bundle: identityList("A bundle or package id of an app, such as `com.spotify.client`. Repeatable."),
    package: identityList("A registry and a name, such as `npm:react`, or a package URL. Repeatable."),
    label: identityList(
      "A label of a container image, such as `org.opencontainers.image.source=https://github.com/grafana/grafana`. Repeatable.",
    ),
    name: identityList("A name or alias, compared as a whole, without case and diacritics. Repeatable."),
    fuzzy: {
      type: "string",
      enum: ["0", "1", "false", "true"],
      description: "Whether names that no icon has may be misspelled by one letter; default 0.",
    },
  },
} as const;

/** Operations without query parameters still reject malformed queries and too many parameters. */
export const NoQuery = { type: "object", properties: {} } as const;

export const IconQuery = { type: "object", properties: { images: imagesParameter } } as const;

export const DomainParams = {
  type: "object",
  required: ["domain"],
  properties: { domain: { type: "string", description: "A domain.", examples: ["spotify.com"] } },
} as const;

export const IdParams = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "string", description: "The icon's id.", examples: ["spotify"] } },
} as const;
