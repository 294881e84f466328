import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrayElements, type Element, lineElements } from "#build/read/elements.js";
import { randomRuns } from "../../support/random-runs.js";
import { collect } from "../collect.js";

type Cutter = (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Element>;

async function* pieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  for (const end of ends) {
    yield bytes.subarray(from, end);
    from = end;
  }
}

const cut = (cutter: Cutter, text: string | Buffer, cuts: readonly number[] = []): Promise<Element[]> =>
  collect(cutter(pieces(Buffer.from(text), cuts)));
const texts = (elements: readonly Element[]): string[] => elements.map(({ bytes }) => bytes.toString());

/** Strings with characters that complicate splitting. */
const tricky = fc.string({ unit: fc.constantFrom(...'"\\[]{},:\n\t \u2028é日😀a0'), maxLength: 8 });
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    tricky,
    fc.constantFrom<unknown>(null, true, false, 0, -1.5e-7, 1e21, "\\", '"', "]", []),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(tricky, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const values = fc.array(value, { maxLength: 6 });
const space = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r"), maxLength: 3 });
const cuts = fc.array(fc.nat(2000), { maxLength: 40 });

/** Checks the byte offset and line of each element, computed from the text before it. */
function expectPlaces(text: string, elements: readonly Element[]): void {
  const bytes = Buffer.from(text);
  for (const { offset, line, bytes: own } of elements) {
    expect(bytes.subarray(offset, offset + own.length).equals(own)).toBe(true);
    expect(line).toBe(bytes.toString("utf8", 0, offset).split("\n").length);
  }
}

describe("streamed array elements", () => {
  it("reads the array elements that JSON.parse reads, for any chunks of the stream", async () => {
    const input = fc.tuple(values, fc.array(space, { minLength: 16, maxLength: 16 }), fc.constantFrom(0, 2), cuts);
    await fc.assert(
      fc.asyncProperty(input, async ([items, gaps, indent, where]) => {
        const inner = items.map((item, at) => `${gaps[at]}${JSON.stringify(item, null, indent)}${gaps[at + 8]}`);
        const text = `${gaps[7]}[${inner.join(",") || gaps[6]}]${gaps[15]}`;
        const elements = await cut(arrayElements, text, where);
        expect(elements.map(({ bytes }) => JSON.parse(bytes.toString()))).toEqual(JSON.parse(text));
        expectPlaces(text, elements);
      }),
      randomRuns(1000),
    );
  });

  it("reads complete elements if every byte arrives separately", async () => {
    const text = ' [ {"a":"\\"]}😀\\\\"} ,\n12.5, "x\\\\",null\n,[[],{}]] ';
    const elements = await cut(arrayElements, text, [...Array(60).keys()]);
    expect(texts(elements)).toEqual(['{"a":"\\"]}😀\\\\"}', "12.5", '"x\\\\"', "null", "[[],{}]"]);
    expect(elements.map(({ line }) => line)).toEqual([1, 2, 2, 2, 3]);
  });

  it("reads the single object of a file with one object", async () => {
    const text = '\n\n  {"a": [1, {"b": "}"}]}\n';
    const elements = await cut(arrayElements, text, [5, 9, 14]);
    expect(texts(elements)).toEqual([text.trim()]);
    expectPlaces(text, elements);
  });

  it("reads elements after a byte order mark, which counts in their offset", async () => {
    const text = '\ufeff[{"a":1},\n2]';
    const elements = await cut(arrayElements, text, [8]);
    expect(texts(elements)).toEqual(['{"a":1}', "2"]);
    expectPlaces(text, elements);
  });

  it("reads elements after a byte order mark that arrives in parts", async () => {
    expect(texts(await cut(arrayElements, "\ufeff[1]", [1, 2]))).toEqual(["1"]);
  });
});

describe("streamed lines", () => {
  it("reads the values written one per line, for any chunks of the stream", async () => {
    const input = fc.tuple(values, fc.constantFrom("\n", "\r\n", "\n\n", "\n \t\n"), fc.boolean(), cuts);
    await fc.assert(
      fc.asyncProperty(input, async ([items, end, last, where]) => {
        const text = items.map((item) => JSON.stringify(item)).join(end) + (last ? end : "");
        const elements = await cut(lineElements, text, where);
        expect(elements.map(({ bytes }) => JSON.parse(bytes.toString()))).toEqual(items);
        expectPlaces(text, elements);
      }),
      randomRuns(500),
    );
  });

  it("reads lines after a byte order mark, which counts in their offset", async () => {
    for (const where of [[], [3], [5]]) {
      const elements = await cut(lineElements, "\ufeff1\n22\n", where);
      expect(texts(elements)).toEqual(["1", "22"]);
      expectPlaces("\ufeff1\n22\n", elements);
    }
  });

  it("reads lines after a byte order mark that arrives in parts", async () => {
    expect(texts(await cut(lineElements, "\ufeff1\n2", [1, 2]))).toEqual(["1", "2"]);
  });
});
