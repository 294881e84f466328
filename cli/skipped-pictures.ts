import type { SkippedPicture } from "../build/image/skipped.js";
import { paint, print } from "./output.js";

/** Tells of pictures that could not be read. */
export function printSkipped(skipped: readonly SkippedPicture[]): void {
  if (skipped.length === 0) return;
  print(`${paint("yellow", "skipped")} ${skipped.length} pictures; their icons have no hash and no picture:`);
  for (const { id, image, reason } of skipped) print(`  ${id}: ${image}: ${reason}`);
}
