import { execFileSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { expect, it } from "vitest";
import { writeZip, type ZipFile } from "#build/export/zip.js";
import { temporaryFolder } from "../../support/folder.js";

/** Prints the number of files in an archive, and the last one. */
const READER = `
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
last = archive.infolist()[-1]
print(len(archive.namelist()), last.filename, last.header_offset, archive.read(last).decode())
`;

async function* filesOf(count: number, bytes: Buffer): AsyncGenerator<ZipFile> {
  for (let at = 0; at < count; at++) yield { path: `${at}`, bytes, compressed: true };
  yield { path: "last", bytes: Buffer.from("the last one"), compressed: false };
}

const read = (path: string): string => execFileSync("python3", ["-c", READER, path], { encoding: "utf8" });

it("writes more than 65,535 files", async () => {
  const path = join(temporaryFolder(), "many.zip");
  await pipeline(writeZip(filesOf(70_000, Buffer.from("x"))), createWriteStream(path));
  expect(read(path)).toMatch(/^70001 last \d+ the last one\n$/);
});

it("writes files beyond 4 GiB, and a directory of several pieces", async () => {
  const path = join(temporaryFolder(), "large.zip");
  await pipeline(writeZip(filesOf(4200, Buffer.alloc(2 ** 20, "x"))), createWriteStream(path));
  const [count, , offset] = read(path).split(" ");
  expect([Number(count), Number(offset) > 2 ** 32]).toEqual([4201, true]);
}, 300_000);
