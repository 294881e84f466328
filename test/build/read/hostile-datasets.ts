import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

/** A malicious or broken dataset, and the expected messages of a build. */
export interface HostileDataset {
  readonly name: string;
  /** Writes it into an empty folder. @returns the path to build */
  readonly write: (folder: string) => string;
  /** Texts that a single line of the message must contain; undefined if the dataset is valid. */
  readonly says?: readonly string[];
  /**
   * A file that is overwritten while the build reads its first records: its path in the folder, and the number of
   * question marks to write.
   */
  readonly meanwhile?: { readonly file: string; readonly length: number };
}

const MIB = 2 ** 20;
export const ICON = { id: "kite", name: "Kite", developer: "Kite Works", category: "games" };
const EVIL = "\u001b]0;owned\u0007\u009b31m\u202e\r";

const json = (value: unknown): string => JSON.stringify(value);
const withMore = (more: object): string => json([{ ...ICON, ...more }]);
const inRecord = (more: string): string => `[{"id":"kite","name":"Kite","developer":"D","category":"c",${more}}]`;
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const text = (length: number): string => "x".repeat(length);

/** A dataset of one file with this content. */
const file =
  (content: string | Buffer, name = "icons.json") =>
  (folder: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

/** A folder with `dataset.json` and one file of records. */
const folderWith =
  (options: string | Buffer | undefined, records: string | Buffer | undefined = json([ICON])) =>
  (folder: string): string => {
    mkdirSync(join(folder, "icons"));
    if (options !== undefined) writeFileSync(join(folder, "dataset.json"), options);
    if (records !== undefined) writeFileSync(join(folder, "icons", "a.json"), records);
    return folder;
  };

const NAMED = json({ name: "Hostile" });
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${text(64)}\nsize 999\n`;

/** A folder with something other than a file in its place. */
const folderWithOdd =
  (path: string, make: (path: string) => void) =>
  (folder: string): string => {
    mkdirSync(join(folder, "icons"));
    if (path !== "dataset.json") writeFileSync(join(folder, "dataset.json"), NAMED);
    if (path === "dataset.json") writeFileSync(join(folder, "icons", "a.json"), json([ICON]));
    make(join(folder, path));
    return folder;
  };

const pipe = (path: string): void => void execFileSync("mkfifo", [path]);
const loop = (path: string): void => symlinkSync(path, path);
const device = (path: string): void => symlinkSync("/dev/zero", path);
const subfolder = (path: string): void => mkdirSync(path);
/** A sparse file, which takes no space on the disk. */
const hollow =
  (bytes: number) =>
  (path: string): void => {
    const fd = openSync(path, "w");
    ftruncateSync(fd, bytes);
    closeSync(fd);
  };

/** One record whose description has this many bytes. */
const longDescription =
  (bytes: number, name: string) =>
  (folder: string): string => {
    const path = join(folder, name);
    const fd = openSync(path, "w");
    const ndjson = name.endsWith(".ndjson");
    writeSync(fd, `${ndjson ? "" : "["}{"id":"kite","name":"Kite","description":"`);
    for (let at = 0; at < bytes; at += MIB) writeSync(fd, text(MIB));
    writeSync(fd, `","developer":"D","category":"c"}${ndjson ? "\n" : "]"}`);
    closeSync(fd);
    return path;
  };

export const HOSTILE_DATASETS: readonly HostileDataset[] = [
  // Paths that are not regular files.
  {
    name: "dataset.json is a pipe",
    write: folderWithOdd("dataset.json", pipe),
    says: ["dataset.json:1:", "is a named pipe, not a regular file"],
  },
  {
    name: "dataset.json is a device",
    write: folderWithOdd("dataset.json", device),
    says: ["dataset.json:1:", "is a device, not a regular file"],
  },
  {
    name: "dataset.json is a folder",
    write: folderWithOdd("dataset.json", subfolder),
    says: ["dataset.json:1:", "is a folder, not a regular file"],
  },
  {
    name: "dataset.json is a link to itself",
    write: folderWithOdd("dataset.json", loop),
    says: ["dataset.json:1:", "is a link to itself"],
  },
  {
    name: "dataset.json has 5 GiB",
    write: folderWithOdd("dataset.json", hollow(5 * 1024 * MIB)),
    says: ["dataset.json:1:", "has 5368709120 bytes", "more than the 16777216"],
  },
  {
    name: "dataset.json is missing",
    write: folderWith(undefined),
    says: ["dataset.json:1: does not exist. Create it"],
  },
  {
    name: "dataset.json may not be read",
    write(folder) {
      folderWith(NAMED)(folder);
      chmodSync(join(folder, "dataset.json"), 0);
      return folder;
    },
    says: ["dataset.json:1:", "EACCES", "permission"],
  },
  {
    name: "a file of records is a pipe",
    write: folderWithOdd("icons/a.json", pipe),
    says: ["a.json:1: is a named pipe, not a regular file"],
  },
  {
    name: "a file of records is a device",
    write: folderWithOdd("icons/a.ndjson", device),
    says: ["a.ndjson:1: is a device, not a regular file"],
  },
  {
    name: "a file of records is a folder",
    write: folderWithOdd("icons/a.json", subfolder),
    says: ["a.json:1: is a folder, not a regular file"],
  },
  {
    name: "a file of records is a link to itself",
    write: folderWithOdd("icons/a.json", loop),
    says: ["a.json:1: is a link to itself"],
  },
  {
    name: "a file of records is a link to nothing",
    write: folderWithOdd("icons/a.json", (path) => symlinkSync("nowhere", path)),
    says: ["a.json:1: does not exist"],
  },
  {
    name: "a file of records may not be read",
    write(folder) {
      folderWith(NAMED)(folder);
      chmodSync(join(folder, "icons", "a.json"), 0);
      return folder;
    },
    says: ["a.json:1:", "EACCES", "permission"],
  },
  {
    name: "the folder of records is a file",
    write(folder) {
      writeFileSync(join(folder, "dataset.json"), NAMED);
      writeFileSync(join(folder, "icons"), "");
      return folder;
    },
    says: ["icons:1: is a file, not a folder"],
  },
  {
    name: "the folder of records is a link to itself",
    write(folder) {
      writeFileSync(join(folder, "dataset.json"), NAMED);
      loop(join(folder, "icons"));
      return folder;
    },
    says: ["icons:1: is a link to itself"],
  },
  {
    name: "the folder of records links to the dataset, and round again",
    write(folder) {
      writeFileSync(join(folder, "dataset.json"), NAMED);
      symlinkSync(".", join(folder, "icons"));
      return folder;
    },
    says: ["icons/dataset.json:1: field id: is missing"],
  },
  {
    name: "the dataset is a pipe",
    write(folder) {
      pipe(join(folder, "icons.json"));
      return join(folder, "icons.json");
    },
    says: ["icons.json:1: is a named pipe, not a regular file"],
  },
  { name: "the dataset is a device", write: () => "/dev/zero", says: ["/dev/zero:1: is a device, not a regular file"] },
  {
    name: "the dataset is a link to itself",
    write(folder) {
      loop(join(folder, "icons.json"));
      return join(folder, "icons.json");
    },
    says: ["icons.json:1: is a link to itself"],
  },
  {
    name: "a file of records has control characters in its name",
    write(folder) {
      folderWith(NAMED, undefined)(folder);
      writeFileSync(join(folder, "icons", `${EVIL}.json`), "[1]");
      return folder;
    },
    says: ["\\u001b]0;owned\\u0007\\u009b31m\\u202e\\r.json:1: ", "wrong type (number)"],
  },

  // Bytes that are not JSON.
  { name: "empty", write: file(""), says: ["icons.json:1: is empty"] },
  { name: "only white space", write: file(" \n\n\t"), says: ["icons.json:3: is empty"] },
  { name: "dataset.json is empty", write: folderWith(""), says: ["dataset.json:1: is not valid JSON"] },
  { name: "a byte order mark", write: file(Buffer.concat([Buffer.from("\uFEFF"), Buffer.from(json([ICON]))])) },
  { name: "a byte order mark in NDJSON", write: file(`\uFEFF${json(ICON)}\n`, "icons.ndjson") },
  { name: "a byte order mark in dataset.json", write: folderWith(`\uFEFF${NAMED}`) },
  {
    name: "UTF-16",
    write: file(Buffer.from(`\uFEFF${json([ICON])}`, "utf16le")),
    says: ["icons.json:1:", "UTF-16", "Save the file as UTF-8"],
  },
  {
    name: "UTF-16 in NDJSON",
    write: file(Buffer.from(`\uFEFF${json(ICON)}\n`, "utf16le").swap16(), "icons.ndjson"),
    says: ["icons.ndjson:1:", "UTF-16", "Save the file as UTF-8"],
  },
  {
    name: "dataset.json is UTF-16",
    write: folderWith(Buffer.from(`\uFEFF${NAMED}`, "utf16le")),
    says: ["dataset.json:1:", "UTF-16", "Save the file as UTF-8"],
  },
  {
    name: "a Git LFS pointer",
    write: file(POINTER),
    says: ["icons.json:1:", "is a Git LFS pointer", "Run `git lfs pull`"],
  },
  {
    name: "a Git LFS pointer in NDJSON",
    write: file(POINTER, "icons.ndjson"),
    says: ["icons.ndjson:1:", "is a Git LFS pointer", "Run `git lfs pull`"],
  },
  {
    name: "dataset.json is a Git LFS pointer",
    write: folderWith(POINTER),
    says: ["dataset.json:1:", "is a Git LFS pointer", "Run `git lfs pull`"],
  },
  {
    name: "records in a file whose ending is in upper case",
    write: (folder) => {
      folderWith(NAMED)(folder);
      writeFileSync(join(folder, "icons", "B.NDJSON"), `${json({ ...ICON, id: "b" })}\n${json({ ...ICON, id: 7 })}\n`);
      return folder;
    },
    says: ["B.NDJSON:2:", "wrong type (number)"],
  },
  {
    name: "Latin-1",
    write: file(Buffer.from(withMore({ name: "Caf\u00e9" }), "latin1")),
    says: ['record "kite"', "not valid UTF-8", "Save the file as UTF-8"],
  },
  {
    name: "dataset.json is Latin-1",
    write: folderWith(Buffer.from(json({ name: "Caf\u00e9" }), "latin1")),
    says: ["dataset.json:1:", "not valid UTF-8", "Save the file as UTF-8"],
  },
  {
    name: "a NUL between records",
    write: file(`[${json(ICON)},\u0000]`),
    says: ["icons.json:1:", "is not valid JSON"],
  },
  { name: "a file of NULs", write: file(Buffer.alloc(4096)), says: ["icons.json:1: expected an array of records"] },
  {
    name: "a control character in a text",
    write: file(inRecord('"description":"a\u0007b"')),
    says: ['record "kite"', "is not valid JSON: invalid character"],
  },
  { name: "truncated", write: file(json([ICON]).slice(0, -9)), says: ["icons.json:1: ends inside"] },
  { name: "truncated behind a record", write: file(`[${json(ICON)},`), says: ["icons.json:1: ends early"] },
  {
    name: "trailing garbage",
    write: file(`[${json(ICON)}]\n\nx`),
    says: ["icons.json:3: expected the end of the file"],
  },
  {
    name: "an unterminated string",
    write: file('[{"id":"kite","name":"Kite}]'),
    says: ["icons.json:1: ends inside a string"],
  },
  {
    name: "a comment before everything",
    write: file(`/* kites */[${json(ICON)}]`),
    says: ["icons.json:1:", "no comments"],
  },
  {
    name: "a record behind a megabyte of white space",
    write: file(`${" ".repeat(2 * MIB)}${json(ICON)}\n`, "icons.ndjson"),
    says: ["icons.ndjson:1:", "has more than 1048576 bytes"],
  },
  {
    name: "comments",
    write: file(`[\n// kites\n${json(ICON)}]`),
    says: ["icons.json:2:", "no comments"],
  },
  {
    name: "a comment in a record",
    write: file(inRecord('/* games */"rank":1')),
    says: ['record "kite"', "is not valid JSON: invalid comment token"],
  },
  {
    name: "a comma at the end",
    write: file(`[${json(ICON)},]`),
    says: ['icons.json:1: expected element, found "]"'],
  },
  { name: "line ends of Windows", write: file(`[\r\n${json(ICON)}\r\n]\r\n`) },
  { name: "line ends of Windows in NDJSON", write: file(`${json(ICON)}\r\n\r\n`, "icons.ndjson") },
  {
    name: "line ends of old Macs in NDJSON",
    write: file(`${json(ICON)}\r${json({ ...ICON, id: "b" })}\r`, "icons.ndjson"),
    says: ["icons.ndjson:1:", "is not valid JSON", "end of file expected"],
  },
  { name: "a text instead of records", write: file('"kite"'), says: ["expected an array of records"] },
  { name: "numbers and null instead of records", write: file("[null,1]"), says: ["wrong type (null)", "an object"] },
  { name: "an array in NDJSON", write: file("[]\n", "icons.ndjson"), says: ["wrong type (array)", "an object"] },

  // Nesting.
  {
    name: "a record nested 100,000 deep",
    write: file(inRecord(`"attributes":${nested(100_000)}`)),
    says: ['record "kite"', "is nested more than", "Flatten"],
  },
  {
    name: "a record nested 200,000 deep, in NDJSON",
    write: file(`${inRecord(`"attributes":${nested(200_000)}`).slice(1, -1)}\n`, "icons.ndjson"),
    says: ["icons.ndjson:1:", 'record "kite"', "has more than 1048576 bytes"],
  },
  {
    name: "arrays nested 200,000 deep",
    write: file(`${"[".repeat(200_000)}${"]".repeat(200_000)}`),
    says: ["icons.json:1:", "is nested more than"],
  },
  { name: "arrays that are never closed", write: file("[".repeat(200_000)), says: ["ends inside this record"] },
  {
    name: "dataset.json nested 200,000 deep",
    write: folderWith(`{"name":"x","lint":${nested(200_000)}}`),
    says: ["dataset.json:1:", "is nested more than", "levels deep"],
  },
  {
    name: "attributes nested 17 deep",
    write: file(inRecord(`"attributes":${nested(17)}`)),
    says: ['record "kite", field attributes', "is nested more than 16 levels deep"],
  },
  { name: "attributes nested 16 deep", write: file(inRecord(`"attributes":${nested(16)}`)) },

  // Numbers.
  ...["1e400", "-1e400", "1e-400", "12345678901234567890", "0.12345678901234567890", "9007199254740993"].map(
    (number): HostileDataset => ({
      name: `the number ${number}`,
      write: file(inRecord(`"attributes":{"a":[{"b":${number}}]}`)),
      says: ['record "kite", field attributes.a[0].b', "can't be stored", `got ${number}`, "as a text"],
    }),
  ),
  {
    name: "an infinite rank",
    write: file(inRecord('"rank":1e400')),
    says: ['record "kite", field rank', "too large to be stored"],
  },
  {
    name: "numbers that are kept in other words",
    write: file(inRecord('"attributes":{"a":[-0,-0.0,1.0,1E2,100e-2,0.1,9007199254740992,1e21,5e-324]}')),
  },

  // Keys.
  {
    name: "a field twice",
    write: file(inRecord('\n"rank":1,\n"rank":2')),
    says: ["icons.json:3:", 'record "kite", field rank', "twice in one object"],
  },
  {
    name: "an attribute twice, once in an escape",
    write: file(inRecord('"attributes":{"x":{"y":1,"\\u0079":2}}')),
    says: ['record "kite", field attributes.x.y', "twice in one object"],
  },
  {
    name: "the id twice",
    write: file('[{"id":"a","id":"b","name":"K","developer":"D","category":"c"}]'),
    says: ['record "b", field id', "twice in one object"],
  },
  {
    name: "dataset.json has a field twice",
    write: folderWith('{"name":"a",\n"name":"b"}'),
    says: ["dataset.json:2:", "field name", "twice in one object"],
  },
  {
    name: "__proto__ among the attributes",
    write: file(inRecord('"attributes":{"a":{"__proto__":{"admin":true}}}')),
    says: ['record "kite", field attributes.a.__proto__', "can't be stored"],
  },
  {
    name: "__proto__ in a record",
    write: file(inRecord('"__proto__":{"rank":1}')),
    says: ['record "kite", field __proto__', "unknown field"],
  },
  {
    name: "__proto__ in dataset.json",
    write: folderWith('{"name":"x","__proto__":{"picture":{}}}'),
    says: ["dataset.json:1: field __proto__", "unknown field"],
  },
  {
    name: "names of JavaScript's own as attributes",
    write: file(inRecord('"attributes":{"constructor":1,"prototype":2,"hasOwnProperty":3,"toString":4}')),
  },
  {
    name: "a field constructor",
    write: file(inRecord('"constructor":1')),
    says: ['record "kite", field constructor', "unknown field"],
  },
  {
    name: "names of JavaScript's own as ids and labels",
    write: file(
      json(["constructor", "__proto__", "toString"].map((id) => ({ ...ICON, id, category: id, aliases: [id] }))),
    ),
  },
  {
    name: "65,536 attributes",
    write: file(withMore({ attributes: Object.fromEntries(Array.from({ length: 65_536 }, (_, n) => [`k${n}`, n])) })),
    says: ['record "kite", field attributes', "too many fields"],
  },
  {
    name: "1,001 attributes in several objects",
    write: file(withMore({ attributes: { list: Array.from({ length: 500 }, (_, n) => ({ a: n, b: n })) } })),
    says: ['record "kite", field attributes', "has 1001 fields"],
  },
  {
    name: "attributes of 100 KB",
    write: file(withMore({ attributes: { text: text(100_000) } })),
    says: ['record "kite", field attributes', "bytes as JSON", "at most 65536"],
  },
  {
    name: "80,000 fields that are unknown",
    write: file(withMore(Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`f${n}`, n])))),
    says: ['record "kite"'],
  },
  {
    name: "a field with a name of 500 KB",
    write: file(withMore({ [text(500_000)]: 1 })),
    says: ['record "kite", field xxxxx', "unknown field"],
  },

  // Texts.
  {
    name: "half of a character",
    write: file(inRecord('"attributes":{"a":"\\ud83d"}')),
    says: ['record "kite", field attributes.a', "half of a character", '"\\ud83d"'],
  },
  {
    name: "half of a character in a key",
    write: file(inRecord('"attributes":{"\\ud83d":1}')),
    says: ['record "kite", field attributes.\\ud83d', "half of a character"],
  },
  { name: "control characters in attributes", write: file(inRecord('"attributes":{"a":"\\u0000\\u001b[31m"}')) },
  {
    name: "a control character in a name",
    write: file(withMore({ name: `Kite${EVIL}` })),
    says: ['record "kite", field name', '\\u001b]0;owned\\u0007\\u009b31m\\u202e\\r"'],
  },
  { name: "right-to-left controls in a name", write: file(withMore({ name: "Kite \u202etxt.exe\u202c" })) },
  {
    name: "a text that looks like a field",
    write: file(inRecord('"description":"say \\u0022: x, \\u0022name\\u0022: y"')),
  },
  {
    name: "a description of 1,001 characters",
    write: file(withMore({ description: text(1001) })),
    says: ['record "kite", field description', "too long", "xxx…"],
  },
  {
    name: "a description of 100 MB",
    write: longDescription(100 * MIB, "icons.json"),
    says: ['record "kite"', "has more than 1048576 bytes"],
  },
  {
    name: "a description of 100 MB in NDJSON",
    write: longDescription(100 * MIB, "icons.ndjson"),
    says: ["icons.ndjson:1:", 'record "kite"', "has more than 1048576 bytes"],
  },
  {
    name: "a number of 3 MB",
    write: file(`[${"1".repeat(3 * MIB)}]`),
    says: ["icons.json:1:", "has more than 1048576 bytes"],
  },
  {
    name: "60,000 aliases",
    write: file(withMore({ aliases: Array.from({ length: 60_000 }, (_, n) => `alias ${n}`) })),
    says: ['record "kite", field aliases', "too many entries", "up to 50"],
  },
  {
    name: "an alias twice",
    write: file(withMore({ aliases: ["a", "a"] })),
    says: ['record "kite", field aliases', "duplicate entry"],
  },
  {
    name: "a website of 3,000 characters",
    write: file(withMore({ website: `https://example.com/${text(3000)}` })),
    says: ['record "kite", field website', "too long"],
  },
  {
    name: "400,000 colors",
    write: file(withMore({ colors: Array.from({ length: 400_000 }, () => 1) })),
    says: ['record "kite", field colors', "too many entries"],
  },
  {
    name: "300,000 versions without anything",
    write: file(withMore({ versionHistory: Array.from({ length: 300_000 }, () => ({})) })),
    says: ['record "kite", field versionHistory', "too many entries"],
  },
  {
    name: "texts that a pattern could be tried on in many ways",
    write: file(
      json([
        { ...ICON, name: `${text(500_000)}\u0000` },
        { ...ICON, id: "b", website: `https://${text(500_000)} x` },
        { ...ICON, id: "c", name: `${" ".repeat(16_000)}\u0000`, website: `https://${text(16_000)} x` },
      ]),
    ),
    says: ['record "b", field website', "too long"],
  },
  {
    name: "a broken record of 100,000 brackets behind an odd quote",
    write: file(`[["\n${"[".repeat(100_000)}"]]`),
    says: ["icons.json:1: is nested more than 64 levels deep"],
  },
  {
    // More brackets than a parser can nest are no reason to leave out what is wrong.
    name: "a broken record of 100,000 brackets side by side",
    write: file(`[[${"[],".repeat(100_000)}x]]`),
    says: ["icons.json:1: is not valid JSON: invalid symbol"],
  },
  {
    name: "10,000 records with labels that are not among 10,000",
    write(folder) {
      folderWith(
        json({ name: "x", labels: { category: Array.from({ length: 10_000 }, (_, n) => `label ${n}`) } }),
        "[]",
      )(folder);
      const records = Array.from({ length: 10_000 }, (_, n) => json({ ...ICON, id: `k${n}`, category: `other ${n}` }));
      writeFileSync(join(folder, "icons", "b.ndjson"), records.join("\n"));
      return folder;
    },
    says: ['record "k0", field category: is not a known label'],
  },
  {
    name: "201 versions",
    write: file(withMore({ versionHistory: Array.from({ length: 201 }, () => ({ version: "1", date: "2016" })) })),
    says: ['record "kite", field versionHistory', "too many entries"],
  },
  {
    name: "101 tags",
    write: file(withMore({ aiTags: Array.from({ length: 101 }, (_, n) => ({ tag: `t${n}` })) })),
    says: ['record "kite", field aiTags', "too many entries"],
  },
  {
    name: "101 keywords",
    write: file(withMore({ keywords: Array.from({ length: 101 }, (_, n) => `k${n}`) })),
    says: ['record "kite", field keywords', "too many entries", "up to 100"],
  },
  {
    name: "a keyword of 61 characters",
    write: file(withMore({ keywords: ["fits", "k".repeat(61)] })),
    says: ['record "kite", field keywords[1]', "1 to 60 characters"],
  },

  // Ids and labels.
  {
    name: "an id of 1 MB",
    write: file(json([{ ...ICON, id: text(1_000_000) }])),
    says: ['record "xxxxx', "field id", "too long", "…"],
  },
  { name: "an empty id", write: file(json([{ ...ICON, id: "" }])), says: ["field id", "1 to 200 printable"] },
  { name: "a dot as id", write: file(json([{ ...ICON, id: ".." }])), says: ['record ".."', "field id", "not . or .."] },
  {
    name: "slashes, dots and percents in ids",
    write: file(json(["a/../b", "%2e%2e", "a?b#c", ".a"].map((id) => ({ ...ICON, id })))),
  },
  {
    name: "control characters in an id",
    write: file(json([{ ...ICON, id: `kite${EVIL}` }])),
    says: ["\\u001b]0;owned\\u0007\\u009b31m\\u202e\\r", "field id", "printable"],
  },
  {
    name: "an id twice",
    write: file(json([ICON, ICON])),
    says: ["icons.json:1:", 'record "kite", field id', "is already used at"],
  },
  { name: "a number as id", write: file(json([{ ...ICON, id: 1 }])), says: ["field id", "wrong type (number)"] },
  {
    name: "a category with a comma",
    write: file(withMore({ category: "games, toys" })),
    says: ['record "kite", field category', "without a comma"],
  },
  {
    name: "a category of 61 characters",
    write: file(withMore({ category: text(61) })),
    says: ['record "kite", field category', "too long"],
  },
  {
    name: "colors of the wrong type",
    write: file(withMore({ colors: [1] })),
    says: ['record "kite", field colors[0]', "one of black"],
  },
  {
    name: "colors that are no list",
    write: file(withMore({ colors: "blue", colorPalette: {} })),
    says: ['record "kite", field colors:', "wrong type (string)", "a list"],
  },
  {
    name: "10,001 labels in dataset.json",
    write: folderWith(json({ name: "x", labels: { category: Array.from({ length: 10_001 }, (_, n) => `c${n}`) } })),
    says: ["dataset.json:1: field labels.category", "too many entries"],
  },

  // Images: an error affects only that image.
  ...["..", ".", "a\u0000b", "../../etc/passwd", EVIL.trimEnd(), "icons.json", text(2000)].map(
    (image): HostileDataset => ({
      name: `the image ${JSON.stringify(image.slice(0, 20))}`,
      write: file(withMore({ image })),
    }),
  ),
  {
    name: "an image at no path",
    write: file(withMore({ image: "file:///etc/passwd" })),
    says: ['record "kite", field image', "relative to the dataset"],
  },

  // Files that change while they are read.
  {
    name: "a file that shrinks while it is read",
    write(folder) {
      const path = join(folder, "icons.ndjson");
      const fill = text(500);
      for (let from = 0; from < 20_000; from += 1000) {
        const lines = Array.from({ length: 1000 }, (_, n) => json({ ...ICON, id: `k${from + n}`, description: fill }));
        appendFileSync(path, `${lines.join("\n")}\n`);
      }
      return path;
    },
    meanwhile: { file: "icons.ndjson", length: 0 },
    says: ["icons.ndjson", "changed while it was being read; run the build again"],
  },
  {
    name: "a file that is written anew while it is read",
    write(folder) {
      const path = join(folder, "icons.ndjson");
      const lines = Array.from({ length: 20_000 }, (_, n) => json({ ...ICON, id: `k${n}`, description: text(500) }));
      writeFileSync(path, `${lines.join("\n")}\n`);
      return path;
    },
    meanwhile: { file: "icons.ndjson", length: 12 * MIB },
    says: ["icons.ndjson", "changed while it was being read; run the build again"],
  },
];
