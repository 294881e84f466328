import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrayElements, StructureError } from "#build/read/elements.js";
import { collect } from "../collect.js";

async function* chunksOf(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function refusal(text: string, size: number): Promise<StructureError> {
  try {
    await collect(arrayElements(chunksOf(text, size)));
  } catch (error) {
    expect(error).toBeInstanceOf(StructureError);
    return error as StructureError;
  }
  throw new Error(`not refused: ${JSON.stringify(text)}`);
}

describe("file that is not an array of records", () => {
  it.each([
    ["is empty", "", 1],
    ["is white space", " \n\n", 3],
    ["is a string", '"a"', 1],
    ["is a number", "\n12", 2],
    ["begins with a comma", "[,1]", 1],
    ["ends with a comma", "[1,\n]", 2],
    ["has two commas", "[1,\n\n,2]", 3],
    ["lacks a comma between objects", '[{}\n{"a":1}]', 2],
    ["lacks a comma between words", "[1\n 2]", 2],
    ["lacks a comma between strings", '["a""b"]', 1],
    ["closes a brace that it did not open", "[\n}", 2],
    ["has text behind the array", "[]\n\nx", 3],
    ["has a second array", "[][]", 1],
    ["has text behind its one object", "{}\n,{}", 2],
    ["lacks the closing bracket", "[1,\n2\n", 3],
    ["lacks everything but the opening bracket", "[\n", 2],
    ["ends in a comma", "[1,", 1],
    ["ends in an object", '[1,\n{"a":\n', 2],
    ["ends in a string", '[\n"a]\n\n', 2],
    ["ends behind an escaped quote", '["a\\"]', 1],
    ["ends in a number", "[1,\n12", 2],
    ["ends in its one object", '\n{"a":\n1', 2],
  ])("rejects a dataset file with the line if it %s", async (_, text, line) => {
    for (const size of [1, 2, 100]) expect((await refusal(text, size)).line).toBe(line);
  });

  it("detects any missing bracket, quote or comma of a dataset file", async () => {
    const whole = '[{"a":"b","c":[1,{}]},["x"],"y",2]';
    const kept = fc.nat(whole.length - 1).filter((at) => '[]{}",'.includes(whole[at]!));
    await fc.assert(
      fc.asyncProperty(kept, fc.integer({ min: 1, max: 9 }), async (at, size) => {
        const text = whole.slice(0, at) + whole.slice(at + 1);
        expect(() => JSON.parse(text)).toThrow();
        const readAll = async (): Promise<void> => {
          for await (const { bytes } of arrayElements(chunksOf(text, size))) JSON.parse(bytes.toString());
        };
        await expect(readAll()).rejects.toThrow(Error);
      }),
    );
  });
});
