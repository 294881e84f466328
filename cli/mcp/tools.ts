import { readFileSync } from "node:fs";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { type Catalog, openCatalog } from "../../src/catalog/catalog.js";
import { detailOf } from "../../src/catalog/detail-text.js";
import { readCurrent } from "../../src/catalog/generation/generation.js";
import type { ListRequest } from "../../src/catalog/list-request.js";
import { ORDERS, type SimilarRequest } from "../../src/catalog/similar/find-similar.js";
import { VARIANTS } from "../../src/catalog/similar/hash-distance.js";
import { MAX_MATCHES } from "../../src/catalog/similar/nearest-hashes.js";

import { FACET, FACETS, type Facet } from "../../src/format/filter-facets.js";
import { DETAIL_FIELDS, ITEM_FIELDS, RECORD_FIELDS } from "../../src/format/record-and-detail-fields.js";
import { IMAGE_FORMATS, type ImageOptions, SIDES } from "../../src/images/image-options.js";
import { listWords } from "../../src/text/list-words.js";

/** A tool of a coding assistant. Results are compact, since assistants pay for what they read. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly input: object;
  /**
   * @param asked the arguments, valid by the schema. @throws IconNotFoundError, PhashUnavailableError; any error of
   * `Catalog.image`
   */
  answer(catalog: Catalog, asked: never): object | Promise<ImageContent>;
}

/** An image in the protocol's format. */
interface ImageContent {
  readonly type: "image";
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** Default and maximum number of items in a list; assistants can request further pages. */
const DEFAULT_ITEMS = 10;
const MAX_ITEMS = 50;

const SHOWN = [...ITEM_FIELDS, ...DETAIL_FIELDS].map((field) => RECORD_FIELDS[field].label.toLowerCase());

/** @param publicUrl origin of image URLs */
function createTools(publicUrl: string): Tool[] {
  return [
    {
      name: "search_icons",
      title: "Search icons",
      description: "Searches application icons by name, alias, developer and labels, best first. Typos are corrected.",
      input: object({
        query: { type: "string", maxLength: 200, description: "Words or prefixes of words." },
        ...Object.fromEntries(FACETS.map((facet) => [facet, labels(facet)])),
        page: { type: "integer", minimum: 1, description: "Default 1." },
        limit: { type: "integer", minimum: 1, maximum: MAX_ITEMS, description: `Default ${DEFAULT_ITEMS}.` },
      }),
      answer(catalog, { query, limit = DEFAULT_ITEMS, ...rest }: Omit<ListRequest, "q"> & { query?: string }) {
        const found = catalog.list({ ...rest, limit, ...(query === undefined ? {} : { q: query }) });
        const { total, page, totalPages, didYouMean } = found;
        return {
          total,
          page,
          totalPages,
          didYouMean,
          icons: Array.from(found.ordinals, (ordinal) => briefly(catalog, ordinal)),
        };
      },
    },
    {
      name: "show_icon",
      title: "Show an icon",
      description: `Returns all data of one icon: ${listWords(SHOWN)}.`,
      input: object({ id: { type: "string", description: "Id of an icon, as returned by search_icons." } }, ["id"]),
      answer: (catalog, { id }: { id: string }) => detailOf(catalog.get(id), publicUrl, true, catalog.storedImage(id)),
    },
    {
      name: "icon_image",
      title: "Get an icon's image",
      description:
        "Returns the image of an icon, to view or to save. SVG is only possible for drawings; see images in show_icon.",
      input: object(
        {
          id: { type: "string", description: "Id of an icon, as returned by search_icons." },
          format: { enum: ["png", "webp", "jpg", "svg"], description: "Default png." },
          size: { type: "integer", minimum: SIDES.least, maximum: SIDES.most, description: `Default ${SIDES.usual}.` },
          color: { type: "string", maxLength: 100, description: "CSS color for drawings in a single color." },
          background: { type: "string", maxLength: 100, description: "CSS color behind the image." },
        },
        ["id"],
      ),
      async answer(catalog, { id, format = "png", ...look }: ImageOptions & { readonly id: string }) {
        const image = await catalog.image(id, { ...look, format });
        if (image === undefined) throw new Error(`the icon ${JSON.stringify(id)} has no image`);
        return { type: "image" as const, mimeType: IMAGE_FORMATS[format], data: image.toString("base64") };
      },
    },
    {
      name: "similar_icons",
      title: "Find similar icons",
      description:
        "Finds similar icons by the Hamming distance of perceptual hashes: up to 4 is nearly the same image, up to 10 is similar, 24 and more is unrelated. Give id or phash.",
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
        by: { enum: ORDERS, description: "What to compare: shapes (default), colors, or both; colors need an id." },
        maxDistance: { type: "integer", minimum: 0, maximum: 64, description: "Default 64." },
      }),
      answer(catalog, asked: SimilarRequest) {
        const { phash, matches } = catalog.similar(asked);
        const icons = matches.map(({ ordinal, ...nearness }) => ({ ...briefly(catalog, ordinal), ...nearness }));
        return { phash, icons };
      },
    },
    {
      name: "list_categories",
      title: "List categories",
      description: "Returns all categories with their number of icons.",
      input: object({}),
      answer: (catalog) => ({ categories: catalog.labels("category") }),
    },
  ];
}

function briefly(catalog: Catalog, ordinal: number): object {
  const { id, name, category, developer } = catalog.record(ordinal);
  return { id, name, category, developer };
}

function object(properties: object, required: readonly string[] = []): object {
  return { type: "object", properties, required, additionalProperties: false };
}

function labels(facet: Facet): object {
  const { plural, values, examples } = FACET[facet];
  const accepted = `Any of these ${plural}, such as ${examples.join(" or ")}`;
  const description = values === "color" ? `${accepted}, or #rrggbb for the label of that color.` : `${accepted}.`;
  return { type: "array", items: { type: "string" }, description };
}

/**
 * Serves the tools over standard input and output until the input ends, always from the live generation.
 *
 * @throws FormatError if nothing has been built yet
 */
export async function serveTools(artifacts: string, publicUrl: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  let opened: Catalog = openCatalog(artifacts);
  const live = (): Catalog => {
    const name = readCurrent(artifacts);
    if (name !== undefined && name !== opened.generation) opened = openCatalog(artifacts, name);
    return opened;
  };

  const server = new McpServer({ name: "icons", version });
  for (const { name, title, description, input, answer } of createTools(publicUrl)) {
    server.registerTool(
      name,
      { title, description, inputSchema: fromJsonSchema(input as never), annotations: { readOnlyHint: true } },
      async (asked) => {
        const answered = answer(live(), asked as never);
        if (answered instanceof Promise) return { content: [await answered] };
        return { content: [{ type: "text", text: JSON.stringify(answered) }] };
      },
    );
  }
  await server.connect(new StdioServerTransport());
}
