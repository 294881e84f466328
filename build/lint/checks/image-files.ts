import { readdir } from "node:fs/promises";
import { extname, join, posix } from "node:path";
import { createEqualKeys } from "../../dataset/equal-keys.js";
import { textNumber } from "../../dataset/number-list.js";
import { imagesOf } from "../../dataset/source-record.js";
import type { Check, NamedChecks } from "./check.js";
import { reportEqual } from "./equal-records.js";

const LEAST_SIDE = 64;

const IMAGES = new Set([".svg", ".png", ".webp", ".jpg", ".jpeg", ".avif", ".gif", ".tif", ".tiff", ".ico", ".icns"]);

const imageUnreadable: Check = {
  severity: "error",
  about: "a missing, undecodable or empty image",
  remedy: "Fix the reference or the image.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source, unreadable }) {
      if (unreadable === undefined) return;
      report(ordinal, { path: ["image"], value: source.image, message: `can't be used: ${unreadable}` });
    },
  }),
};

const noImage: Check = {
  severity: "warning",
  about: "a record without `image` and `iconUrl`",
  remedy: "Add image, or iconUrl if another server has it.",
  begin: ({ report }) => ({
    record({ ordinal, source: { image, iconUrl } }) {
      if (image === undefined && iconUrl === undefined) report(ordinal, { path: [], message: "has no image" });
    },
  }),
};

const sameImage: Check = {
  severity: "warning",
  about: "two records with the same image, background and tint",
  remedy: "Change one image or remove one record.",
  begin(subject) {
    const keys = createEqualKeys();
    return {
      record({ ordinal, source: { image, background, tint } }) {
        if (image !== undefined) keys.add(JSON.stringify([image, background, tint]), ordinal);
      },
      end() {
        reportEqual(subject, keys, ({ image }, { id }) => {
          return { path: ["image"], value: image, message: `is also the image of ${JSON.stringify(id)}` };
        });
      },
    };
  },
};

const smallImage: Check = {
  severity: "warning",
  about: "a raster image smaller than 64 pixels, which is served enlarged",
  remedy: "Use a drawing or a larger file.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source, analysis }) {
      const [width, height] = analysis?.size ?? [LEAST_SIDE, LEAST_SIDE];
      if (Math.max(width, height) >= LEAST_SIDE) return;
      const message = `has ${width} × ${height} pixels, fewer than ${LEAST_SIDE}`;
      report(ordinal, { path: ["image"], value: source.image, message });
    },
  }),
};

const unusedImage: Check = {
  severity: "info",
  about: "an unreferenced image file outside hidden folders and `node_modules`",
  remedy: "Reference it or delete it.",
  begin({ data, dataset, reportFile }) {
    const named = new Set<number>();
    return {
      record({ source }) {
        for (const { image } of imagesOf(source)) named.add(textNumber(posix.normalize(image)));
      },
      async end() {
        // A dataset of one file may be in a folder with unrelated files.
        if (dataset.files.includes(data)) return;
        for await (const path of imagesIn(dataset.root, "")) {
          if (named.has(textNumber(path))) continue;
          reportFile(join(data, path), { path: [], message: "is not referenced by any record" });
        }
      },
    };
  },
};

export const imageFileChecks = {
  "unreadable-image": imageUnreadable,
  "missing-image": noImage,
  "duplicate-image": sameImage,
  "small-image": smallImage,
  "unused-image": unusedImage,
} satisfies NamedChecks;

/** Paths of image files relative to the root, with slashes, sorted. */
async function* imagesIn(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* imagesIn(root, path);
    else if (IMAGES.has(extname(entry.name).toLowerCase())) yield path;
  }
}
