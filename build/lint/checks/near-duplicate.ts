import type { Check } from "../check.js";
import { createLookAlikes, MAX_DISTANCE, MAX_PALETTE_DISTANCE } from "../look-alikes.js";

export const nearDuplicate: Check = {
  severity: "warning",
  about: `a picture that looks like that of a record before it: hashes at most ${MAX_DISTANCE} bits apart, palettes at most ${MAX_PALETTE_DISTANCE} of OKLab. Records of the same developer, records whose names share a word, and hashes of low detail are left out`,
  remedy: "See which of the two has the wrong picture; except the record if they look alike on purpose.",
  pictures: true,
  begin({ report, readRecord }) {
    const lookAlikes = createLookAlikes();
    return {
      record: ({ source, picture }) => lookAlikes.add(source, picture),
      end() {
        for (const [ordinal, other, distance] of lookAlikes.pairs()) {
          const finding = async () => {
            const { image, phash } = await readRecord(ordinal);
            const { id, name } = await readRecord(other);
            const message = `looks like ${JSON.stringify(id)} (${name}), Hamming distance ${distance}`;
            return { path: [image === undefined ? "phash" : "image"], value: image ?? phash, message };
          };
          report(ordinal, finding, [other]);
        }
      },
    };
  },
};
