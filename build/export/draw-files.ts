import { decodeImageHead, decodeStoredImage, type StoredImage } from "#src/format/stored-image.js";
import { composeDrawing } from "#src/images/compose-drawing.js";
import { dropInOptions } from "#src/images/drop-in-layouts.js";
import { ImageOptionError, type ImageOptions, toImageRequest } from "#src/images/image-options.js";
import { createImageService, type ImageService } from "#src/images/image-service.js";
import type { Layout, PlannedFile } from "./layout.js";

/** The look of images, except format and size. */
export type Look = Omit<ImageOptions, "format" | "size" | "width" | "height" | "content">;

/** Renders the images of an export like `catalog.image`, several at a time. */
export interface Drawer {
  /** The drawing of an icon as SVG. @throws Error that names the icon */
  drawing(id: string, image: StoredImage): string;
  /**
   * Renders a file of an icon.
   *
   * @param id of the icon, or the name of its variant's file: another name for each item
   * @param item as stored in the blob `images`
   * @throws Error that names the icon if it can't be rendered this way
   */
  file(id: string, item: Buffer, file: PlannedFile): Promise<Uint8Array>;
  /** Ends the renderers. */
  close(): Promise<void>;
}

/**
 * @param processes maximum number of images rendered at the same time; the processes start with the first raster image
 */
export function createDrawer(look: Look, processes: number): Drawer {
  const svg = toImageRequest({ ...look, format: "svg" });
  const isPlain = Object.keys(look).length === 0;
  let service: ImageService | undefined;
  return {
    drawing: (id, image) => naming(id, () => composeDrawing(image, svg)),
    async file(id, item, { format, size, stored, dropIn }) {
      const sized = dropIn
        ? dropInOptions(decodeImageHead(item), format)
        : { format, ...(size === undefined ? {} : { size }) };
      const request = toImageRequest({ ...look, ...sized });
      if (format === "svg") return Buffer.from(naming(id, () => composeDrawing(decodeStoredImage(item), request)));
      if (stored && isPlain && size === undefined) return decodeStoredImage(item).file;
      service ??= createImageService(processes);
      const { request: draw } = service;
      try {
        return await draw(id, item, request).bytes();
      } catch (error) {
        throw named(id, error);
      }
    },
    close: async () => service?.close(),
  };
}

/**
 * Checks the look and all sizes before anything is rendered.
 *
 * @throws ImageOptionError for an invalid option
 */
export function checkLook(look: Look, { templates, sizes }: Pick<Layout, "templates" | "sizes">): void {
  toImageRequest({ ...look, format: "svg" });
  for (const { format = "png" } of templates) for (const size of sizes) toImageRequest({ ...look, format, size });
}

/** Maximum number of images that are rendered or waiting. The queue of one renderer accepts as many of any form. */
export const MAX_AHEAD = 16;

/** Runs several tasks concurrently and yields their results in order. */
export async function* inOrder<T>(tasks: Iterable<() => Promise<T>>, ahead: number): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  for (const task of tasks) {
    const result = task();
    // The error is thrown when this result is due; until then, it must not count as an unhandled rejection.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= ahead) yield await running.shift()!;
  }
  for (const result of running) yield await result;
}

function naming<T>(id: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw named(id, error);
  }
}

function named(id: string, error: unknown): unknown {
  if (error instanceof ImageOptionError) return error;
  return new Error(`${id}: ${(error as Error).message}; leave it out of the export`, { cause: error });
}
