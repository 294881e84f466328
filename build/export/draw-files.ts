import { decodeStoredImage, type StoredImage } from "#src/format/stored-image.js";
import { composeDrawing, NotRecolorableError } from "#src/images/compose-drawing.js";
import { ImageOptionError, type ImageOptions, toImageRequest } from "#src/images/image-options.js";
import { createImageService, type ImageService } from "#src/images/image-service.js";
import type { Layout, PlannedFile } from "./layout.js";

/** How images are to look, beyond format and size. */
export type Look = Omit<ImageOptions, "format" | "size" | "width" | "height">;

/** Makes the images of an export, as `catalog.image` does, several at a time. */
export interface Drawer {
  /** The drawing of an icon as SVG. @throws Error naming the icon */
  drawing(id: string, image: StoredImage): string;
  /**
   * A file of an icon.
   *
   * @param item as the blob `images` holds it
   * @throws Error naming the icon when it can't be drawn like this
   */
  file(id: string, item: Buffer, file: PlannedFile): Promise<Uint8Array>;
  /** Ends the processes that draw. */
  close(): Promise<void>;
}

/** @param processes how many images are drawn at once; they start when the first raster is */
export function createDrawer(look: Look, processes: number): Drawer {
  const svg = toImageRequest({ ...look, format: "svg" });
  const isPlain = Object.keys(look).length === 0;
  let service: ImageService | undefined;
  return {
    drawing: (id, image) => naming(id, () => composeDrawing(image, svg)),
    async file(id, item, { format, size, stored }) {
      const request = toImageRequest({ ...look, format, ...(size === undefined ? {} : { size }) });
      if (format === "svg") return Buffer.from(naming(id, () => composeDrawing(decodeStoredImage(item), request)));
      if (stored && isPlain && size === undefined) return decodeStoredImage(item).file;
      service ??= createImageService(processes);
      const { request: draw } = service;
      try {
        return await draw(id, item, request, "").bytes();
      } catch (error) {
        throw named(id, error);
      }
    },
    close: async () => service?.close(),
  };
}

/**
 * Checks the look and the sizes of all files before any is drawn.
 *
 * @throws ImageOptionError naming the option that no image can have
 */
export function checkLook(look: Look, { templates, sizes }: Pick<Layout, "templates" | "sizes">): void {
  toImageRequest({ ...look, format: "svg" });
  for (const { format = "png" } of templates) for (const size of sizes) toImageRequest({ ...look, format, size });
}

/** How many images may be drawn or wait at once: no more than the queue of the renderers takes of one client. */
export const MAX_AHEAD = 16;

/** Runs tasks some ahead of the results, which come in the order of the tasks. */
export async function* inOrder<T>(tasks: Iterable<() => Promise<T>>, ahead: number): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  for (const task of tasks) {
    const result = task();
    // It is thrown when its turn comes; until then, nobody waits for it.
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
  const remedy =
    error instanceof NotRecolorableError ? "export it without a color, or leave it out" : "leave it out of the export";
  return new Error(`${id}: ${(error as Error).message}; ${remedy}`, { cause: error });
}
