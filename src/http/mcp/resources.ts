import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { detailOf } from "../../catalog/detail-text.js";
import { IconNotFoundError, IconRemovedError, IconRenamedError } from "../../catalog/generation/catalog-errors.js";
import { FACETS } from "../../format/filter-facets.js";
import { IMAGE_FORMATS } from "../../images/image-options.js";
import { IconsQuery } from "../contract/request-schemas.js";
import type { ToolHost } from "./tools.js";

const DATASET = "icons://dataset";
const ICON = "icon://{id}";
const IMAGE = "icon://{id}/image";
const JSON_TYPE = "application/json";
const IMAGE_TYPE = IMAGE_FORMATS.png;
/** Of each facet; list_categories returns all categories. */
const MAX_LABELS = 50;
const MAX_COMPLETIONS = 20;

/** Errors that mean that there is no such icon. */
const ABSENT = [IconNotFoundError, IconRemovedError, IconRenamedError];

/**
 * Adds what assistants and their users can attach: the dataset as a whole, and each icon by its id, as data and as
 * image. Icons are not listed, since there may be millions; ids are completed by a search for names.
 *
 * @param hostOf called for each resource. @param explain as for `createMcpServer`
 */
export function registerResources(
  server: McpServer,
  hostOf: () => ToolHost,
  explain: (error: unknown) => unknown,
): void {
  /** Reads from the catalog. @param uri undefined: of no resource */
  const read = async <Result>(
    uri: URL | undefined,
    make: (host: ToolHost) => Result | Promise<Result>,
  ): Promise<Result> => {
    try {
      return await make(hostOf());
    } catch (error) {
      if (uri !== undefined && ABSENT.some((kind) => error instanceof kind))
        throw new ResourceNotFoundError(uri.href, (error as Error).message);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, (explain(error) as Error).message);
    }
  };
  const json = async (uri: URL, make: (host: ToolHost) => object) => {
    const text = JSON.stringify(await read(uri, make));
    return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text }] };
  };
  const complete = {
    id: (typed: string) =>
      read(undefined, ({ catalog }) => {
        const q = typed.slice(0, IconsQuery.properties.q.maxLength);
        const { ordinals } = catalog.list({ ...(q === "" ? {} : { q, match: "name" }), limit: MAX_COMPLETIONS });
        return Array.from(ordinals, (ordinal) => catalog.record(ordinal).id);
      }),
  };

  server.registerResource(
    "dataset",
    DATASET,
    {
      title: "Dataset",
      description: `Name, generation, number of icons, and the labels that filter them: of each facet up to ${MAX_LABELS}, most common first.`,
      mimeType: JSON_TYPE,
    },
    (uri) => json(uri, datasetOf),
  );
  server.registerResource(
    "icon",
    new ResourceTemplate(ICON, { list: undefined, complete }),
    { title: "Icon", description: "All data of an icon, as show_icon returns it.", mimeType: JSON_TYPE },
    (uri, { id }) =>
      json(uri, ({ catalog, origin, plan }) => {
        const known = idOf(id);
        return detailOf(
          catalog.get(known),
          origin,
          plan.fullDetail,
          catalog.storedImage(known),
          catalog.variants(known),
        );
      }),
  );
  server.registerResource(
    "image",
    new ResourceTemplate(IMAGE, { list: undefined, complete }),
    { title: "Image of an icon", description: "As PNG; icon_image returns other forms.", mimeType: IMAGE_TYPE },
    async (uri, { id }) => {
      const image = await read(uri, ({ image: draw }) => draw(idOf(id), { format: "png" }));
      if (image === undefined)
        throw new ResourceNotFoundError(uri.href, `the icon ${JSON.stringify(idOf(id))} has no image`);
      return { contents: [{ uri: uri.href, mimeType: IMAGE_TYPE, blob: image.toString("base64") }] };
    },
  );
}

function datasetOf({ catalog }: ToolHost): object {
  const { manifest, generation, size } = catalog;
  const facets = FACETS.map((facet) => {
    const labels = catalog.labels(facet);
    return [facet, { total: labels.length, labels: labels.slice(0, MAX_LABELS) }] as const;
  });
  return { name: manifest.dataset.name, generation, icons: size, facets: Object.fromEntries(facets) };
}

/** An id in a URI, which is escaped there. @throws IconNotFoundError if it is escaped in a way that no id is */
function idOf(escaped: string | readonly string[] | undefined): string {
  const text = String(escaped);
  try {
    return decodeURIComponent(text);
  } catch {
    throw new IconNotFoundError(text);
  }
}
