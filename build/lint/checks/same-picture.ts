import type { Check } from "../check.js";
import { createEqualKeys } from "../equal-keys.js";

export const samePicture: Check = {
  severity: "warning",
  about: "two records that name the same picture, on the same background and in the same tint",
  remedy: "Give one of the two its own picture, or remove it.",
  begin({ report, readRecord }) {
    const keys = createEqualKeys();
    return {
      record({ ordinal, source: { image, background, tint } }) {
        if (image !== undefined) keys.add(JSON.stringify([image, background, tint]), ordinal);
      },
      end() {
        for (const [first, ...others] of keys.groups()) {
          for (const other of others) {
            const finding = async () => {
              const { id } = await readRecord(first!);
              const { image } = await readRecord(other);
              return { path: ["image"], value: image, message: `is the picture of ${JSON.stringify(id)}, too` };
            };
            report(other, finding, [first!]);
          }
        }
      },
    };
  },
};
