import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { DatasetError, formatProblem } from "#build/dataset/problems.js";
import { openGeneration, readCurrent } from "#src/catalog/generation/generation.js";
import { temporaryFolder } from "../../support/folder.js";
import { npyOf } from "../../support/npy.js";

const recordsOf = (ids: readonly string[]) =>
  ids.map((id, at) => ({ id, name: id, developer: "D", category: "c", rank: -at }));

/** A dataset whose display order is the reverse of `ids`. */
function datasetOf(ids: readonly string[], files: Record<string, unknown>): string {
  return temporaryFolder({ "dataset.json": { name: "Test" }, "icons/a.json": recordsOf(ids), ...files });
}

async function generationOf(data: string) {
  const out = join(data, "out");
  await compile({ data, out, jobs: 1 });
  return openGeneration(out, readCurrent(out)!);
}

const problemsOf = async (data: string): Promise<string[]> => {
  const error = await compile({ data, out: join(data, "out"), jobs: 1 }).catch((failure) => failure);
  if (!(error instanceof DatasetError)) throw error;
  return error.problems.map(formatProblem);
};

describe("vectors of a dataset", () => {
  it("are stored by ordinal, with their model in the manifest", async () => {
    const data = datasetOf(["a", "b", "c"], {
      "vectors.npy": npyOf([
        [1, 2],
        [0, -3],
      ]),
      "vectors.json": { model: "test-model", ids: ["c", "a"] },
    });
    const { vectors, manifest } = await generationOf(data);
    expect([...vectors.rows(0, 3)]).toEqual([64, 127, 0, 0, 0, -127]);
    expect([...vectors.squares]).toEqual([64 ** 2 + 127 ** 2, 0, 127 ** 2]);
    expect(manifest.options.vectors).toEqual({ model: "test-model", dimensions: 2 });
  });

  it("are absent without files, and for a matrix without rows", async () => {
    const none = await generationOf(datasetOf(["a"], {}));
    expect([none.vectors.count, none.vectors.dimensions, none.manifest.options]).toEqual([0, 0, {}]);
    expect(none.manifest.files.filter(({ name }) => name.startsWith("vectors"))).toHaveLength(1);
    const empty = { "vectors.npy": npyOf([], { shape: "(0, 8)" }), "vectors.json": { model: "m", ids: [] } };
    expect((await generationOf(datasetOf(["a"], empty))).vectors.count).toBe(0);
  });

  it("leave no temporary file in the generation", async () => {
    const files = { "vectors.npy": npyOf([[1, 2]]), "vectors.json": { model: "m", ids: ["a"] } };
    const data = datasetOf(["a"], files);
    const { name, manifest } = await generationOf(data);
    const folder = join(data, "out", name);
    for (const file of manifest.files) expect(statSync(join(folder, file.name)).size).toBe(file.size);
    expect(readFileSync(join(folder, "vectors-0000.bin"))).toEqual(Buffer.from([64, 127]));
    expect(() => statSync(join(folder, "quantized-vectors"))).toThrow("ENOENT");
  });

  const valid = {
    "vectors.npy": npyOf([
      [1, 2],
      [3, 4],
    ]),
    "vectors.json": { model: "m", ids: ["a", "b"] },
  };
  it.each<[string, Record<string, unknown>, (string | RegExp)[]]>([
    ["no vectors.json", { "vectors.json": undefined }, [/vectors\.json:1: does not exist\. Create it with/]],
    ["no vectors.npy", { "vectors.npy": undefined }, [/vectors\.npy:1: does not exist\. Put it beside vectors\.json/]],
    ["no model", { "vectors.json": { ids: ["a", "b"] } }, [/field model: is missing\. Give it the name of the model/]],
    [
      "another field",
      { "vectors.json": { model: "m", ids: ["a", "b"], precision: 2 } },
      [/field precision: unknown field, got 2\. Remove it\./],
    ],
    [
      "an unknown id",
      { "vectors.json": { model: "m", ids: ["a", "x"] } },
      [/vectors\.json:5: field ids\[1\]: is the id of no record, got "x"\. Correct it, or remove its row\./],
    ],
    ["an id twice", { "vectors.json": { model: "m", ids: ["a", "a"] } }, [/field ids\[1\]: occurs twice, got "a"\./]],
    ["too few ids", { "vectors.json": { model: "m", ids: ["a"] } }, [/lists 1 ids for the 2 rows of vectors\.npy/]],
    [
      "numbers without a direction",
      {
        "vectors.npy": npyOf([
          [1, Number.NaN],
          [0, -0],
        ]),
      },
      [
        /vectors\.npy:1: record "a": row 0, column 1 is not a finite number, got NaN\. Compute it again, or remove/,
        /record "b": row 1 is a vector of zeros, which has no direction\./,
      ],
    ],
    [
      "infinity",
      {
        "vectors.npy": npyOf([
          [1, 2],
          [Number.NEGATIVE_INFINITY, 1],
        ]),
      },
      [/column 0 .* got -Infinity\./],
    ],
    ["a folder as matrix", { "vectors.npy": undefined, "vectors.npy/a": "" }, [/vectors\.npy:1: is a folder/]],
  ])("are rejected with %s", async (_, change, messages) => {
    const files = Object.entries({ ...valid, ...change }).filter(([, content]) => content !== undefined);
    const problems = await problemsOf(datasetOf(["a", "b"], Object.fromEntries(files)));
    expect(problems).toEqual(messages.map((message) => expect.stringMatching(message)));
  });
});
