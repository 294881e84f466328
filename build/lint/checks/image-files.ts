import { readdir } from "node:fs/promises";
import { extname, join, posix } from "node:path";
import { isReversed, LEAST_DIFFERENCE, lightnessOf, themePairs } from "../../analysis/theme-pairs.js";
import { createEqualKeys } from "../../dataset/equal-keys.js";
import { textNumber } from "../../dataset/number-list.js";
import { imagesOf } from "../../dataset/source-record.js";
import { IMAGE_ENDINGS } from "../../image/image-file.js";
import type { Check, LintedRecord, NamedChecks } from "./check.js";
import { reportEqual } from "./equal-records.js";

const LEAST_SIDE = 64;

const imageUnreadable: Check = {
  severity: "error",
  about: "a missing, undecodable or empty image, also of a variant",
  remedy: "Fix the reference or the image.",
  images: true,
  begin: ({ report }) => ({
    record(record) {
      for (const { path, value, unreadable } of measuredImages(record))
        if (unreadable !== undefined) report(record.ordinal, { path, value, message: `can't be used: ${unreadable}` });
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
  about: "two records with the same image, background and tint: the same file, or files with the same bytes",
  remedy: "Change one image or remove one record.",
  images: true,
  begin(subject) {
    const keys = createEqualKeys();
    return {
      record({ ordinal, source: { image, background, tint }, content }) {
        if (image !== undefined) keys.add(content ?? JSON.stringify([image, background, tint]), ordinal);
      },
      end() {
        reportEqual(subject, keys, ({ image }, { id, image: first }) => {
          const same = image === first ? "is also" : `has the same bytes as ${JSON.stringify(first)},`;
          return { path: ["image"], value: image, message: `${same} the image of ${JSON.stringify(id)}` };
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

const drawnText: Check = {
  severity: "warning",
  about: "a drawing with text, also of a variant: builds and servers render it in Inter, browsers in their own fonts",
  remedy: "Convert the text to paths.",
  images: true,
  begin: ({ report }) => ({
    record(record) {
      for (const { path, value, analysis } of measuredImages(record))
        if (analysis?.hasText)
          report(record.ordinal, { path, value, message: "contains text, which depends on fonts" });
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

const reversedVariants: Check = {
  severity: "warning",
  about: `a \`light\` variant that is darker than its \`dark\` one, or \`NAME-light\` than \`NAME-dark\`: the mean lightness of their palettes differs by more than ${LEAST_DIFFERENCE} in OKLab`,
  remedy: "Exchange the names: they are the colors of the images, so `light` is for dark pages.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source: { variants: named = [] }, variants }) {
      const names = named.map(({ name }) => name);
      for (const { light, dark } of themePairs(names)) {
        const at = names.indexOf(light);
        const [one, other] = [variants[at]?.analysis, variants[names.indexOf(dark)]?.analysis];
        if (one === undefined || other === undefined || !isReversed(one, other)) continue;
        const [own, others] = [one, other].map((analysis) => lightnessOf(analysis).toFixed(2));
        const message = `is darker than the variant ${JSON.stringify(dark)}: lightness ${own} and ${others}`;
        report(ordinal, { path: ["variants", at, "name"], value: light, message });
      }
    },
  }),
};

export const imageFileChecks = {
  "unreadable-image": imageUnreadable,
  "missing-image": noImage,
  "duplicate-image": sameImage,
  "small-image": smallImage,
  "drawn-text": drawnText,
  "reversed-variants": reversedVariants,
  "unused-image": unusedImage,
} satisfies NamedChecks;

/** The image of a record and those of its variants, with their fields. */
function measuredImages({ source, variants, analysis, unreadable }: LintedRecord) {
  return [
    { path: ["image"], value: source.image, analysis, unreadable },
    ...variants.map((variant, at) => {
      return { path: ["variants", at, "image"], value: source.variants![at]!.image, ...variant };
    }),
  ];
}

/** Paths of image files relative to the root, with slashes, sorted. */
async function* imagesIn(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* imagesIn(root, path);
    else if (IMAGE_ENDINGS.has(extname(entry.name).toLowerCase())) yield path;
  }
}
