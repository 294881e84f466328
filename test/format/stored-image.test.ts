import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "#src/format/format-error.js";
import {
  decodeImageHead,
  decodeStoredImage,
  encodeStoredImage,
  IMAGE_HEAD_BYTES,
  MAX_DRAWING_BYTES,
  STORED_KINDS,
  type StoredImage,
} from "#src/format/stored-image.js";

const color = fc.option(
  fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`),
  { nil: undefined },
);
const side = fc.integer({ min: 1, max: 65_535 });
const image: fc.Arbitrary<StoredImage> = fc.record({
  kind: fc.constantFrom(...STORED_KINDS),
  width: side,
  height: side,
  recolorable: fc.boolean(),
  tint: color,
  background: color,
  padding: fc.integer({ min: 0, max: 32_767 }).map((parts) => parts / 65_535),
  file: fc.uint8Array({ minLength: 1, maxLength: 300 }),
});

const drawing = (text: string): Buffer =>
  encodeStoredImage({
    kind: "svg",
    width: 24,
    height: 24,
    recolorable: true,
    tint: undefined,
    background: undefined,
    padding: 0,
    file: Buffer.from(text),
  });

describe("stored image", () => {
  it("decodes to the encoded image, for any image", () => {
    fc.assert(
      fc.property(image, (stored) => {
        const item = encodeStoredImage(stored);
        const { file, ...head } = stored;
        expect(decodeImageHead(item)).toEqual(head);
        const decoded = decodeStoredImage(item);
        expect({ ...decoded, file: Uint8Array.from(decoded.file) }).toEqual({ ...head, file: Uint8Array.from(file) });
        expect(encodeStoredImage(decoded)).toEqual(item);
      }),
    );
  });

  it("limits sizes to the range of its head", () => {
    const sizes = [0.2, 24.5, 1e6].map((width) => {
      const { width: stored } = decodeImageHead(encodeStoredImage({ ...decodeStoredImage(drawing("a")), width }));
      return stored;
    });
    expect(sizes).toEqual([1, 25, 65_535]);
  });

  it("compresses a typical drawing to a fraction of its size", () => {
    const text =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="currentColor" d="M1 1h22v22z"/></svg>';
    expect(drawing(text).length).toBeLessThan(IMAGE_HEAD_BYTES + text.length / 3);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a head alone", drawing("a").subarray(0, IMAGE_HEAD_BYTES)],
    ["an unknown kind", Buffer.concat([Buffer.from([STORED_KINDS.length]), drawing("a").subarray(1)])],
    ["a drawing cut short", drawing("some text that is long enough to cut").subarray(0, 30)],
    ["a drawing that inflates too far", drawing("x".repeat(MAX_DRAWING_BYTES + 1))],
    ["a drawing of other bytes", Buffer.concat([drawing("a").subarray(0, IMAGE_HEAD_BYTES), Buffer.from("<svg/>")])],
  ])("rejects %s", (_, item) => {
    expect(() => decodeStoredImage(item)).toThrow(FormatError);
  });

  it("decodes damaged items or rejects them with a FormatError", () => {
    const item = drawing("<svg>0123456789</svg>");
    fc.assert(
      fc.property(fc.nat(item.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(item);
        damaged[at]! ^= change;
        try {
          expect(decodeStoredImage(damaged).file.length).toBeLessThanOrEqual(MAX_DRAWING_BYTES);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
    );
  });
});
