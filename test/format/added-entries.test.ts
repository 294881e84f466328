import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROW_FIELDS } from "#src/format/record-and-detail-fields.js";

const run = promisify(execFile);
const TSC = resolve("node_modules/typescript/bin/tsc");

const FIELDS = "src/format/record-and-detail-fields.ts";
const FIELDS_END = "} as const satisfies Readonly<Record<string, RecordField>>;";
const FACETS = "src/format/filter-facets.ts";
const FACETS_END = "] as const satisfies readonly FacetEntry[];";

const vendor = `vendor: { label: "Vendor", schema: line(60, "a vendor"), stored: { row: ${ROW_FIELDS.length} }, visible: "pro" },`;
const platforms = `platforms: {
  label: "Platforms",
  schema: listOf(label, { maxItems: 9, uniqueItems: true, expects: "a list of up to 9 platforms" }),
  stored: { row: ${ROW_FIELDS.length + 1} },
  visible: "free",
},`;
const platform = `{
  name: "platform",
  field: "platforms",
  label: "Platform",
  plural: "platforms",
  values: "label",
  searched: true,
  examples: ["android", "ios"],
},`;

/** Compiles only if the types of the client have the fields and the facet. */
const CLIENT_USE = `import type { Client } from "./client.js";
import type { Icon, IconList } from "./responses.js";
export const asked: NonNullable<Parameters<Client["icons"]>[0]> = { platform: ["ios", "android"], facets: "platform" };
export const vendor = (icon: Icon): string | undefined => icon.vendor;
export const platforms = (icon: Icon): string[] | undefined => icon.platforms;
export const count = (list: IconList): number | undefined => list._meta.facets?.platform?.[0]?.count;
`;

/** Prints what the library, the API and the explorer of a copy return for a generation. */
const PROGRAM = `import { openCatalog } from "#src/catalog/catalog.js";
import { createServer } from "#src/http/server/server.js";
import { listParams, readView } from "#src/explorer/view.js";
const catalog = openCatalog(process.argv[2]);
const api = async (anonymous, path) => {
  const app = await createServer({ catalog, anonymous });
  const { body } = await app.inject({ url: path, headers: { host: "icons.test" } });
  await app.close();
  return JSON.parse(body);
};
const { ordinals, facets } = catalog.list({ platform: ["IOS"], facets: ["platform", "category"] });
const both = catalog.list({ platform: ["ios", "android"], facets: ["platform"] });
console.log(JSON.stringify({
  record: catalog.get("alpha"),
  listed: Array.from(ordinals, (ordinal) => catalog.record(ordinal).id),
  facets,
  both: { total: both.total, facets: both.facets },
  free: (await api("free", "/api/v1/icons/alpha")).data,
  pro: (await api("pro", "/api/v1/icons/alpha")).data,
  list: await api("pro", "/api/v1/icons?platform=ios&facets=platform,color"),
  reference: await api("pro", "/openapi.json"),
  page: String(listParams(readView("?platform=ios"))),
}));
`;

interface Output extends Readonly<Record<string, unknown>> {
  readonly reference: { readonly paths: Readonly<Record<string, { readonly get: Operation }>> };
}
interface Operation {
  readonly parameters: readonly { readonly name: string }[];
}

