import { readdir } from "node:fs/promises";
import { extname, join, posix } from "node:path";
import { textNumber } from "../../dataset/number-list.js";
import type { Check, NamedChecks } from "./check.js";
import { createEqualKeys, reportEqual } from "./equal-records.js";

const LEAST_SIDE = 64;

const PICTURES = new Set([".svg", ".png", ".webp", ".jpg", ".jpeg", ".avif", ".gif", ".tif", ".tiff", ".ico", ".icns"]);

const pictureUnreadable: Check = {
  severity: "error",
  about: "a picture that is missing, can't be decoded or shows nothing; a build would leave it out",
  remedy: "Fix the reference or the picture.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source, unreadable }) {
      if (unreadable === undefined) return;
      report(ordinal, { path: ["image"], value: source.image, message: `can't be used: ${unreadable}` });
    },
  }),
};

const noPicture: Check = {
  severity: "warning",
  about: "a record without `image` and `iconUrl`: there is nothing to show",
  remedy: "Give it image, or iconUrl where somebody else serves the picture.",
  begin: ({ report }) => ({
    record({ ordinal, source: { image, iconUrl } }) {
      if (image === undefined && iconUrl === undefined) report(ordinal, { path: [], message: "has no picture" });
    },
  }),
};

const samePicture: Check = {
  severity: "warning",
  about: "two records that name the same picture, on the same background and in the same tint",
  remedy: "Give one of the two its own picture, or remove it.",
  begin(subject) {
    const keys = createEqualKeys();
    return {
      record({ ordinal, source: { image, background, tint } }) {
        if (image !== undefined) keys.add(JSON.stringify([image, background, tint]), ordinal);
      },
      end() {
        reportEqual(subject, keys, ({ image }, { id }) => {
          return { path: ["image"], value: image, message: `is the picture of ${JSON.stringify(id)}, too` };
        });
      },
    };
  },
};

const smallPicture: Check = {
  severity: "warning",
  about: "a raster file whose longer side has fewer than 64 pixels: it is enlarged to be served, and looks it",
  remedy: "Find the picture as a drawing or in a larger size.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source, picture }) {
      const [width, height] = picture?.size ?? [LEAST_SIDE, LEAST_SIDE];
      if (Math.max(width, height) >= LEAST_SIDE) return;
      const message = `has ${width} × ${height} pixels, fewer than ${LEAST_SIDE}`;
      report(ordinal, { path: ["image"], value: source.image, message });
    },
  }),
};

const unusedPicture: Check = {
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

export const imageFileChecks = {
  "picture-unreadable": pictureUnreadable,
  "no-picture": noPicture,
  "same-picture": samePicture,
  "small-picture": smallPicture,
  "unused-picture": unusedPicture,
} satisfies NamedChecks;

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
