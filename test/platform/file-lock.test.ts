import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { withFileLock, withPathLock } from "#src/platform/file-lock.js";
import { scratchFolder } from "./scratch.js";

const HOLDER = fileURLToPath(new URL("hold-lock.mjs", import.meta.url));

describe("file lock", () => {
  it("runs one piece of work at a time, and eventually all of them", async () => {
    const path = join(scratchFolder(), "LOCK");
    let inside = 0;
    let most = 0;
    const work = async (item: number): Promise<number> => {
      most = Math.max(most, ++inside);
      await sleep(5);
      inside--;
      return item;
    };
    const items = Array.from({ length: 8 }, (_, item) => item);
    expect(await Promise.all(items.map((item) => withFileLock(path, 10_000, () => work(item))))).toEqual(items);
    expect(most).toBe(1);
  });

  it("fails with the file's name if the lock is still held after the wait", async () => {
    const path = join(scratchFolder(), "LOCK");
    await withFileLock(path, 0, async () => {
      await expect(withFileLock(path, 60, () => "in")).rejects.toThrow(`${path} is locked by another process`);
    });
  });

  it("releases the lock after work that fails, and rethrows the failure", async () => {
    const path = join(scratchFolder(), "LOCK");
    const failing = withFileLock(path, 0, () => {
      throw new Error("broken work");
    });
    await expect(failing).rejects.toThrow("broken work");
    expect(await withFileLock(path, 0, () => "in")).toBe("in");
  });

  it("excludes other processes, and is released as soon as its holder is killed", async () => {
    const path = join(scratchFolder(), "LOCK");
    const holder = fork(HOLDER, [path], { execArgv: [] });
    onTestFinished(() => void holder.kill("SIGKILL"));
    await once(holder, "message");
    await expect(withFileLock(path, 0, () => "in")).rejects.toThrow("is locked");
    holder.kill("SIGKILL");
    await once(holder, "exit");
    expect(await withFileLock(path, 0, () => "in")).toBe("in");
  });

  it("throws a system error if the lock file can't be created", async () => {
    await expect(withFileLock(join(scratchFolder(), "missing", "LOCK"), 0, () => "in")).rejects.toThrow("ENOENT");
  });
});

describe("lock of a folder or file itself", () => {
  it("runs one piece of work at a time, also if the work replaces the folder, and leaves no lock file", async () => {
    const folder = scratchFolder();
    const path = join(folder, "data");
    mkdirSync(path);
    let inside = 0;
    let most = 0;
    const work = async (item: number): Promise<number> =>
      withPathLock(path, false, async ({ include }) => {
        most = Math.max(most, ++inside);
        mkdirSync(join(folder, "new"));
        include(join(folder, "new"));
        renameSync(path, join(folder, `old-${item}`));
        renameSync(join(folder, "new"), path);
        await sleep(5);
        inside--;
        return item;
      });
    const items = Array.from({ length: 6 }, (_, item) => item);
    expect(await Promise.all(items.map(work))).toEqual(items);
    expect(most).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(["data", ...items.map((item) => `old-${item}`)]);
  });

  it("creates a missing folder if asked to, again if the one that made it before removed it", async () => {
    const path = join(scratchFolder(), "data");
    const attempt = (): Promise<boolean> =>
      withPathLock(path, true, async ({ made }) => {
        await sleep(20);
        rmdirSync(path);
        return made;
      });
    expect(await Promise.all([attempt(), attempt()])).toEqual([true, true]);
    await expect(withPathLock(path, false, async () => "in")).rejects.toThrow("ENOENT");
  });

  it("locks files that may only be read", async () => {
    const path = join(scratchFolder(), "data.json");
    writeFileSync(path, "[]", { mode: 0o400 });
    expect(await withPathLock(path, false, async ({ made }) => made)).toBe(false);
  });
});