const DATASET = {
  "dataset.json": { name: "Made up", labels: { platform: ["android", "ios"] } },
  "icons/icons.json": [
    { id: "alpha", name: "Alpha", category: "tools", developer: "A", vendor: "Acme", platforms: ["android", "ios"] },
    { id: "beta", name: "Beta", category: "tools", developer: "B", platforms: ["ios"], colors: ["red", "blue"] },
    { id: "gamma", name: "Gamma", category: "games", developer: "C", platforms: ["android"], colors: ["red"] },
    { id: "delta", name: "Delta", category: "games", developer: "C" },
  ],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "icons-entries-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("an entry that is added to the table of fields and one to the list of facets", () => {
  let copy: string;
  let artifacts: string;
  let output: Output;
  const icons = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, ["cli/icons.mjs", ...args], { cwd: copy, maxBuffer: 2 ** 24 });
    return stdout;
  };

  beforeAll(async () => {
    copy = copySources("added");
    insert(copy, FIELDS, FIELDS_END, vendor + platforms);
    insert(copy, FACETS, FACETS_END, platform);
    writeFileSync(join(copy, "src/client/use.ts"), CLIENT_USE);
    // Existing output is recompiled only where an entry has an effect.
    cpSync("dist", join(copy, "dist"), { recursive: true, preserveTimestamps: true });
    await run(process.execPath, [TSC, "-b", "tsconfig.dist.json"], { cwd: copy });
    await run(process.execPath, ["tools/pages/write-pages.mjs"], { cwd: copy });
    await run(process.execPath, ["tools/make-client-types.mjs"], { cwd: copy });
    await run(process.execPath, [TSC, "-b", "src/client", "src/explorer"], { cwd: copy });
    writeFileSync(join(copy, "output.mjs"), PROGRAM);
    writeDataset(join(copy, "made-up"), DATASET);
    artifacts = join(copy, "artifacts");
    await icons("build", "made-up", "--out", artifacts);
    const { stdout } = await run(process.execPath, ["output.mjs", artifacts], { cwd: copy, maxBuffer: 2 ** 24 });
    output = JSON.parse(stdout);
  });

  it("returns an added field in the record, and in the detail response from its plan on", () => {
    const whole = { vendor: "Acme", platforms: ["android", "ios"] };
    expect(output.record).toMatchObject(whole);
    expect(output.pro).toMatchObject(whole);
    expect(output.free).toMatchObject({ platforms: whole.platforms });
    expect(output.free).not.toHaveProperty("vendor");
  });

  it("filters and counts by an added facet in the library and the API", () => {
    expect(output.listed).toEqual(["alpha", "beta"]);
    expect(output.facets).toEqual({
      category: [{ label: "tools", count: 2 }],
      platform: [
        { label: "ios", count: 2 },
        { label: "android", count: 1 },
      ],
    });
    expect(output.both).toMatchObject({ total: 3, facets: { platform: [{ label: "android" }, { label: "ios" }] } });
    expect(output.list).toMatchObject({ total: 2, _meta: { facets: { platform: [{ count: 2 }, { count: 1 }] } } });
  });

  it("documents added entries in the reference: parameter, counts and fields", () => {
    const text = JSON.stringify(output.reference);
    const { paths } = output.reference;
    expect(paths["/api/v1/icons"]!.get.parameters.map(({ name }) => name)).toContain("platform");
    expect(text).toContain('"vendor":{"type":"string","description":"Pro plan."}');
    expect(text).toContain('"platforms":{"type":"array","items":{"type":"string"}}');
    expect(text).toContain("version history, tags, color palette and vendor");
    expect(text).toContain("(category, color, style, mood, license, platform)");
  });

  it("shows added entries in the commands show and search, in the explorer's address and in the dataset's schema", async () => {
    expect(JSON.parse(await icons("show", "alpha", "--artifacts", artifacts, "--json"))).toMatchObject({
      vendor: "Acme",
    });
    expect(await icons("show", "alpha", "--artifacts", artifacts)).toMatch(/platforms.*android, ios/);
    const found = JSON.parse(await icons("search", "--platform", "ios,none", "--artifacts", artifacts, "--json"));
    expect(found.total).toBe(2);
    expect(await icons("search", "--help")).toContain("any of these platforms");
    expect(output.page).toBe("platform=ios");
    const schema = JSON.parse(await icons("schema", "dataset"));
    expect(schema.properties.labels.properties).toHaveProperty("platform");
  });

  it("offers added entries in the tools of icons mcp", async () => {
    const client = new Client({ name: "test", version: "1" });
    const args = ["cli/icons.mjs", "mcp", "--artifacts", artifacts, "--public-url", "https://icons.test"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: copy }));
    const { tools } = await client.listTools();
    const { content } = await client.callTool({ name: "search_icons", arguments: { platform: ["ios"] } });
    await client.close();
    expect(tools[0]!.inputSchema.properties).toHaveProperty("platform");
    expect(tools[1]!.description).toContain("vendor");
    expect(JSON.parse((content as unknown as [{ text: string }])[0].text).total).toBe(2);
  });

  it("checks added entries in the build: values by the schema, labels against those in use", async () => {
    const [alpha] = DATASET["icons/icons.json"];
    writeDataset(join(copy, "wrong"), {
      ...DATASET,
      "icons/icons.json": [
        { ...alpha, vendor: 3 },
        { ...alpha, id: "beta", platforms: ["ios", "androit"] },
      ],
    });
    const failure = await icons("build", "wrong", "--out", join(copy, "none")).catch((error) => error.stderr as string);
    expect(failure).toMatch(/vendor.*wrong type[\s\S]*a vendor/);
    expect(failure).toMatch(/platforms\[1\].*androit[\s\S]*Did you mean android/);
  });
});

