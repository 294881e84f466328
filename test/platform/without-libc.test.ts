import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withoutLibc } from "../support/without-libc.js";
import { scratchFolder } from "./scratch.js";

const { withFileLock } = await withoutLibc<typeof import("#src/platform/file-lock.js")>("file-lock.js");
const { canShare, mapFile, openShared } = await withoutLibc<typeof import("#src/platform/map-file.js")>("map-file.js");

describe("platform without C library calls", () => {
  it("reads a file instead of mapping it, aligned like a mapping", () => {
    const path = join(scratchFolder(), "file.bin");
    writeFileSync(path, "12345678");
    const bytes = mapFile(path);
    expect(Buffer.from(bytes).toString()).toBe("12345678");
    expect(bytes.byteOffset % 8).toBe(0);
    writeFileSync(path, "");
    expect(mapFile(path)).toHaveLength(0);
  });

  it("reports a shared file as not shared and writes it back when it is closed", () => {
    const path = join(scratchFolder(), "file.bin");
    writeFileSync(path, new Uint8Array(16));
    const shared = openShared(path);
    new Int32Array(shared.buffer)[2] = 42;
    shared.close();
    expect(canShare).toBe(false);
    expect(readFileSync(path).readInt32LE(8)).toBe(42);
  });

  it("locks with a file that exists while the work runs, even if the work fails", async () => {
    const path = join(scratchFolder(), "LOCK");
    await withFileLock(path, 0, async () => {
      expect(existsSync(path)).toBe(true);
      await expect(withFileLock(path, 60, () => "in")).rejects.toThrow("is locked");
    });
    const failing = withFileLock(path, 0, () => Promise.reject(new Error("broken work")));
    await expect(failing).rejects.toThrow("broken work");
    expect(existsSync(path)).toBe(false);
  });
});
