import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { makeTemporaryFolder } from "#src/platform/temporary-folder.js";

const HOLDER = fileURLToPath(new URL("hold-folder.mjs", import.meta.url));

it("removes the temporary folders of killed processes, but not those in use", async () => {
  const prefix = `icons-held-${process.pid}-`;
  const holder = fork(HOLDER, [prefix], { execArgv: [] });
  onTestFinished(() => void holder.kill("SIGKILL"));
  const [held] = (await once(holder, "message")) as [string];
  onTestFinished(() => rmSync(held, { recursive: true, force: true }));
  writeFileSync(join(held, "file"), "x");
  const own = await makeTemporaryFolder(prefix);
  const next = await makeTemporaryFolder(prefix);
  expect([held, own.path, next.path].map((path) => existsSync(path))).toEqual([true, true, true]);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const last = await makeTemporaryFolder(prefix);
  expect([held, own.path].map((path) => existsSync(path))).toEqual([false, true]);
  for (const folder of [own, next, last]) await folder.remove();
  expect([own, next, last].some(({ path }) => existsSync(path))).toBe(false);
});
