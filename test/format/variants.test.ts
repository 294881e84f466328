import fc from "fast-check";
import { expect, it } from "vitest";
import { FormatError } from "#src/format/format-error.js";
import { IMAGE_HEAD_BYTES } from "#src/format/stored-image.js";
import { MAX_VARIANTS, VARIANT_NAME } from "#src/format/variant-names.js";
import { decodeVariants, encodeVariants } from "#src/format/variants.js";
import { randomRuns } from "../support/random-runs.js";

const image = fc
  .uint8Array({ maxLength: 60 })
  .map((bytes) => Buffer.from(bytes.length > IMAGE_HEAD_BYTES ? bytes : []));
const text = fc.string({ minLength: 1 });
const credits = fc.record({ license: text, licenseUrl: text, source: text, attribution: text }, { requiredKeys: [] });
const own = fc.record({
  name: fc.stringMatching(VARIANT_NAME).filter((name) => name.length <= 40),
  phash: fc.stringMatching(/^[0-9a-f]{16}$/),
  colors: fc.uniqueArray(fc.constantFrom("red", "green", "blue")),
  image,
});
const variant = fc.tuple(own, credits).map(([facts, credited]) => ({ ...facts, ...credited }));
const variants = fc.uniqueArray(variant, { selector: ({ name }) => name, maxLength: MAX_VARIANTS });

it("decodes encoded variants to the same names, hashes, colors and images", () => {
  fc.assert(
    fc.property(variants, (written) => {
      expect(decodeVariants(encodeVariants(written), 7)).toEqual(written);
    }),
    randomRuns(1000),
  );
});

it("rejects variants with damaged bytes by their file name, or returns valid ones inside the item", () => {
  const damage = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(variants, damage, fc.nat(400), (written, changes, cut) => {
      const item = Buffer.from(encodeVariants(written));
      for (const [at, byte] of changes) if (at < item.length) item[at] = byte;
      try {
        for (const { name, phash, image } of decodeVariants(item.subarray(0, cut), 7, "variants-0000.bin")) {
          expect([VARIANT_NAME.test(name), phash.length]).toEqual([true, 16]);
          expect(image.buffer).toBe(item.buffer);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
        expect((error as Error).message).toContain("variants-0000.bin: item 7 can't be decoded: ");
      }
    }),
    randomRuns(1000),
  );
});
