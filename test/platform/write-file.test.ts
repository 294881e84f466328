import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flushFolder, replaceFile, writeFlushed } from "#src/platform/write-file.js";
import { scratchFolder } from "./scratch.js";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("replaceFile", () => {
  it("creates a missing file with the given mode and leaves no temporary file", async () => {
    const folder = scratchFolder();
    await replaceFile(join(folder, "a"), "text", 0o600);
    await replaceFile(join(folder, "b"), Buffer.of(1, 2, 3));
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("text");
    expect([...readFileSync(join(folder, "b"))]).toEqual([1, 2, 3]);
    expect(modeOf(join(folder, "a"))).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["a", "b"]);
  });

  it("replaces the file with a new one instead of writing into it", async () => {
    const path = join(scratchFolder(), "a");
    writeFileSync(path, "a longer old content");
    const before = statSync(path).ino;
    await replaceFile(path, "new");
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(statSync(path).ino).not.toBe(before);
  });

  it("does not carry the mode of a world-readable file over to a private one", async () => {
    const path = join(scratchFolder(), "a");
    writeFileSync(path, "old");
    chmodSync(path, 0o644);
    await replaceFile(path, "secret", 0o600);
    expect(modeOf(path)).toBe(0o600);
  });

  it("leaves the old file and no temporary file if it fails", async () => {
    const folder = scratchFolder();
    mkdirSync(join(folder, "taken", "inside"), { recursive: true });
    await expect(replaceFile(join(folder, "taken"), "new")).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["taken"]);
    expect(readdirSync(join(folder, "taken"))).toEqual(["inside"]);
  });

  it("throws a system error in a folder that does not exist", async () => {
    const path = join(scratchFolder(), "missing", "a");
    await expect(replaceFile(path, "new")).rejects.toThrow("ENOENT");
    await expect(writeFlushed(path, "new")).rejects.toThrow("ENOENT");
    await expect(flushFolder(join(path, ".."))).rejects.toThrow("ENOENT");
  });
});
