import type { Catalog } from "../../catalog/catalog.js";
import { findNamed, imageName } from "../../catalog/named-images.js";
import { decodeImageHead } from "../../format/stored-image.js";
import { DROP_IN_LAYOUTS, type DropInLayout, dropInOptions } from "../../images/drop-in-layouts.js";
import { type ImageFormat, toImageRequest } from "../../images/image-options.js";
import type { Service } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { READING } from "../contract/methods.js";
import type { RenderRules } from "../requests/image-query.js";
import { type FoundImage, type ImageSender, sendAgain, sendImage } from "../responses/send-image.js";

interface LayoutOptions extends Service, RenderRules, ImageSender {
  readonly layout: DropInLayout;
}

/** The paths of a layout. */
export function dropInPaths(layout: DropInLayout): string[] {
  return DROP_IN_LAYOUTS[layout].map(pathOf);
}

function pathOf(format: ImageFormat): string {
  return `/${format}/:file`;
}

/**
 * GET /svg/plex.svg, /png/plex-light.png …: images under the paths of another collection, for programs made for it.
 * Does not count against the quota; `render` decides who may request other formats than SVG.
 */
export function routeDropInLayout({ app, catalog, layout, render, checkKey, ...sender }: LayoutOptions): void {
  for (const format of DROP_IN_LAYOUTS[layout]) {
    app.route<{ Params: { readonly file: string } }>({
      method: READING,
      url: pathOf(format),
      schema: { hide: true } as object,
      onRequest(request, reply, done) {
        if (format !== "svg" && render === "off")
          throw new ApiError("rendering_disabled", "this server renders no images on request; request an SVG");
        if (format !== "svg" && render !== "open") checkKey(request);
        if (!sendAgain(sender, request, reply, catalog().generation)) done();
      },
      handler(request, reply) {
        const found = find(catalog(), request.params.file, format);
        const wanted = { request: toImageRequest(dropInOptions(decodeImageHead(found.item), format)) };
        return sendImage(sender, request, reply, found, wanted);
      },
    });
  }
}

/** @throws ApiError route_not_found, icon_not_found; the errors of `Catalog.ordinalOf` */
function find(catalog: Catalog, file: string, format: ImageFormat): FoundImage & { readonly item: Buffer } {
  const ending = `.${format}`;
  if (!file.endsWith(ending))
    throw new ApiError("route_not_found", `this path does not exist; the files of this folder end in ${ending}`);
  const name = file.slice(0, -ending.length);
  const named = findNamed(name, catalog);
  // The error also knows renamed and removed icons.
  if (named === undefined) catalog.ordinalOf(name);
  const { id, variant } = named!;
  const item = catalog.storedImage(id, { variant });
  if (item === undefined)
    throw new ApiError("icon_not_found", `the icon ${JSON.stringify(imageName(named!))} has no image`);
  return { generation: catalog.generation, id, which: variant ?? "", item };
}
