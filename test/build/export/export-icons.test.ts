import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertIconSetInfo } from "@iconify/utils/lib/icon-set/convert-info";
import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import { validateIconSet } from "@iconify/utils/lib/icon-set/validate";
import { iconToSVG } from "@iconify/utils/lib/svg/build";
import fc from "fast-check";
import { parquetReadObjects } from "hyparquet";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { COLUMN_NAMES } from "#build/export/columns.js";
import { exportIcons } from "#build/export/export-icons.js";
import { EXPORT_FORMATS, type ExportOptions, type ExportResult, FOLDERS } from "#build/export/options.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { FIELD_NAMES } from "#src/format/record-and-detail-fields.js";
import type { ImageFormat } from "#src/images/image-options.js";
import { DRAWINGS, EXPORTED_IDS, exportArtifacts, STORED } from "../../support/export-catalog.js";
import { temporaryFolder } from "../../support/folder.js";

const artifacts = exportArtifacts();
let catalog: Catalog;
beforeAll(() => {
  catalog = openCatalog(artifacts.path);
});

const SINGLE_FILES = EXPORT_FORMATS.filter((format) => !FOLDERS.includes(format));

type Asked = Partial<ExportOptions> & Pick<ExportOptions, "format">;

const ordinalsOf = (ids: readonly string[]): Uint32Array => Uint32Array.from(ids, (id) => catalog.ordinalOf(id));

/** Exports all or the given icons into memory. */
async function exported(options: Asked, ids = EXPORTED_IDS): Promise<{ bytes: Buffer; result: ExportResult }> {
  const parts: Uint8Array[] = [];
  const out = async (part: Uint8Array): Promise<void> => void parts.push(part);
  const result = await exportIcons({ catalog, ordinals: ordinalsOf(ids), out, processes: 1, ...options });
  const bytes = Buffer.concat(parts);
  expect(result.bytes).toBe(bytes.length);
  return { bytes, result };
}

/** Exports into a new folder. @returns the exported files by path */
async function exportedFolder(options: Partial<ExportOptions>, ids = EXPORTED_IDS): Promise<Map<string, Buffer>> {
  const out = join(temporaryFolder(), "out");
  const result = await exportIcons({
    catalog,
    ordinals: ordinalsOf(ids),
    out,
    format: "folder",
    processes: 1,
    ...options,
  });
  const files = filesIn(out);
  expect(result.files).toBe(files.size);
  expect(result.bytes).toBe([...files.values()].reduce((sum, { length }) => sum + length, 0));
  return files;
}

function filesIn(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

const LEFT_OUT = {
  withoutImage: { count: 1, first: ["none"] },
  withoutDrawing: { count: 1, first: ["small"] },
};

describe("a table", () => {
  it("exports every field of every record, with attribution and images, as NDJSON", async () => {
    const { bytes, result } = await exported({ format: "ndjson" });
    const rows = bytes
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(result).toMatchObject({ icons: EXPORTED_IDS.length, files: 1, ...LEFT_OUT });
    expect(rows.map(({ id }) => id)).toEqual(EXPORTED_IDS);
    for (const row of rows) expect(row).toMatchObject(catalog.get(row.id));
    const [disc, flag, dusk] = rows;
    expect(disc).toMatchObject({ license: "MIT", attribution: "Dev 0, Shapes", imageKind: "svg", imageWidth: 24 });
    expect(flag).toMatchObject({ license: "CC-BY-4.0", attribution: "Flagmaker", recolorable: false });
    expect([dusk.license, dusk.attribution]).toEqual([undefined, "Dev 0"]);
    expect(rows.at(-2)).toMatchObject({ id: "small", imageKind: "png", imageWidth: 40, imageHeight: 20 });
    expect(Object.keys(rows.at(-1))).not.toContain("imageKind");
  });

  it("exports the requested fields in the given order, with unchanged drawings", async () => {
    const { bytes } = await exported({ format: "ndjson", columns: ["svg", "id"] });
    const rows = bytes
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows).toEqual(EXPORTED_IDS.map((id) => (DRAWINGS[id] === undefined ? { id } : { svg: STORED[id], id })));
  });

  it("exports the same values as CSV and Parquet", async () => {
    const columns = [...COLUMN_NAMES];
    const lines = (await exported({ format: "ndjson", columns })).bytes.toString().trimEnd().split("\n");
    const rows: Record<string, unknown>[] = lines.map((line) => JSON.parse(line));
    const { bytes } = await exported({ format: "parquet", columns });
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    // A missing list is read as undefined, any other missing value as null.
    const given = (row: object): object => Object.fromEntries(Object.entries(row).filter(([, value]) => value != null));
    expect((await parquetReadObjects({ file })).map(given)).toEqual(rows);
    const [head, ...cells] = parseCsv((await exported({ format: "csv", columns })).bytes.toString());
    expect(head).toEqual(columns);
    const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
    expect(cells).toEqual(rows.map((row) => columns.map((name) => textOf(row[name]))));
  });

  it("escapes formulas in CSV on request only", async () => {
    const csv = async (escapeFormulas: boolean): Promise<string> =>
      (await exported({ format: "csv", columns: ["description"], escapeFormulas }, ["flag"])).bytes.toString();
    expect(await csv(false)).toBe("description\r\n=SUM(1)\r\n");
    expect(await csv(true)).toBe("description\r\n'=SUM(1)\r\n");
  });

  it("exports all record fields as columns", () => {
    expect(COLUMN_NAMES).toEqual(expect.arrayContaining([...FIELD_NAMES]));
    expect(new Set(COLUMN_NAMES).size).toBe(COLUMN_NAMES.length);
  });
});

