import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

/** More than can be arguments of one call. */
const MANY = 150_000;

it("lists a finding for each of 150,000 records of a file", async () => {
  const records = Array.from({ length: MANY }, (_, at) =>
    JSON.stringify({ id: `a${at}`, name: `A ${at}`, developer: "D", category: "c" }),
  );
  const cwd = temporaryFolder({ "records.ndjson": records.join("\n") });
  const command = ["lint", "records.ndjson", "--only", "missing-image", "--limit", String(MANY)];
  const { code, stdout } = await runHere(command, {}, { cwd });
  expect(code).toBe(0);
  expect(stdout.match(/ has no image\./g)).toHaveLength(MANY);
});

it("rejects synonyms with 150,000 contradictions", async () => {
  const words = Array.from({ length: 50 }, (_, at) => `a${at}`);
  const keys = Array.from({ length: MANY / words.length }, (_, at) => [`k${at}`, { same: words, not: words }]);
  const record = { id: "a", name: "A", developer: "D", category: "c" };
  const cwd = temporaryFolder({
    "dataset.json": { name: "x" },
    "icons/a.json": [record],
    "synonyms.json": Object.fromEntries(keys),
  });
  const { code, stderr } = await runHere(["build", ".", "--out", "out"], {}, { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain("field k0.not[0]: contradicts");
});
