import type { Plan } from "../../access/plan.js";
import type { Catalog, CatalogImageOptions } from "../../catalog/catalog.js";
import { detailOf } from "../../catalog/detail-text.js";
import type { Identity } from "../../catalog/identity-kinds.js";
import { IDENTITY_KINDS } from "../../catalog/identity-kinds.js";
import { type ListRequest, readListRequest } from "../../catalog/list-request.js";
import type { Similar } from "../../catalog/similar/find-similar.js";
import { MAX_MATCHES, ORDERS, type SimilarRequest, VARIANTS } from "../../catalog/similar/similar-request.js";
import { SORTS } from "../../catalog/sorts.js";
import { FACET, type Facet, mapFacets } from "../../format/filter-facets.js";
import { DETAIL_FIELDS, ITEM_FIELDS, RECORD_FIELDS } from "../../format/record-and-detail-fields.js";
import { MATCHES, RUNGS } from "../../format/rungs.js";
import { paperOf, THEME_CHOICES, THEMES, type Theme } from "../../images/bare-tint.js";
import { IMAGE_FORMATS, type ImageRequest, SIDES, toImageRequest } from "../../images/image-options.js";
import { MOST_STACKED, type Stack, type StackLayout, sizeOfStack } from "../../images/stack-layout.js";
import { listWords } from "../../text/list-words.js";
import { IconDetail } from "../contract/response-schemas.js";
import { listWarnings } from "../requests/list-warnings.js";
import { stackedImages } from "../requests/stacked-images.js";

/** What the tools read, for one caller. */
export interface ToolHost {
  readonly catalog: Catalog;
  /** Origin of image URLs. */
  readonly origin: string;
  /** The caller's plan. */
  readonly plan: Plan;
  /** @throws any error of `Catalog.similar` */
  similar(request: SimilarRequest): Similar | Promise<Similar>;
  /** @throws any error of `Catalog.image` */
  image(id: string, options: CatalogImageOptions): Promise<Buffer | undefined>;
  /**
   * Draws several icons.
   *
   * @param which distinguishes the drawing from others of the same generation
   */
  stack(stack: Stack, which: string, request: ImageRequest): Promise<Buffer>;
}

/** A tool of a coding assistant. Results are compact, since assistants pay for what they read. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly input: object;
  /** JSON schema of the result; absent: the result is `Content` or a list of it. */
  readonly output?: object;
  /**
   * @param given the arguments, valid by the schema. @throws any error of `Catalog.similar` and `Catalog.image`
   */
  run(host: ToolHost, given: never): object | Promise<object>;
}

/** An image in the protocol's format: pixels in Base64, a drawing as text, since assistants can't view SVG. */
export type Content =
  | { readonly type: "image"; readonly mimeType: string; readonly data: string }
  | { readonly type: "text"; readonly text: string };

/** Default and maximum number of items in a list; assistants can request further pages. */
const DEFAULT_ITEMS = 10;
const MAX_IDENTITIES = 100;
const MAX_ITEMS = 50;

/** Icons of a contact sheet: as many as fit into the largest image. */
const SHEET = { size: 96, gap: 24, perLine: 8, shape: "rounded" } as const satisfies StackLayout;

const TEXT = { type: "string" } as const;
const COUNT = { type: "integer", minimum: 0 } as const;
/** An icon as lists of tools show it. */
const BRIEF = object({ id: TEXT, name: TEXT, category: TEXT, developer: TEXT }, ["id", "name"]);

const SHOWN = [...ITEM_FIELDS, ...DETAIL_FIELDS].map((field) => RECORD_FIELDS[field].label.toLowerCase());