/** A simple parser of RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length; ) {
    let cell = "";
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        cell += text[at];
        if (text[at] === '"') at++;
      }
      at++;
    } else for (; at < text.length && !",\r\n".includes(text[at]!); at++) cell += text[at];
    rows.at(-1)!.push(cell);
    if (text[at] === ",") at++;
    else {
      expect(text.slice(at, at + 2)).toBe("\r\n");
      at += 2;
      if (at < text.length) rows.push([]);
    }
  }
  return rows;
}

describe("a folder", () => {
  it("writes each icon as stored, and a file with attributions", async () => {
    const files = await exportedFolder({});
    const names = [...Object.keys(DRAWINGS).map((id) => `${nameOf(id)}.svg`), "small.png", "ATTRIBUTION.csv"];
    expect([...files.keys()]).toEqual(names.sort());
    for (const [id, drawing] of Object.entries(STORED))
      expect(files.get(`${nameOf(id)}.svg`)?.toString()).toBe(drawing);
    expect(await sharp(files.get("small.png")).metadata()).toMatchObject({ width: 40, height: 20 });
    const [head, disc] = parseCsv(files.get("ATTRIBUTION.csv")!.toString());
    expect(head).toEqual(["id", "name", "attribution", "license", "licenseUrl", "source", "website"]);
    expect(disc).toEqual(["disc", 'Icon, "disc"', "Dev 0, Shapes", "MIT", "", "", ""]);
  });

  it("writes every file of a layout as the catalog renders it, for any icons, order and sizes", async () => {
    const paths = ["svg/{id}.svg", "{category}/{id}.png", "{size}/{id}.webp", "{id}/{size}.{ext}", "ico/{id}.ico"];
    const asked = fc.record({
      ids: fc.shuffledSubarray(
        EXPORTED_IDS.filter((id) => id !== "none"),
        { minLength: 1, maxLength: 4 },
      ),
      layout: fc.shuffledSubarray(paths, { minLength: 1, maxLength: 3 }),
      padding: fc.option(fc.constant(0.25), { nil: undefined }),
    });
    const property = fc.asyncProperty(asked, async ({ ids, layout, padding }) => {
      const sizes = layout.some((path) => path.includes("{size}")) ? [16, 40] : [];
      if (sizes.length > 0 && layout.some((path) => !/\{size\}|\.svg$/.test(path))) sizes.pop();
      const look = padding === undefined ? {} : { padding };
      const expected = new Map<string, Buffer>();
      for (const id of ids) {
        const kind = id === "small" ? "png" : "svg";
        for (const path of layout) {
          for (const size of path.includes("{size}") ? sizes : [path.endsWith(".svg") ? undefined : sizes[0]]) {
            const format = (path.endsWith("{ext}") ? kind : /\w+$/.exec(path)![0]) as ImageFormat;
            if (format === "svg" && kind !== "svg") continue;
            const { category } = catalog.get(id);
            const values: Record<string, string> = { id: nameOf(id), category, size: String(size), ext: kind };
            const file = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name]!);
            const options = { format, ...look, ...(size === undefined ? {} : { size }) };
            expected.set(file, (await catalog.image(id, options))!);
          }
        }
      }
      // Raster images have no SVG.
      if (expected.size === 0) return;
      const files = await exportedFolder({ layout: layout.join(","), sizes, look }, ids);
      files.delete("ATTRIBUTION.csv");
      expect([...files.keys()]).toEqual([...expected.keys()].sort());
      for (const [file, bytes] of expected) expect(files.get(file)?.equals(bytes), file).toBe(true);
    });
    await fc.assert(property, { numRuns: 4 });
  });

  it("replaces an earlier export only with --force, and never anything else", async () => {
    const root = temporaryFolder({ "mine/notes.txt": "mine" });
    const write = (folder: string, force: boolean, ids: readonly string[] = ["disc"]): Promise<unknown> =>
      exportIcons({ catalog, ordinals: ordinalsOf(ids), format: "folder", out: join(root, folder), force });
    await expect(write("mine", true)).rejects.toThrow(
      "contains files that no export wrote (notes.txt). Choose another",
    );
    mkdirSync(join(root, "new"));
    await write("new", false);
    await expect(write("new", false)).rejects.toThrow("already contains an export. Add --force to replace it.");
    await write("new", true, ["flag"]);
    expect(readdirSync(join(root, "new"))).toEqual(["ATTRIBUTION.csv", "flag.svg"]);
    expect(readdirSync(root)).toEqual(["mine", "new"]);
  });
});

const nameOf = (id: string): string => encodeURIComponent(id).replaceAll("*", "%2A");

describe("an Iconify set", () => {
  it("is a valid Iconify set, and contains every drawing with author and license", async () => {
    const { bytes, result } = await exported({ format: "iconify", prefix: "my" });
    const set = validateIconSet(JSON.parse(bytes.toString()));
    const info = convertIconSetInfo(set.info);
    expect(result).toMatchObject({ icons: Object.keys(DRAWINGS).length, ...LEFT_OUT });
    expect([set.prefix, info?.total, info?.author.name]).toEqual(["my", result.icons, "Various"]);
    expect(set.icons.disc).toMatchObject({ author: "Dev 0, Shapes", license: "MIT", width: 24, height: 24 });
    expect(set.icons.ring).toMatchObject({ left: -50, top: -50, width: 100, height: 100 });
    for (const [id, drawing] of Object.entries(DRAWINGS)) {
      const icon = getIconData(set, id === "a/b*c:é" ? "a-b-c-e" : id)!;
      const { attributes, body } = iconToSVG(icon, { height: "unset", width: "unset" });
      const rebuilt = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${attributes.viewBox}" width="${icon.width}" height="${icon.height}">${body}</svg>`;
      expect(await pixelsOf(rebuilt), id).toEqual(await pixelsOf(drawing));
    }
  });

  it("has the author and license of its icons if all are the same", async () => {
    const { bytes } = await exported({ format: "iconify" }, ["disc"]);
    const { prefix, info } = JSON.parse(bytes.toString());
    const title = catalog.manifest.dataset.name;
    expect(prefix).toMatch(/^[a-z0-9-]+$/);
    expect(info).toEqual({
      ...{ name: title, total: 1, author: { name: "Dev 0, Shapes" } },
      license: { title: "MIT", spdx: "MIT" },
    });
  });
});

/** Renders a drawing at four times its size. */
async function pixelsOf(drawing: string): Promise<Buffer> {
  return sharp(Buffer.from(drawing), { density: 288 }).resize(96, 96, { fit: "fill" }).ensureAlpha().raw().toBuffer();
}

