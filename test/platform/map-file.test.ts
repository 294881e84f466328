import { readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mapFile, openShared } from "#src/platform/map-file.js";
import { IrregularFileError } from "#src/platform/read-regular-file.js";
import { scratchFolder } from "./scratch.js";

function fileOf(content: string | Uint8Array): string {
  const path = join(scratchFolder(), "file.bin");
  writeFileSync(path, content);
  return path;
}

describe("mapped file", () => {
  it("maps the file's bytes at an address that is aligned for every typed array", () => {
    const content = Uint8Array.from({ length: 20_001 }, (_, at) => at * 7);
    const bytes = mapFile(fileOf(content));
    expect(Buffer.from(bytes).equals(content)).toBe(true);
    expect(bytes.byteOffset % 8).toBe(0);
    expect(new Float64Array(bytes.buffer, bytes.byteOffset, 2500)).toHaveLength(2500);
  });

  it("returns no bytes for an empty file", () => {
    expect(mapFile(fileOf(""))).toHaveLength(0);
  });

  it("keeps the mapped bytes readable after the file is replaced or removed", () => {
    const path = fileOf("old content");
    const bytes = mapFile(path);
    writeFileSync(`${path}.new`, "new content");
    renameSync(`${path}.new`, path);
    expect(Buffer.from(bytes).toString()).toBe("old content");
    rmSync(path);
    expect(Buffer.from(bytes).toString()).toBe("old content");
  });

  it("refuses to map a file larger than a shard", () => {
    const path = fileOf("");
    truncateSync(path, 2 ** 30 + 2 ** 20 + 1);
    expect(() => mapFile(path)).toThrow(IrregularFileError);
    truncateSync(path, 2 ** 33);
    expect(() => mapFile(path)).toThrow(IrregularFileError);
  });

  it("throws a system error if there is no file to map", () => {
    expect(() => mapFile(join(scratchFolder(), "missing.bin"))).toThrow("ENOENT");
    expect(() => openShared(join(scratchFolder(), "missing.bin"))).toThrow("ENOENT");
  });

  it("maps a file a thousand times without leaking descriptors", () => {
    const path = fileOf("content");
    const maps = Array.from({ length: 3000 }, () => mapFile(path));
    expect(maps.every((bytes) => bytes.length === 7)).toBe(true);
  });
});

describe("shared file", () => {
  it("shows what one mapping writes to every other mapping and to readers of the file", () => {
    const path = fileOf(new Uint8Array(64));
    const a = openShared(path);
    const b = openShared(path);
    Atomics.add(new Int32Array(a.buffer), 3, 5);
    Atomics.add(new Int32Array(b.buffer), 3, 2);
    expect(new Int32Array(a.buffer)[3]).toBe(7);
    expect(readFileSync(path).readInt32LE(12)).toBe(7);
    a.close();
    b.close();
    expect(readFileSync(path).readInt32LE(12)).toBe(7);
  });
});
