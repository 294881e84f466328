import { openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { atFile, StorageError, toStorageError } from "#src/platform/storage-error.js";
import { scratchFolder } from "./scratch.js";

/** An error as the system gives it. */
const systemError = (more: object): Error =>
  Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write", ...more });

describe("what a disk refuses", () => {
  it("is told with the file, which errors of an open file lack, and with what helps", () => {
    const error = toStorageError(systemError({}), "/srv/a") as StorageError;
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({
      code: "ENOSPC",
      message: expect.stringMatching(/^\/srv\/a: ENOSPC: .*free some space/),
    });
  });

  it("names the file once, and is not told twice", () => {
    const error = toStorageError(systemError({ path: "/srv/a", message: "ENOSPC: full, open '/srv/a'" }), "/srv/a");
    expect((error as Error).message).toMatch(/^ENOSPC: full, open '\/srv\/a'\. /);
    expect(toStorageError(error, "/srv/b")).toBe(error);
  });

  it("is whole in the message, since nothing else reaches another thread", () => {
    const { message } = structuredClone(toStorageError(systemError({}), "/srv/a") as Error);
    expect(message).toMatch(/\/srv\/a.*free some space/);
  });

  it("leaves other errors as they are: those that explain themselves, and the limit of watched files", () => {
    const missing = join(scratchFolder(), "missing", "file");
    expect(() => atFile(missing, () => writeFileSync(missing, "x"))).toThrow(/^ENOENT: .*missing/);
    expect(() => atFile(missing, () => openSync(missing, "r"))).not.toThrow(StorageError);
    const watching = systemError({ syscall: "watch" });
    expect(toStorageError(watching, "/srv")).toBe(watching);
    expect(toStorageError("text")).toBe("text");
  });
});