describe("conflicting names", () => {
  const folder = mkdtempSync(join(tmpdir(), "icons-names-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let meeting: Catalog;
  beforeAll(async () => {
    const records = ["Go", "go", "a b", "a-b", "con", "x.svg", "x"].map((id) => ({
      ...{ id, name: id, developer: "D", category: "c", image: "a.svg" },
    }));
    writeFileSync(join(folder, "a.svg"), DRAWINGS.disc!);
    writeFileSync(join(folder, "icons.json"), JSON.stringify(records));
    await compile({ data: join(folder, "icons.json"), out: join(folder, "artifacts"), jobs: 1 });
    meeting = openCatalog(join(folder, "artifacts"));
  });

  it.each([
    [
      ["Go", "go"],
      { format: "folder" },
      '"Go" and "go" would be written to Go.svg and go.svg, which differ only in case',
    ],
    [["go", "Go"], { format: "zip" }, '"go" and "Go" would be written to go.svg and Go.svg, which differ only in case'],
    [["a b", "a-b"], { format: "sprite" }, '"a b" and "a-b" would both be the symbol "a-b"; leave one of them out'],
    [["a b", "a-b"], { format: "vue" }, '"a b" and "a-b" would both be the component "AB"; leave one of them out'],
    [["Go", "go"], { format: "iconify" }, '"Go" and "go" would both be the Iconify icon "go"; leave one of them out'],
    [
      ["x.svg", "x"],
      { format: "folder", layout: "{id}/a.{id}.svg,{id}.svg" },
      "which are a file and a folder; leave one of them out",
    ],
  ] as const)("rejects %j with %j, and writes nothing", async (ids, options, message) => {
    const ordinals = Uint32Array.from(ids, (id) => meeting.ordinalOf(id));
    const out = join(temporaryFolder(), "out");
    await expect(exportIcons({ catalog: meeting, ordinals, out, ...options })).rejects.toThrow(message);
    expect(readdirSync(join(out, ".."))).toEqual([]);
  });

  it("accepts distinct names, and renames reserved names of Windows", async () => {
    const ordinals = Uint32Array.from(["Go", "a b", "a-b", "con"], (id) => meeting.ordinalOf(id));
    const out = join(temporaryFolder(), "out");
    await exportIcons({ catalog: meeting, ordinals, out, format: "folder" });
    expect(readdirSync(out).sort()).toEqual(["%63on.svg", "ATTRIBUTION.csv", "Go.svg", "a%20b.svg", "a-b.svg"]);
  });
});

describe("an export", () => {
  it("writes files in the order of icons and layout, regardless of which is rendered first", async () => {
    const ids = EXPORTED_IDS.filter((id) => id !== "none").reverse();
    const { bytes } = await exported({ format: "zip", layout: "{id}.webp,{id}.{ext}" }, ids);
    const path = join(temporaryFolder(), "a.zip");
    writeFileSync(path, bytes);
    const list = "import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist())";
    const names = ids.flatMap((id) => [`${nameOf(id)}.webp`, `${nameOf(id)}.${id === "small" ? "png" : "svg"}`]);
    const listed = execFileSync("python3", ["-c", list, path], { encoding: "utf8" });
    expect(listed.trim().split(" ")).toEqual([...names, "ATTRIBUTION.csv"]);
  });

  it.each(SINGLE_FILES)("writes the same bytes each time: %s", async (format) => {
    const options = format === "zip" ? { layout: "{id}.svg,{id}.png" } : {};
    const [first, second] = [await exported({ format, ...options }), await exported({ format, ...options })];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  it("writes the same archive in another time zone", async () => {
    const zone = process.env.TZ;
    const here = await exported({ format: "zip" });
    process.env.TZ = "Pacific/Kiritimati";
    try {
      expect((await exported({ format: "zip" })).bytes.equals(here.bytes)).toBe(true);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it("applies the requested look in every format with drawings", async () => {
    const look = { color: "#123456" };
    const [id] = ["disc"];
    const expected = (await catalog.image(id!, { format: "svg", ...look }))!.toString();
    expect((await exportedFolder({ look }, ["disc"])).get("disc.svg")?.toString()).toBe(expected);
    for (const format of ["sprite", "iconify"] as const) {
      expect((await exported({ format, look }, ["disc"])).bytes.toString()).toContain("#123456");
    }
    const { bytes } = await exported({ format: "ndjson", columns: ["svg"], look }, ["disc"]);
    expect(JSON.parse(bytes.toString())).toEqual({ svg: expected });
  });

  it("leaves out what can't have the requested color, and lists it", async () => {
    const [single, others] = [
      ["disc", "wide"],
      ["flag", "dusk", "small"],
    ];
    const ids = ["flag", "disc", "dusk", "wide", "small", "none"];
    const expected = { notRecolorable: { count: 3, first: others } };
    const look = { color: "#123456" };
    const layout = "{id}.svg,{id}.png";
    const files = await exportedFolder({ look, layout }, ids);
    expect([...files.keys()].sort()).toEqual(
      ["ATTRIBUTION.csv", ...single.flatMap((id) => [`${id}.png`, `${id}.svg`])].sort(),
    );
    for (const format of ["zip", "sprite", "iconify"] as const) {
      const { result } = await exported({ format, look, ...(format === "zip" ? { layout } : {}) }, ids);
      expect(result, format).toMatchObject({ ...expected, icons: 2, withoutImage: { count: 1, first: ["none"] } });
    }
    const { bytes, result } = await exported({ format: "ndjson", columns: ["id", "svg"], look }, ids);
    expect(result).toMatchObject({ ...expected, icons: ids.length });
    const rows = bytes
      .toString()
      .trimEnd()
      .split("\n")
      .map((line): { id: string; svg?: string } => JSON.parse(line));
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(rows.filter(({ svg }) => svg !== undefined).map(({ id }) => id)).toEqual(single);
    await expect(exported({ format: "zip", look }, others)).rejects.toThrow(
      "none of the 3 selected icons has a drawing in a single color; export them without a color",
    );
  });

  it("reports progress up to all icons", async () => {
    for (const format of SINGLE_FILES) {
      const seen: number[] = [];
      await exported({ format, onProgress: ({ done }) => void seen.push(done) }, ["disc", "flag", "dusk"]);
      expect(seen, format).toEqual([1, 2, 3]);
    }
  });

  it.each([
    [
      { layout: "{id}.png", look: { color: "red" } },
      ["flag", "small"],
      "none of the 2 selected icons has a drawing in a single color; export them without a color",
    ],
    [{ layout: "{id}.svg" }, ["small"], "none of the 1 selected icons has an image for this layout"],
    [{ layout: "{id}.svg,{id}.{ext}" }, ["disc"], '"disc" would be written to disc.svg twice; change --layout'],
    [{ layout: "{id}.svg/{id}.png,{id}.svg" }, ["disc"], "change --layout"],
    [{ layout: "{size}/{id}.ico", sizes: [512] }, ["disc"], "size must be a whole number from 16 to 256"],
  ])("fails with %j before the output exists", async (options, ids, message) => {
    const out = join(temporaryFolder(), "out");
    const write = exportIcons({ catalog, ordinals: ordinalsOf(ids), out, format: "folder", processes: 1, ...options });
    await expect(write).rejects.toThrow(message);
    expect(readdirSync(join(out, ".."))).toEqual([]);
  });

  it.each(["sprite", "iconify"] as const)("fails as %s if no icon has a drawing", async (format) => {
    await expect(exported({ format }, ["small", "none"])).rejects.toThrow(
      "none of the 2 selected icons has a drawing; export them with --format zip",
    );
  });

  it("keeps the old file if it fails halfway, and leaves no temporary file", async () => {
    const folder = temporaryFolder({ "a.zip": "old" });
    const layout = "{id}.svg,{id}.png";
    const options = { catalog, ordinals: ordinalsOf(["disc", "flag"]), format: "zip", layout } as const;
    const onProgress = ({ done }: { readonly done: number }): void => {
      if (done === 1) throw new Error("stopped after one icon");
    };
    const failing = exportIcons({ ...options, out: join(folder, "a.zip"), processes: 1, onProgress });
    await expect(failing).rejects.toThrow("stopped after one icon");
    expect([readdirSync(folder), readFileSync(join(folder, "a.zip"), "utf8")]).toEqual([["a.zip"], "old"]);
    writeFileSync(join(folder, "a.zip.tmp"), "of a killed process");
    await exportIcons({ ...options, out: join(folder, "a.zip") });
    expect(readdirSync(folder)).toEqual(["a.zip"]);
    await expect(exportIcons({ ...options, out: folder })).rejects.toThrow("is a folder. Give a file.");
    expect(existsSync(`${folder}.tmp`)).toBe(false);
  });
});
