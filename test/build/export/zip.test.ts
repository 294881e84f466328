import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { writeZip, type ZipFile } from "#build/export/zip.js";
import { temporaryFolder } from "../../support/folder.js";

/** Reads archives with another program: name, content, date, mode and system of every file. */
const READER = `
import sys, json, zipfile
def read(path):
    archive = zipfile.ZipFile(path)
    assert archive.testzip() is None
    return [[i.filename, archive.read(i).hex(), list(i.date_time), i.external_attr >> 16, i.create_system] for i in archive.infolist()]
print(json.dumps([read(path) for path in sys.argv[1:]]))
`;
const DATE = [1980, 1, 1, 0, 0, 0];
const MODE = 0o100644;

async function zipped(files: readonly ZipFile[]): Promise<Buffer> {
  async function* given(): AsyncGenerator<ZipFile> {
    yield* files;
  }
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(given())) parts.push(part);
  return Buffer.concat(parts);
}

const read = (paths: readonly string[]): unknown[][] => {
  const options = { maxBuffer: 2 ** 28, encoding: "utf8" } as const;
  return JSON.parse(execFileSync("python3", ["-c", READER, ...paths], options));
};

it("writes archives that Python can read, with names, content and a fixed date", async () => {
  const folder = temporaryFolder();
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ minLength: 100, maxLength: 3000, unit: fc.constantFrom("a", "b") }).map((text) => Buffer.from(text)),
  );
  const file = fc.record({ bytes, compressed: fc.boolean(), pieces: fc.boolean() });
  const archives = fc.sample(fc.array(file, { maxLength: 6 }), 30);
  const paths: string[] = [];
  for (const [at, files] of archives.entries()) {
    const given = files.map(({ bytes, compressed, pieces }, n) => ({
      path: `ordner é/${n}.bin`,
      compressed,
      bytes: pieces ? [bytes.subarray(0, 7), bytes.subarray(7)] : bytes,
    }));
    paths.push(join(folder, `${at}.zip`));
    writeFileSync(paths[at]!, await zipped(given));
  }
  const expected = archives.map((files) =>
    files.map(({ bytes }, n) => [`ordner é/${n}.bin`, Buffer.from(bytes).toString("hex"), DATE, MODE, 3]),
  );
  expect(read(paths)).toEqual(expected);
});

it("compresses files that become smaller, and stores others", async () => {
  const text = Buffer.alloc(10_000, "a");
  expect((await zipped([{ path: "a", bytes: text, compressed: false }])).length).toBeLessThan(300);
  expect((await zipped([{ path: "a", bytes: text, compressed: true }])).length).toBeGreaterThan(10_000);
});

it("rethrows an error of the input", async () => {
  function* pieces(): Generator<Uint8Array> {
    yield Buffer.from("a");
    throw new Error("no more");
  }
  await expect(zipped([{ path: "a", bytes: pieces(), compressed: false }])).rejects.toThrow("no more");
});
