import { isLowDetail } from "#src/catalog/similar/low-detail.js";
import type { Check } from "../check.js";
import { hashWords } from "../hash-words.js";

export const lowDetail: Check = {
  severity: "info",
  about:
    "a perceptual hash with at most 22 of its 64 bits set, as flat and very symmetric pictures have: look-alikes found by it say little",
  remedy: "Nothing has to be done; a picture that should have detail may be blank or cropped.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source, picture }) {
      const hash = source.phash ?? picture?.phash;
      if (hash === undefined || !isLowDetail(...hashWords(hash))) return;
      const path = [source.phash === undefined ? "image" : "phash"];
      const message = `has a hash that says little: ${hash}`;
      report(ordinal, { path, value: source.phash ?? source.image, message });
    },
  }),
};
