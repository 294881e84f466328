import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { temporaryFolder } from "../support/folder.js";

describe("readRegularFile", () => {
  it("returns all bytes of a regular file, also through links", () => {
    const folder = temporaryFolder({ file: "content", empty: "" });
    symlinkSync("file", join(folder, "link"));
    expect(readRegularFile(join(folder, "file"), 7).toString()).toBe("content");
    expect(readRegularFile(join(folder, "link"), 7).toString()).toBe("content");
    expect(readRegularFile(join(folder, "empty"), 0)).toHaveLength(0);
  });

  it.each<[string, (path: string) => void, RegExp]>([
    ["a folder", (path) => mkdirSync(path), /path: is a folder, not a regular file; replace it$/],
    ["a named pipe", (path) => execFileSync("mkfifo", [path]), /path: is a named pipe, not a regular file/],
    ["an endless device", (path) => symlinkSync("/dev/zero", path), /path: is a device, not a regular file/],
    ["a terminal", (path) => symlinkSync("/dev/tty", path), /path/],
    [
      "a huge file",
      (path) => {
        writeFileSync(path, "");
        truncateSync(path, 2 ** 40);
      },
      /has 1099511627776 bytes, more than the 8/,
    ],
    [
      "a file one byte too long",
      (path) => writeFileSync(path, "123456789"),
      /has 9 bytes, more than the 8 that are allowed/,
    ],
    ["a link to itself", (path) => symlinkSync("path", path), /ELOOP.*path/],
    ["nothing", () => undefined, /ENOENT.*path/],
  ])("rejects %s immediately, naming the path", (_, make, message) => {
    const path = join(temporaryFolder(), "path");
    make(path);
    expect(() => readRegularFile(path, 8)).toThrow(message);
  });

  it("refuses to read a socket", async () => {
    const path = join(temporaryFolder(), "path");
    const server = createServer().listen(path);
    onTestFinished(() => void server.close());
    await new Promise((done) => server.once("listening", done));
    expect(() => readRegularFile(path, 8)).toThrow(/path: is a socket or a device, not a regular file/);
  });
});
