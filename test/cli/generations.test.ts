import { mkdirSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

const record = (id: string) => ({ id, name: id, developer: "D", category: "x" });

it("icons generations lists names that icons rollback accepts, newest first, with their state and size", async () => {
  const folder = temporaryFolder({ "data.json": [record("a")] });
  const out = `${folder}/out`;
  const first = await compile({ data: `${folder}/data.json`, out });
  writeFileSync(`${folder}/data.json`, JSON.stringify([record("a"), record("b")]));
  const second = await compile({ data: `${folder}/data.json`, out });
  mkdirSync(`${out}/${"0".repeat(32)}`);
  const list = async () => JSON.parse((await runHere(["generations", "--artifacts", out, "--json"])).stdout);
  const listed = await list();
  expect(listed).toMatchObject([
    { generation: second.generation, state: "live", icons: 2 },
    { generation: first.generation, state: "kept", icons: 1 },
    { generation: "0".repeat(32), state: "unreadable" },
  ]);
  expect(listed[0].bytes).toBe(second.files.reduce((sum, { size }) => sum + size, 0));
  await runHere(["rollback", "--artifacts", out, "--to", listed[1].generation]);
  expect((await list()).find(({ state }: { state: string }) => state === "live").generation).toBe(first.generation);
  expect((await runHere(["generations", "--artifacts", out])).stdout).toMatch(
    /^generation\tstate\tbuilt\ticons\tsize\n/,
  );
});
