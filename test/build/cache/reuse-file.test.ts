import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeReuseFile,
  encodeHead,
  encodeRow,
  type KnownImage,
  rowDigest,
  rowKey,
  rowMeasured,
  rowOrdinal,
  rowRemoved,
  rowStamp,
  setRowOrdinal,
} from "#build/cache/reuse-file.js";

const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
const hex = digest.map((bytes) => Buffer.from(bytes).toString("hex"));
const known = fc.record<KnownImage>({
  stamp: hex,
  measured: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  removed: fc.array(
    fc.string({ unit: "binary" }).map((part) => Buffer.from(part).toString()),
    { maxLength: 3 },
  ),
  digest: hex,
});
const pictures = fc.array(
  fc.record({ ordinal: fc.nat(2 ** 32 - 1), key: hex, known: fc.option(known, { nil: undefined }) }),
  { maxLength: 5 },
);
const GENERATION = "0123456789abcdef0123456789abcdef";

type Image = typeof pictures extends fc.Arbitrary<(infer Item)[]> ? Item : never;

function encode(artifacts: string, noted: readonly Image[]): Buffer {
  const rows = noted.map(({ ordinal, key, known }) => {
    const row = encodeRow(key, known);
    setRowOrdinal(row, ordinal);
    return row;
  });
  return Buffer.concat([encodeHead(artifacts, GENERATION, rows), ...rows]);
}

describe("reuse index file", () => {
  it("decodes a reuse index file to the recorded reuse index", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), pictures, (artifacts, noted) => {
        const use = decodeReuseFile(encode(artifacts, noted));
        expect(use).toMatchObject({ artifacts: Buffer.from(artifacts).toString(), generation: GENERATION });
        const told = Array.from(use!.rows(), (row) => ({
          ordinal: rowOrdinal(row),
          key: rowKey(row),
          stamp: rowStamp(row),
          measured: rowStamp(row) && rowMeasured(row).toString("hex"),
          removed: rowStamp(row) && rowRemoved(row),
          digest: rowStamp(row) && rowDigest(row),
        }));
        const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString("hex");
        expect(told).toEqual(
          noted.map(({ ordinal, key, known }) => ({
            ordinal,
            key,
            stamp: known?.stamp,
            measured: text(known?.measured),
            removed: known?.removed,
            digest: known?.digest,
          })),
        );
      }),
    );
  });

  it("rejects a reuse index file if any bit is changed, if it is truncated, or if bytes follow it", () => {
    const noted = [1, 2].map((ordinal) => ({
      ordinal,
      key: randomBytes(32).toString("hex"),
      known: {
        stamp: randomBytes(32).toString("hex"),
        measured: randomBytes(9),
        removed: ["onclick"],
        digest: randomBytes(32).toString("hex"),
      },
    }));
    const file = encode("/srv/artifacts", noted);
    for (let length = 0; length < file.length; length++)
      expect(decodeReuseFile(file.subarray(0, length))).toBeUndefined();
    for (let bit = 0; bit < file.length * 8; bit++) {
      const bytes = Buffer.from(file);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(decodeReuseFile(bytes)).toBeUndefined();
    }
    expect(decodeReuseFile(Buffer.concat([file, Buffer.from([0])]))).toBeUndefined();
    expect(decodeReuseFile(Buffer.from('"/srv/artifacts"\n'))).toBeUndefined();
  });
});
