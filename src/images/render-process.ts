import sharp from "sharp";
import { watchResources } from "../platform/resource-limits.js";
import type { ImageRequest } from "./image-options.js";
import type { Renderer } from "./rasterize.js";
import { renderImage } from "./render-image.js";

// There is already one process per core.
sharp.concurrency(1);
sharp.cache(false);

export interface RenderTask {
  /** As stored in the blob `images`. */
  readonly item: Uint8Array;
  readonly request: ImageRequest;
  /** Default: resvg. */
  readonly renderer?: Renderer;
}

export type RenderReply = { readonly image: Uint8Array } | { readonly error: string };

process.on("message", async (task: RenderTask) => {
  const unwatch = watchResources();
  const reply = await render(task);
  unwatch();
  process.send?.(reply);
});
// Service managers and terminals send signals to all processes, but the server may need this one to finish its answers
// and ends it itself.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
// The server is gone. An orderly exit would wait for the decoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function render({ item, request, renderer }: RenderTask): Promise<RenderReply> {
  try {
    return { image: await renderImage(Buffer.from(item.buffer, item.byteOffset, item.length), request, renderer) };
  } catch (error) {
    return { error: (error as Error).message.split("\n", 1)[0]! };
  }
}
