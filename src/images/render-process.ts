import { setImmediate as nextTurn } from "node:timers/promises";
import sharp from "sharp";
import { bufferOf } from "../platform/buffer-of.js";
import { watchResources } from "../platform/resource-limits.js";
import type { ImageRequest } from "./image-options.js";
import type { Renderer } from "./rasterize.js";
import { renderImage, renderStack } from "./render-image.js";
import type { Stack } from "./stack-layout.js";

// There is already one process per core.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Reserve for memory taken between two checks: enough for a check that is 10 ms late while a drawing with many layers
 * of 1,024 pixels fills one, 4 MiB, per millisecond.
 */
const RESERVE = 48 * 2 ** 20;
/**
 * After an image with more pixels, those are freed, since the garbage collector does not see how large they are. That
 * takes about as long as rendering an icon, but less than taking new memory for each image.
 */
const SMALL = 128 ** 2;
/**
 * With more memory, and this much more than was left the last time, all garbage is collected, which takes ten times as
 * long as rendering an icon.
 */
const MAX_KEPT = 112 * 2 ** 20;
const MAX_GROWTH = 16 * 2 ** 20;
/**
 * With more memory than this afterwards, the process is replaced. It may be close to the limit, since allocators keep
 * freed pixels for the next image, and starting a process blocks the server for up to 18 ms.
 */
const MAX_UNFREED = 192 * 2 ** 20;

export interface RenderTask {
  /** As stored in the blob `images`. */
  readonly item: Uint8Array | Stack;
  readonly request: ImageRequest;
  /** Default: resvg. */
  readonly renderer?: Renderer;
}

type Outcome = { readonly image: Uint8Array } | { readonly error: string };

export type RenderReply = Outcome & {
  /** Whether the process keeps so much memory that another one should render the next image. */
  readonly isSpent: boolean;
};

process.on("message", async (task: RenderTask) => {
  const unwatch = watchResources(RESERVE);
  const outcome = await render(task);
  unwatch();
  if (!isSmall(task.request)) globalThis.gc?.({ type: "minor" });
  process.send?.({ ...outcome, isSpent: await isSpent() } satisfies RenderReply);
});
// Service managers and terminals send signals to all processes, but the server may need this one to finish its responses
// and ends it itself.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
// The server is gone. An orderly exit would wait for the decoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

/** Without a size, an image is as large as it is stored, or has several sizes. */
function isSmall({ width, height }: ImageRequest): boolean {
  return width !== undefined && height !== undefined && width * height <= SMALL;
}

/** Bytes that were left when garbage was collected the last time. */
let left = 0;

async function isSpent(): Promise<boolean> {
  if (process.memoryUsage.rss() <= Math.max(MAX_KEPT, left + MAX_GROWTH)) return false;
  globalThis.gc?.();
  // Pixels of collected objects are freed in the next turn.
  await nextTurn();
  left = process.memoryUsage.rss();
  return left > MAX_UNFREED;
}

async function render({ item, request, renderer }: RenderTask): Promise<Outcome> {
  try {
    if (item instanceof Uint8Array) return { image: await renderImage(bufferOf(item), request, renderer) };
    const stack = { ...item, items: item.items.map(bufferOf) };
    return { image: await renderStack(stack, request, renderer) };
  } catch (error) {
    return { error: (error as Error).message.split("\n", 1)[0]! };
  }
}
