import type { Catalog } from "../../catalog/catalog.js";
import { IconNotFoundError, IconRenamedError } from "../../catalog/generation/catalog-errors.js";
import { findNamed, imageName, type NamedImage } from "../../catalog/named-images.js";
import { decodeImageHead, decodeStoredImage, encodeStoredImage, type StoredKind } from "../../format/stored-image.js";
import { adaptiveImage } from "../../images/adaptive-image.js";
import { recolor } from "../../images/compose-drawing.js";
import { dropInOptions } from "../../images/drop-in-layouts.js";
import { type ImageFormat, type ImageOptions, toImageRequest } from "../../images/image-options.js";
import { monogram } from "../../images/monogram.js";
import type { Service } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { type ImageLayout, type LayoutFallback, type PlacedLayout, pathsOf } from "../contract/layouts.js";
import { READING } from "../contract/methods.js";
import { checkRendering, type RenderRules } from "../requests/image-query.js";
import { LAYOUT_READERS, type LayoutParams, type LayoutRequest, OWN } from "../requests/layout-request.js";
import { pathOf, type RawQuery } from "../requests/query-string.js";
import { type FoundImage, type ImageSender, sendAgain, sendImage } from "../responses/send-image.js";

interface LayoutsOptions extends Service, RenderRules, ImageSender {
  readonly layouts: readonly (PlacedLayout & { readonly name: ImageLayout })[];
  readonly fallbacks: readonly LayoutFallback[];
}

/** An image of an icon, as stored. */
interface Found extends FoundImage {
  readonly item: Buffer;
  readonly variant: string | undefined;
  /** Whether it takes on the requested colors. Drawings in several colors keep them, rather than being missing on a page. */
  readonly isRecolorable: boolean;
}

/** The variants that replace an icon whose color can't be changed. */
const RECOLORABLE_VARIANTS = ["mono", "light"];

/**
 * GET /svg/plex.svg, /si/github/red …: images under the paths of other collections and services, for programs made for
 * them. Does not count against the quota; `render` decides who may request other formats than SVG.
 */
export function routeLayouts({ app, catalog, layouts, fallbacks, ...sender }: LayoutsOptions): void {
  for (const { name, path } of layouts) {
    for (const url of pathsOf({ name, path })) {
      const folder = url.slice(path.length).split("/")[1]!;
      const read = (params: LayoutParams, query: RawQuery) => LAYOUT_READERS[name](params, query, folder);
      app.route<{ Params: LayoutParams; Querystring: RawQuery }>({
        method: READING,
        url,
        schema: { hide: true } as object,
        onRequest(request, reply, done) {
          const { format, isTrimmed } = read(request.params, request.query);
          if (format !== "svg" || isTrimmed) checkRendering(request, sender);
          if (!sendAgain(sender, request, reply, catalog().generation)) done();
        },
        handler(request, reply) {
          const wanted = read(request.params, request.query);
          const found = findOr(catalog(), wanted, request.params.file !== undefined, fallbacks);
          const head = decodeImageHead(found.item);
          // Otherwise who may request the format is not known before the request is allowed.
          const isReplaced = wanted.format === "svg" && head.kind !== "svg" && sender.render === "open";
          const substitute = isReplaced ? (wanted.substitute ?? formatOf(head.kind, fallbacks)) : undefined;
          const format = substitute ?? wanted.format;
          const options = wanted.size === undefined ? dropInOptions(head, format) : { format, size: wanted.size };
          const location = substitute && locationOf(request.url, found, options);
          const [color, dark] = found.isRecolorable ? wanted.colors : [];
          const image = dark === undefined ? found : inColors(found, color ?? OWN, dark);
          const form = toImageRequest(
            dark === undefined && color !== undefined && color !== OWN ? { ...options, color } : options,
          );
          const trimmed = wanted.isTrimmed && format === "svg" ? { ...form, trim: true as const } : form;
          return sendImage(sender, request, reply, image, { request: trimmed, location });
        },
      });
    }
  }
}

