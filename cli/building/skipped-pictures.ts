import type { SkippedPicture } from "../../build/compile/options.js";
import { paint, print } from "../output.js";

/** Tells of pictures that could not be read. */
export function printSkipped(skipped: readonly SkippedPicture[]): void {
  printList(
    "pictures; their icons have no hash and no picture",
    skipped.filter(({ largeOnly }) => !largeOnly),
  );
  printList(
    "large pictures; their icons have those of 128 pixels",
    skipped.filter(({ largeOnly }) => largeOnly),
  );
}

function printList(what: string, skipped: readonly SkippedPicture[]): void {
  if (skipped.length === 0) return;
  print(`${paint("yellow", "skipped")} ${skipped.length} ${what}:`);
  for (const { id, image, reason } of skipped) print(`  ${id}: ${image}: ${reason}`);
}
