import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createArtifactWriter } from "#build/write/artifact-writer.js";
import { createShapeWriter } from "#build/write/shapes.js";
import { joinPieces, layOutContainer } from "#src/format/container.js";
import { decodeShapeClusters, decodeShapeSums, layOutShapeClusters } from "#src/format/shape-clusters.js";
import {
  bucketBits,
  bucketOf,
  CHUNKS,
  chunkAt,
  decodeShapeChunks,
  INDEXED_FROM,
  ordinalAt,
  SUM_BYTES,
  sumsAt,
  TILE,
} from "#src/format/shape-index.js";
import { SHAPE_BYTES } from "#src/shape/shape-text.js";
import { temporaryFolder } from "../support/folder.js";

const descriptor = fc.uint8Array({ minLength: SHAPE_BYTES, maxLength: SHAPE_BYTES });

function sumsOf(bytes: Uint8Array): number[] {
  const sums = new Uint8Array(SUM_BYTES);
  sumsAt(bytes, 0, sums);
  return [...sums].flatMap((byte) => [byte & 15, byte >> 4]);
}

function bitsOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
}

describe("shape index", () => {
  it("has sums whose differences are at most the Hamming distance, and that count every one", () => {
    fc.assert(
      fc.property(descriptor, descriptor, (one, other) => {
        const [sums, others, bits, otherBits] = [sumsOf(one), sumsOf(other), bitsOf(one), bitsOf(other)];
        const least = sums.reduce((sum, value, at) => sum + Math.abs(value - others[at]!), 0);
        expect(least).toBeLessThanOrEqual([...bits].filter((bit, at) => bit !== otherBits[at]).length);
        expect(sums.reduce((sum, value) => sum + value)).toBe(bits.replaceAll("0", "").length);
      }),
    );
  });

  it("has every bit in exactly one chunk", () => {
    for (let bit = 0; bit < 8 * SHAPE_BYTES; bit++) {
      const bytes = new Uint8Array(SHAPE_BYTES);
      bytes[bit >> 3] = 1 << (bit & 7);
      const values = Array.from({ length: CHUNKS }, (_, chunk) => chunkAt(bytes, 0, chunk) >>> 0);
      expect(values.map((value) => value.toString(2).replaceAll("0", "")).join("")).toBe("1");
    }
  });

  it("lists every icon with a descriptor in the bucket of each of its chunks, ascending, and has its sums", () => {
    const folder = temporaryFolder();
    const writer = createShapeWriter(createArtifactWriter(folder), folder);
    const sizes = [INDEXED_FROM - 7, 3000, 9];
    const count = sizes.reduce((sum, size) => sum + size);
    const all = new Uint8Array(count * SHAPE_BYTES);
    for (let at = 0; at < all.length; at++) all[at] = Math.imul(at >> 2, 0x9e3779b1) >>> 13;
    const missing = sizes[0]! * SHAPE_BYTES;
    all.fill(0, missing, missing + sizes[1]! * SHAPE_BYTES);
    writer.append(all.slice(0, missing), sizes[0]!);
    writer.append(new Uint8Array(0), sizes[1]!);
    writer.append(all.slice(-sizes[2]! * SHAPE_BYTES), sizes[2]!);
    writer.close();
    const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
    const clusters = decodeShapeClusters(read("shape-clusters.bin"), "shape-clusters.bin")!;
    const sums = decodeShapeSums(read("shape-sums.bin"), clusters, "shape-sums.bin")!;
    const chunks = decodeShapeChunks(read("shape-index.bin"), "shape-index.bin")!;
    const into = new Uint8Array(SUM_BYTES);
    const size = sizes[0]! + sizes[2]!;
    expect(clusters.starts.at(-1)).toBe(size);
    const members = Array.from({ length: size }, (_, member) => ordinalAt(clusters.ordinals, member));
    expect(new Set(members).size).toBe(size);
    for (const [member, ordinal] of members.entries()) {
      const at = Math.floor(member / TILE) * TILE * SUM_BYTES + (member % TILE);
      const stored = Uint8Array.from({ length: SUM_BYTES }, (_, byte) => sums[at + byte * TILE]!);
      sumsAt(all, ordinal * SHAPE_BYTES, into);
      expect(stored).toEqual(into);
    }
    for (const [at, chunk] of chunks.entries()) {
      expect(chunk.starts.at(-1)).toBe(sizes[0]! + sizes[2]!);
      const expected = Array.from({ length: chunk.starts.length - 1 }, (): number[] => []);
      for (let ordinal = 0; ordinal < count; ordinal++) {
        if (ordinal >= sizes[0]! && ordinal < sizes[0]! + sizes[1]!) continue;
        expected[bucketOf(chunkAt(all, ordinal * SHAPE_BYTES, at), bucketBits(count))]!.push(ordinal);
      }
      const found = expected.map((_, bucket) =>
        Array.from({ length: chunk.starts[bucket + 1]! - chunk.starts[bucket]! }, (_, entry) =>
          ordinalAt(chunk.ordinals, chunk.starts[bucket]! + entry),
        ),
      );
      expect(found).toEqual(expected);
    }
  });

  it("is rejected if it does not fit the number of icons or its own buckets", () => {
    const sums = layOutContainer("SSUM", 0, [TILE * SUM_BYTES], [new Uint8Array(TILE * SUM_BYTES)]);
    const starts = Uint32Array.of(0, TILE + 1);
    const clusters = { centers: new Uint8Array(SHAPE_BYTES), starts, ordinals: new Uint8Array(3 * (TILE + 1)) };
    expect(() => decodeShapeSums(joinPieces(sums), clusters, "shape-sums.bin")).toThrow(/different number/);
    const incomplete = joinPieces(layOutShapeClusters({ ...clusters, ordinals: new Uint8Array(3) }));
    expect(() => decodeShapeClusters(incomplete, "shape-clusters.bin")).toThrow(/do not add up/);
    const lengths = Array.from({ length: CHUNKS }, () => [4 * 257, 3]).flat();
    const parts = Array.from({ length: CHUNKS }, () => [new Uint32Array(257), new Uint8Array(3)]).flat();
    const index = joinPieces(layOutContainer("SIDX", 8, lengths, parts));
    expect(() => decodeShapeChunks(index, "shape-index.bin")).toThrow(/chunk 0 do not add up/);
  });
});
