import { readdir } from "node:fs/promises";
import { extname, join, posix } from "node:path";
import { textNumber } from "../../text-number.js";
import type { Check } from "../check.js";

const PICTURES = new Set([".svg", ".png", ".webp", ".jpg", ".jpeg", ".avif", ".gif", ".tif", ".tiff", ".ico", ".icns"]);

export const unusedPicture: Check = {
  severity: "info",
  about:
    "a picture file in the dataset's folder that no record names; hidden folders and `node_modules` are not looked into",
  remedy: "Name it in a record, or remove the file.",
  begin({ data, dataset, reportFile }) {
    const named = new Set<number>();
    return {
      record({ source: { image } }) {
        if (image !== undefined) named.add(textNumber(posix.normalize(image)));
      },
      async end() {
        // A dataset that is one file may lie among anything.
        if (dataset.files.includes(data)) return;
        for await (const path of picturesIn(dataset.root, "")) {
          if (named.has(textNumber(path))) continue;
          reportFile(join(data, path), { path: [], message: "is named by no record" });
        }
      },
    };
  },
};

/** Paths of picture files relative to the root, with slashes, in order. */
async function* picturesIn(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* picturesIn(root, path);
    else if (PICTURES.has(extname(entry.name).toLowerCase())) yield path;
  }
}
