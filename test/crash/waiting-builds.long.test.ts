import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { icons, start } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { ask, expectOneOf, makeDataset } from "./generations.js";

/** Enough that a build takes a moment, in which it can be killed. */
const ICONS = 5_000;

/** Id of the process that builds into a folder. */
function builderOf(out: string): number {
  const aside = existsSync(out) ? readdirSync(out).find((name) => name.startsWith(".building-")) : undefined;
  if (aside === undefined) throw new Error("nobody builds yet");
  return Number(aside.slice(".building-".length));
}

it("runs waiting builds one after the other if the running one is killed, and cleans up after it", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "out");
  mkdirSync(out);
  const waiting = ["a", "b", "c"].map((name) => {
    const { process, stderr } = start(["build", makeDataset(folder, name, ICONS), "--out", out, "--jobs", "1"]);
    return { pid: process.pid, ended: once(process, "close"), stderr };
  });
  const killed = await vi.waitFor(() => builderOf(out), { ...PATIENTLY, interval: 5 });
  process.kill(killed, "SIGKILL");
  for (const { pid, ended, stderr } of waiting)
    expect(await ended, stderr()).toEqual(pid === killed ? [null, "SIGKILL"] : [0, null]);
  const results = ask(out) as { generation: string };
  await expectOneOf(out, new Map([[results.generation, results]]));
  expect(readdirSync(out).filter((name) => name.startsWith("."))).toEqual([]);
  expect((await icons(["verify", "--artifacts", out])).code).toBe(0);
});
