import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";

it("commits the WebAssembly that its sources assemble to", () => {
  const written = temporaryFolder();
  execFileSync(process.execPath, ["src/catalog/assemble.mjs", written]);
  const paths = readdirSync("src/catalog", { recursive: true, encoding: "utf8" });
  const committed = paths.filter((path) => path.endsWith("-code.ts")).map((path) => join("src/catalog", path));
  const codeOf = (files: readonly string[]): [string, string][] =>
    files.map((file): [string, string] => [basename(file), readFileSync(file, "utf8")]).sort();
  expect(codeOf(committed)).toEqual(codeOf(readdirSync(written).map((name) => join(written, name))));
  expect(committed).not.toEqual([]);
});