/** The tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  {
    name: "search_icons",
    title: "Search icons",
    description:
      "Searches application icons by name, alias, developer, labels and what they are or show, best first. Typos are corrected. Results with looselyRelated may not be what was meant.",
    input: object({
      query: { type: "string", maxLength: 200, description: "Words or prefixes of words." },
      match: { enum: MATCHES, description: "name: names only; meaning: texts first; default auto: both." },
      ...mapFacets(labels),
      sort: {
        enum: SORTS,
        description:
          "Default relevance; name; newest or updated first; look: similar images together; color: nearest to `color`.",
      },
      updated_since: { type: "string", description: "Only icons changed at or after this ISO 8601 date." },
      page: { type: "integer", minimum: 1, description: "Default 1." },
      limit: { type: "integer", minimum: 1, maximum: MAX_ITEMS, description: `Default ${DEFAULT_ITEMS}.` },
    }),
    output: object(
      {
        total: COUNT,
        page: COUNT,
        totalPages: COUNT,
        didYouMean: { type: "string", description: "The corrected query, which was searched instead." },
        matched: { enum: Object.keys(RUNGS), description: "How the icons were found, if not by names." },
        dropped: { type: "array", items: TEXT, description: "Query words that the first icon does not have." },
        looselyRelated: { const: true },
        warnings: { type: "array", items: { type: "object" }, description: "Labels that no icon has." },
        icons: { type: "array", items: BRIEF },
      },
      ["total", "page", "totalPages", "icons"],
    ),
    run({ catalog, plan }, { query, limit = DEFAULT_ITEMS, ...rest }: Omit<ListRequest, "q"> & { query?: string }) {
      const request = { ...rest, limit: Math.min(limit, plan.maxLimit), ...(query === undefined ? {} : { q: query }) };
      const found = catalog.list(request);
      const warnings = listWarnings(catalog, readListRequest(request), []);
      const { total, page, totalPages, didYouMean, matched, dropped } = found;
      return {
        total,
        page,
        totalPages,
        didYouMean,
        matched,
        ...(dropped.length > 0 && { dropped }),
        ...(matched !== undefined && RUNGS[matched].loose && { looselyRelated: true }),
        ...(warnings.length > 0 && { warnings }),
        icons: Array.from(found.ordinals, (ordinal) => briefly(catalog, ordinal)),
      };
    },
  },
  {
    name: "show_icon",
    title: "Show an icon",
    description: `Returns all data of one icon: ${listWords(SHOWN)}.`,
    input: object({ id: { type: "string", description: "Id of an icon, as returned by search_icons." } }, ["id"]),
    output: { ...IconDetail.properties.data, additionalProperties: true },
    run: ({ catalog, origin, plan }, { id }: { id: string }) =>
      detailOf(catalog.get(id), origin, plan.fullDetail, catalog.storedImage(id), catalog.variants(id)),
  },
  {
    name: "icon_image",
    title: "Get an icon's image",
    description:
      "Returns the image of an icon, to view or to save. SVG, as text, is only possible for drawings; see images in show_icon.",
    input: object(
      {
        id: { type: "string", description: "Id of an icon, as returned by search_icons." },
        format: { enum: ["png", "webp", "jpg", "svg"], description: "Default png." },
        size: { type: "integer", minimum: SIDES.least, maximum: SIDES.most, description: `Default ${SIDES.usual}.` },
        color: { type: "string", maxLength: 100, description: "CSS color for drawings in a single color." },
        background: { type: "string", maxLength: 100, description: "CSS color behind the image." },
        variant: { type: "string", description: "A name from variants in show_icon, or bare: without the background." },
        theme: {
          enum: THEME_CHOICES,
          description:
            "Theme of the page: the variant for its background, if there is one; auto: a drawing that follows the page.",
        },
      },
      ["id"],
    ),
    async run({ image: draw }, { id, format = "png", ...look }: CatalogImageOptions & { readonly id: string }) {
      const image = await draw(id, { ...look, format });
      if (image === undefined) throw new Error(`the icon ${JSON.stringify(id)} has no image`);
      if (format === "svg") return { type: "text" as const, text: image.toString() };
      return { type: "image" as const, mimeType: IMAGE_FORMATS[format], data: image.toString("base64") };
    },
  },
  {
    name: "contact_sheet",
    title: "See several icons",
    description: `Returns up to ${MOST_STACKED} icons in one image, to compare them by sight, and their ids line by line.`,
    input: object(
      {
        ids: { type: "array", items: TEXT, minItems: 1, maxItems: MOST_STACKED, description: "Ids or names of icons." },
        theme: { enum: THEMES, description: "Theme of the page: light (default) on white, dark on black." },
      },
      ["ids"],
    ),
    async run({ catalog, stack }, { ids, theme = "light" }: { ids: readonly string[]; theme?: Theme }) {
      const request = toImageRequest({ format: "png", background: paperOf(theme), ...sizeOfStack(ids.length, SHEET) });
      const sheet = { items: stackedImages(catalog, ids, { theme }), layout: SHEET };
      const image = await stack(sheet, JSON.stringify(["sheet", ids, theme]), request);
      const lines = Array.from({ length: Math.ceil(ids.length / SHEET.perLine) }, (_, line) =>
        ids.slice(line * SHEET.perLine, (line + 1) * SHEET.perLine).join(", "),
      );
      return [
        { type: "image" as const, mimeType: IMAGE_FORMATS.png, data: image.toString("base64") },
        { type: "text" as const, text: lines.join("\n") },
      ];
    },
  },
  {
    name: "similar_icons",
    title: "Find similar icons",
    description:
      "Finds similar icons. Give id: by look (nearly equal hashes first), where score is the share of people who call a pair similar. Or phash: by the Hamming distance of perceptual hashes; up to 4 is nearly the same image, up to 10 is similar, 24 and more is unrelated.",
    input: object({
      id: { type: "string", description: "An icon's id." },
      phash: {
        type: "string",
        pattern: "^[0-9a-fA-F]{16}$",
        description: "A perceptual hash, as printed by `icons hash FILE`.",
      },
      limit: { type: "integer", minimum: 1, maximum: MAX_MATCHES, description: `Default ${DEFAULT_ITEMS}.` },
      include: {
        type: "array",
        items: { enum: VARIANTS },
        description: "Also compares with the mirrored or inverted image.",
      },
      by: {
        enum: ORDERS,
        description:
          "What to compare: nearly equal hashes, then shapes and colors together (auto, default for an id), these alone (look), hashes (phash, default for phash, maxDistance and include), shapes, colors, hashes and colors (blend), or vectors of the dataset. All but phash need an id.",
      },
      maxDistance: { type: "integer", minimum: 0, maximum: 64, description: "Of hashes; default 64." },
    }),
    output: object(
      {
        phash: TEXT,
        icons: {
          type: "array",
          items: {
            ...BRIEF,
            properties: { ...BRIEF.properties, distance: COUNT, variant: { enum: VARIANTS } },
            additionalProperties: true,
          },
        },
      },
      ["icons"],
    ),
    async run({ catalog, similar }, given: SimilarRequest) {
      const { phash, matches } = await similar(given);
      const icons = matches.map(({ ordinal, ...nearness }) => ({ ...briefly(catalog, ordinal), ...nearness }));
      return { phash, icons };
    },
  },
  {
    name: "resolve_icons",
    title: "Resolve identities",
    description:
      "Returns the icon of each domain, container image, bundle id, package, image label and name with the reason, or only why there is none.",
    input: object(
      {
        identities: {
          type: "array",
          minItems: 1,
          maxItems: MAX_IDENTITIES,
          items: object({ kind: { enum: IDENTITY_KINDS }, value: { type: "string" } }, ["kind", "value"]),
        },
        fuzzy: { type: "boolean", description: "Also search for names that no icon has. Default false." },
      },
      ["identities"],
    ),
    run(
      { catalog, plan },
      { identities, fuzzy }: { readonly identities: readonly Identity[]; readonly fuzzy?: boolean },
    ) {
      const { length } = identities;
      if (length > plan.maxLimit)
        throw new RangeError(`${length} identities are given; the plan allows ${plan.maxLimit} in one call`);
      const resolved = catalog
        .resolve(identities, fuzzy)
        .map(({ ordinal, reason }) => (ordinal === undefined ? { reason } : { ...briefly(catalog, ordinal), reason }));
      return { icons: resolved };
    },
  },
  {
    name: "list_categories",
    title: "List categories",
    description: "Returns all categories with their number of icons.",
    input: object({}),
    output: object(
      { categories: { type: "array", items: object({ label: TEXT, count: COUNT }, ["label", "count"]) } },
      ["categories"],
    ),
    run: ({ catalog }) => ({ categories: catalog.labels("category") }),
  },
];

function briefly(catalog: Catalog, ordinal: number): object {
  const { id, name, category, developer } = catalog.record(ordinal);
  return { id, name, category, developer };
}

function object<Properties extends object>(properties: Properties, required: readonly string[] = []) {
  return { type: "object", properties, required, additionalProperties: false } as const;
}

function labels(facet: Facet): object {
  const { plural, values, examples } = FACET[facet];
  const accepted = `Any of these ${plural}, such as ${examples.join(" or ")}`;
  const description = values === "color" ? `${accepted}, or #rrggbb for the label of that color.` : `${accepted}.`;
  return { type: "array", items: { type: "string" }, description };
}
