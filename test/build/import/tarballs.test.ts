import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Header, type types } from "tar";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { importBrands } from "#build/import/collections/brands.js";
import { importDashboardIcons } from "#build/import/collections/dashboard-icons.js";
import type { CollectionResult } from "#build/import/collections/import-collection.js";
import { SVGL } from "#build/import/collections/svgl.js";
import { temporaryFolder } from "../../support/folder.js";

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M0 0h9v16H0z"/></svg>';
const ICON = ["pkg/svg/one.svg", DRAWING] as const;

/** A path with its content, or a link with its target and type. */
type Entry = readonly [path: string, content: string, type?: types.EntryTypeName];

function tarOf(...entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(([path, content, type = "File"]) => {
    const bytes = Buffer.from(type === "File" ? content : "");
    const header = Buffer.alloc(512);
    const linkpath = type.endsWith("Link") ? { linkpath: content } : {};
    new Header({ path, type, size: bytes.length, mode: 0o644, mtime: new Date(0), ...linkpath }).encode(header);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const tgzOf = (...entries: readonly Entry[]): Buffer => gzipSync(tarOf(...entries));
const good = tgzOf(ICON, ["pkg/svg/two.svg", DRAWING.replace("9", "5")]);
const withBit = (bytes: Buffer, at: number): Buffer =>
  Buffer.from(bytes.map((byte, n) => (n === at ? byte ^ 1 : byte)));

let temporary = "";
beforeEach(() => {
  temporary = temporaryFolder();
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  onTestFinished(() => {
    expect(readdirSync(temporary)).toEqual([]);
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
});

/** Imports a tarball as dashboard-icons. */
function importing(bytes: Buffer, name = "own.tgz"): Promise<CollectionResult> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), bytes);
  return importDashboardIcons({ source: join(folder, name), out: join(folder, "out") });
}

describe("tarball of a collection", () => {
  it.each<[string, Buffer, string?]>([
    ["compressed", good],
    ["not compressed", tarOf(ICON), "own.tar"],
    ["with a folder of any name and notes next to it", tgzOf(["./._pkg", "notes"], ["./a/./svg//one.svg", DRAWING])],
    ["with folders as entries", tgzOf(["pkg/", "", "Directory"], ["pkg/svg/", "", "Directory"], ICON)],
  ])("is imported if it is %s", async (_, bytes, name) => {
    expect((await importing(bytes, name)).withoutImage.count).toBe(0);
  });

  it.each<[string, Buffer, RegExp]>([
    [
      "leads above itself",
      tgzOf(ICON, ["pkg/../../x.svg", DRAWING]),
      /own\.tgz: the entry "pkg\/\.\.\/\.\.\/x\.svg" leads out of the tarball, .*Don't use/,
    ],
    ["leads to a folder of the system", tgzOf(ICON, ["/etc/x.svg", DRAWING]), /the entry "\/etc\/x\.svg" leads out/],
    [
      "has several folders",
      tgzOf(ICON, ["png/two.png", "x"]),
      /has "png\/two\.png" in another folder than "pkg"\. Give a tarball of npm/,
    ],
    ["has no folder", tgzOf(["one.svg", DRAWING]), /has no images or data in a folder\. Give a tarball of npm/],
    [
      "has something else",
      tgzOf(["pkg/README.md", "Hello"]),
      /own\.tgz has no image in its folders svg, png, webp\. Give a checkout/,
    ],
    [
      "is cut off",
      good.subarray(0, good.length - 20),
      /compressed data is damaged \(unexpected end of file\) after the entry "pkg\/svg\/(one|two)\.svg"\. Download/,
    ],
    [
      "has a flipped bit",
      withBit(good, good.length - 6),
      /compressed data is damaged \(incorrect data check\).* Download it again\./,
    ],
    [
      "has a damaged entry",
      gzipSync(withBit(tarOf(ICON, ["pkg/svg/two.svg", DRAWING]), 1030)),
      /is not a tarball \(TAR_ENTRY_INVALID: checksum failure\) after the entry "pkg\/svg\/one\.svg"\. Download/,
    ],
    ["is a page", Buffer.from("<!doctype html>".repeat(99)), /own\.tgz: is not a tarball .*Download it again\./],
    ["is empty", Buffer.alloc(0), /own\.tgz: is not a tarball .*Download it again\./],
    [
      "is a bomb",
      gzipSync(Buffer.concat([tarOf(ICON).subarray(0, 1024), Buffer.alloc(2 ** 24)]), { level: 9 }),
      /unpacks to too many times its size.* after the entry "pkg\/svg\/one\.svg"\. Don't use it\.$/,
    ],
  ])("is refused with the entry and a remedy if it %s", async (_, bytes, message) => {
    await expect(importing(bytes)).rejects.toThrow(message);
  });

  it.each<[string, Entry, RegExp]>([
    [
      "a symbolic link",
      ["pkg/svg/two.svg", "one.svg", "SymbolicLink"],
      /is a link to "one\.svg"; extract the tarball and give its folder$/,
    ],
    ["a hard link", ["pkg/svg/two.svg", "pkg/svg/one.svg", "Link"], /is a link to "pkg\/svg\/one\.svg"; extract/],
    ["a device", ["pkg/svg/two.svg", "", "CharacterDevice"], /is a CharacterDevice, not a regular file; replace it$/],
    [
      "too large",
      ["pkg/svg/two.svg", " ".repeat(17 << 20)],
      /has 17825792 bytes, at most 16777216 are allowed; make it smaller$/,
    ],
  ])("is imported without an image that is %s, with the reason", async (_, entry, reason) => {
    const { icons, withoutImage } = await importing(tarOf(ICON, entry), "own.tar");
    expect([icons, withoutImage.count]).toEqual([2, 1]);
    expect(withoutImage.first[0]).toEqual({ icon: "two", reason: expect.stringMatching(reason) });
    expect(withoutImage.first[0]!.reason).toMatch(/^the file svg\/two\.svg in .*own\.tar /);
  });

  it("takes the last of several files at one path, as tar does", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "own.tgz"), tgzOf(["p/svg/one.svg", "old"], ["p/svg/one.svg", DRAWING]));
    await importDashboardIcons({ source: join(folder, "own.tgz"), out: join(folder, "out") });
    expect(readFileSync(join(folder, "out/images/one.svg"), "utf8")).toBe(DRAWING);
  });

  it("is refused with its name and the missing file if it is not the collection", async () => {
    const folder = temporaryFolder();
    const source = join(folder, "own.tgz");
    writeFileSync(source, good);
    mkdirSync(join(folder, "checkout"));
    for (const from of [source, join(folder, "checkout")])
      await expect(importBrands(SVGL, { source: from, out: join(folder, "out") })).rejects.toThrow(
        `${from} has no file src/data/svgs.ts, so it is not svgl. Give a checkout, package or tarball of it.`,
      );
  });
});
