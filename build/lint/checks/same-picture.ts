import type { Check } from "../check.js";
import { createEqualKeys } from "../equal-keys.js";
import { reportEqual } from "../report-equal.js";

export const samePicture: Check = {
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
