import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  byteSection,
  decodeContainer,
  encodeContainer,
  FORMAT_VERSION,
  u16Section,
  u32Section,
} from "#src/format/container.js";
import { FormatError } from "#src/format/format-error.js";
import { altered, copyOf, expectNoCrash } from "./tables.js";

const good = copyOf(encodeContainer("DICT", 7, [Uint32Array.of(1, 2, 3), Buffer.from("abc")]));
const SECTION_0 = 24;
const SECTION_1 = 40;

const decode = (bytes: Uint8Array) => decodeContainer(copyOf(bytes), "DICT", "x.bin");

describe("container format", () => {
  it("decodes the parameter and every section that were encoded", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), fc.array(fc.uint8Array({ maxLength: 40 })), (parameter, sections) => {
        const container = decodeContainer(copyOf(encodeContainer("HASH", parameter, sections)), "HASH", "x.bin");
        expect(container.parameter).toBe(parameter);
        expect(container.sections.map((section) => [...section])).toEqual(sections.map((section) => [...section]));
      }),
    );
  });

  it("lays out a container as docs/format.md specifies", () => {
    expect(good.toString("latin1", 0, 12)).toBe("ICONDATADICT");
    expect([12, 16, 20].map((at) => good.readUInt32LE(at))).toEqual([FORMAT_VERSION, 2, 7]);
    expect([24, 32, 40, 48].map((at) => Number(good.readBigUInt64LE(at)))).toEqual([56, 12, 72, 3]);
    expect([...good.subarray(56)]).toEqual([1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 97, 98, 99, 0, 0, 0, 0, 0]);
  });

  it("decodes sections in place without copying them", () => {
    const bytes = copyOf(good);
    const numbers = u32Section(decodeContainer(bytes, "DICT", "x.bin"), 0);
    bytes.writeUInt32LE(99, 56);
    expect([...numbers]).toEqual([99, 2, 3]);
  });

  it("encodes only the given part of a larger array", () => {
    const bytes = encodeContainer("DICT", 0, [Uint32Array.of(1, 2, 3, 4).subarray(1, 3)]);
    expect([...u32Section(decode(bytes), 0)]).toEqual([2, 3]);
  });
});

describe("damaged containers", () => {
  const word = (at: number, value: number) => altered(good, (copy) => copy.writeUInt32LE(value, at));
  const wide = (at: number, value: bigint) => altered(good, (copy) => copy.writeBigUInt64LE(value, at));

  it.each<[string, Uint8Array]>([
    ["is empty", Buffer.alloc(0)],
    ["is shorter than a header", good.subarray(0, 23)],
    ["has another magic", altered(good, (copy) => copy.write("ICONDATE"))],
    ["has another kind", altered(good, (copy) => copy.write("LOCR", 8))],
    ["has a future version", word(12, FORMAT_VERSION + 1)],
    ["has the version before", word(12, FORMAT_VERSION - 1)],
    ["has version 0", word(12, 0)],
    ["names more sections than fit", word(16, 6)],
    ["names 2^32 - 1 sections", word(16, 2 ** 32 - 1)],
    ["is cut off in its section list", good.subarray(0, 48)],
    ["is cut off in its last section", good.subarray(0, good.length - 6)],
    ["has a section beyond the end", wide(SECTION_1, 80n)],
    ["has a section at 2^63", wide(SECTION_0, 2n ** 63n)],
    ["has a section of 2^64 - 8 bytes, which would wrap around", wide(SECTION_0 + 8, 2n ** 64n - 8n)],
    ["has a section that reaches one byte too far", wide(SECTION_1 + 8, 9n)],
    ["has a section off the 8-byte boundary", wide(SECTION_1, 68n)],
  ])("rejects a container that %s", (_, bytes) => {
    expect(() => decode(bytes)).toThrow(FormatError);
    expect(() => decode(bytes)).toThrow(/^x\.bin: /);
  });

  it("rejects a container if a section is missing or is not a whole number of items", () => {
    expect(() => byteSection(decode(good), 2)).toThrow(FormatError);
    expect(() => u32Section(decode(good), 1)).toThrow(FormatError);
    expect(() => u16Section(decode(good), 1)).toThrow(FormatError);
  });

  it("reads or rejects a container with changed or truncated bytes without a crash", () => {
    const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1 }), fc.nat(good.length), (changes, length) => {
        const bytes = altered(good, (copy) => {
          for (const [at, byte] of changes) copy[at] = byte;
        }).subarray(0, length);
        expectNoCrash(() => {
          for (const section of decode(bytes).sections) expect(section.length).toBeLessThanOrEqual(length);
        });
      }),
    );
  });
});