/** Invalid entries that must not compile. */
const FORGETFUL = {
  extends: "./tsconfig.base.json",
  compilerOptions: { composite: false, declarationMap: false, noEmit: true, rootDir: ".", outDir: "dist" },
  files: [
    "src/format/filter-facets.ts",
    "src/format/list-item.ts",
    "src/format/record-row.ts",
    "build/dataset/source-record.ts",
  ],
};

it("fields that have no place of their own, or are forgotten, fail to compile", async () => {
  const copy = copySources("forgotten");
  insert(
    copy,
    FIELDS,
    FIELDS_END,
    `twice: { label: "Twice", schema: line(9, "a text"), stored: { row: 0 }, visible: "free" },
    gap: { label: "Gap", schema: line(9, "a text"), stored: { row: 99 }, visible: "free" },
    vendor: { label: "Vendor", schema: line(9, "a text"), stored: "item", required: true, visible: "free" },
    palette: { label: "Palette", schema: line(9, "a text"), stored: "hashes", visible: "free" },
    tint: { label: "Tint", schema: line(9, "a text"), stored: { row: ${ROW_FIELDS.length} }, visible: "free" },`,
  );
  insert(
    copy,
    FACETS,
    FACETS_END,
    '{ name: "palette", field: "colorPalette", label: "", plural: "", values: "label", searched: true, examples: ["", ""] },',
  );
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(FORGETFUL));
  const compiled = run(process.execPath, [TSC, "-p", "."], { cwd: copy });
  const { stdout } = await compiled.catch((error: { stdout: string }) => error);
  expect(stdout).toMatch(/record-and-detail-fields\.ts.*"description" \| "twice"/);
  expect(stdout).toMatch(/record-and-detail-fields\.ts.*"gap"/);
  expect(stdout).toMatch(/record-and-detail-fields\.ts.*"palette"/);
  expect(stdout).toMatch(/list-item\.ts[\s\S]*'vendor' is missing/);
  expect(stdout).toMatch(/record-row\.ts[\s\S]*'vendor' is missing/);
  expect(stdout).toMatch(/source-record\.ts.*is not assignable to type 'never'/);
  expect(stdout).toMatch(/filter-facets\.ts.*"colorPalette"/);
});

/** Copies the sources into a folder in which they can be compiled. */
function copySources(name: string): string {
  const copy = join(folder, name);
  for (const path of [
    "src",
    "build",
    "cli",
    "tools",
    "docs",
    "package.json",
    "tsconfig.base.json",
    "tsconfig.dist.json",
  ])
    cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  return copy;
}

function insert(copy: string, path: string, before: string, entries: string): void {
  const file = join(copy, path);
  const text = readFileSync(file, "utf8");
  expect(text.split(before)).toHaveLength(2);
  writeFileSync(
    file,
    text.replace(before, () => `${entries}\n${before}`),
  );
}

function writeDataset(path: string, files: Readonly<Record<string, unknown>>): void {
  mkdirSync(join(path, "icons"), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), JSON.stringify(content));
}
