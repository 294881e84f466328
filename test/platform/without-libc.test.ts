import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { register } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "./scratch.js";

/**
 * Loads modules with URLs that end in `?without-libc` again, without the library for C calls. Vitest can't mock
 * compiled code, since Node loads it; other test files of this process keep the original modules.
 */
const WITHOUT_LIBC = `
const MARK = "?without-libc";
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const isOwn = context.parentURL?.endsWith(MARK) && resolved.url.includes("/dist/src/platform/");
  return isOwn && !resolved.url.endsWith(MARK) ? { ...resolved, url: resolved.url + MARK } : resolved;
}
export async function load(url, context, next) {
  if (!url.endsWith("/platform/libc.js" + MARK)) return next(url, context);
  return { format: "module", source: "export const libc = undefined;", shortCircuit: true };
}`;

register(`data:text/javascript,${encodeURIComponent(WITHOUT_LIBC)}`);
const { withFileLock }: typeof import("#src/platform/file-lock.js") = await load("file-lock.js");
const { canShare, mapFile, openShared }: typeof import("#src/platform/map-file.js") = await load("map-file.js");

function load<Module>(name: string): Promise<Module> {
  return import(`${pathToFileURL(resolve("dist/src/platform", name)).href}?without-libc`);
}

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