/** @throws like `find`, unless a monogram replaces unknown icons and those without an image */
function findOr(
  catalog: Catalog,
  wanted: LayoutRequest,
  redirects: boolean,
  fallbacks: readonly LayoutFallback[],
): Found {
  try {
    return find(catalog, wanted, redirects);
  } catch (error) {
    const isAbsent =
      error instanceof IconNotFoundError || (error instanceof ApiError && error.code === "icon_not_found");
    if (!isAbsent || !fallbacks.includes("monogram")) throw error;
    const id = wanted.names.at(-1)!;
    const { generation } = catalog;
    return { generation, id, which: "monogram", variant: undefined, isRecolorable: false, item: monogram(id) };
  }
}

/**
 * @param redirects whether a former id is an error, which redirects; the redirect needs the name in the last segment
 * @throws ApiError icon_not_found; the errors of `findNamed`
 */
function find(catalog: Catalog, { names, isBare, colors }: LayoutRequest, redirects: boolean): Found {
  const { id, variant } = findCurrent(catalog, names, redirects);
  const { generation } = catalog;
  const isPainted = colors.some((color) => color !== OWN);
  const variants = [variant, ...(isPainted ? RECOLORABLE_VARIANTS : [])];
  const images = variants.flatMap((name) => imageOf(catalog, { id, variant: name }, isBare) ?? []);
  const chosen = images.find(({ isRecolorable }) => isPainted && isRecolorable) ?? images[0];
  if (chosen === undefined)
    throw new ApiError("icon_not_found", `the icon ${JSON.stringify(imageName({ id, variant }))} has no image`);
  return { generation, id, which: `${chosen.variant ?? ""} `, ...chosen };
}

function findCurrent(catalog: Catalog, names: LayoutRequest["names"], redirects: boolean): NamedImage {
  try {
    return findNamed(names, catalog);
  } catch (error) {
    if (redirects || !(error instanceof IconRenamedError)) throw error;
    return { id: error.currentId, variant: undefined };
  }
}

/** An image of an icon, without its background if it should be bare; undefined if the icon has none of this name. */
function imageOf(catalog: Catalog, { id, variant }: NamedImage, isBare: boolean) {
  if (variant !== undefined && !catalog.variants(id).some(({ name }) => name === variant)) return undefined;
  const item = catalog.storedImage(id, { variant });
  if (item === undefined) return undefined;
  const { background, recolorable: isRecolorable } = decodeImageHead(item);
  if (!isBare || background === undefined || variant !== undefined) return { item, variant, isRecolorable };
  return { item: catalog.storedImage(id, { variant: "bare" })!, variant: "bare", isRecolorable };
}

/** The drawing in one color on light pages and in another on dark ones. */
function inColors(found: Found, light: string, dark: string): FoundImage {
  const inColor = (color: string): Buffer => {
    if (color === OWN) return found.item;
    const image = decodeStoredImage(found.item);
    const file = Buffer.from(recolor(Buffer.from(image.file).toString(), color));
    return encodeStoredImage({ ...image, file, tint: undefined }, 0);
  };
  return {
    ...found,
    which: `${found.which}${light} ${dark}`,
    item: () => adaptiveImage(inColor(light), inColor(dark)),
  };
}

/** The format that replaces an SVG: that of the stored file if it is allowed, else the first. */
function formatOf(kind: StoredKind, allowed: readonly string[]): ImageFormat | undefined {
  const own = kind === "jpeg" ? "jpg" : kind;
  const format = allowed.includes(own) ? own : allowed.find((name) => name !== "monogram");
  return format as ImageFormat | undefined;
}

/** The address of the same image below `/images`, relative to a target. */
function locationOf(target: string, { id, variant }: Found, { format, ...size }: ImageOptions): string {
  const up = "../".repeat(pathOf(target).split("/").length - 2);
  const parameters = Object.entries({ ...size, variant }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
  return `${up}images/${encodeURIComponent(id)}.${format}?${query}`;
}
