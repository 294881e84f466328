import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import tailwindPlugin from "@iconify/tailwind4";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Ajv } from "ajv";
import { parse } from "jsonc-parser";
import { compile as compileTailwind } from "tailwindcss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DatasetOptions } from "#build/dataset/source-record.js";
import { createValidator } from "#build/dataset/validate.js";
import { PollState } from "#src/http/contract/response-schemas.js";
import type { Ran } from "../support/cli.js";
import { SNIPPETS } from "../support/documentation/treatment.js";
import { UNITS } from "../support/documentation/units.js";
import { temporaryFolder } from "../support/folder.js";
import { npyOf } from "../support/npy.js";
import { runHere } from "../support/run-here.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

type Check = (code: string) => void | Promise<void>;

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h5v9z" fill="#1877f2"/></svg>';
/** Inside the package, so that the package's own name can be resolved. */
const PROGRAMS = `dist/documented-${process.pid}`;
/** Separates the outputs of programs that are run as one. */
const SEPARATOR = "\u001e";

/** Values of parameters that documents leave out. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ q: "spotify", category: "music", color: "green", style: "flat", mood: "playful", sort: "name" },
  ...{ page: "1", limit: "5", id: "spotify", domain: "spotify.com", container: "plex", name: "Spotify" },
};

/** Like the server of the quick start. */
let service: Service;
let origin: string;
beforeAll(async () => {
  service = await startService(shippedArtifacts, {
    anonymous: "pro",
    mcp: { version: "1.0.0" },
    iconify: { prefix: "apps", path: "/" },
  });
  origin = `http://127.0.0.1:${service.port}`;
  mkdirSync(PROGRAMS, { recursive: true });
});
afterAll(async () => {
  rmSync(PROGRAMS, { recursive: true });
  await service.close();
});

let building: Promise<void> | undefined;

/** How each block is executed or checked, by its key; programs of `docs/client.md` below. */
const CHECKS: Readonly<Record<string, Check>> = {
  "CONTRIBUTING.md#Map of the code": (code) => {
    for (const folder of foldersOf(code)) expect(existsSync(folder), folder).toBe(true);
  },
  "README.md#Next steps": async (code) =>
    expect(await run(code)).toBe(
      "Spotify\nPro Tools\nLMMS\nBeatport\nCastro\nJUCE\nJUKE\nLidarr\nLyrion Music Server\nbeets\n",
    ),
  "README.md#Next steps (2)": async (code) =>
    expect(await run(code)).toBe("1 icon for spotify, the most similar one is UptimeRobot\n200\n"),
  "docs/assistants.md#Local server": async (code) => {
    const { icons } = JSON.parse(code).mcpServers;
    const args = icons.args.map((arg: string) => arg.replace("/home/me/icons-artifacts", shippedArtifacts));
    expect(icons.command).toBe("icon-data-api");
    await listTools(new StdioClientTransport({ command: process.execPath, args: ["cli/icons.mjs", ...args] }));
  },
  "docs/assistants.md#Shared server": async (code) => {
    const { type, url, headers } = JSON.parse(code).mcpServers.icons;
    expect([type, headers]).toEqual(["http", { "X-API-Key": "icn_…" }]);
    const here = new URL(url.replace("https://icons.example.com", origin));
    const requestInit = { headers: { "X-API-Key": service.pro } };
    await listTools(new StreamableHTTPClientTransport(here, { requestInit }));
  },
  "docs/configuration.md#Configuration file": async (code) => {
    const cwd = temporaryFolder({ "icons.config.json": code });
    const { stdout } = await succeed(["serve", "--print-config"], cwd);
    const names = Object.keys(parse(code));
    for (const name of names) expect(stdout).toMatch(new RegExp(`^${name}\t.*\ticons\\.config\\.json:\\d+$`, "m"));
  },
  "docs/dataset.md#Quick start": buildDocumented,
  "docs/dataset.md#Folder layout": (code) => {
    const names = Array.from(code.matchAll(/^ {2}(.+?) {2,}/gm), ([, name]) => name);
    const built = [
      "dataset.json",
      "icons/*.json",
      "pictures/…",
      "synonyms.json",
      "removed.json",
      "upstream.ndjson",
      "vectors.npy, .json",
    ];
    expect(names).toEqual([...built, "iconify/*.json"]);
  },
  "docs/dataset.md#Folder layout (2)": buildDocumented,
  "docs/dataset.md#Synonyms": buildDocumented,
  "docs/dataset.md#Vectors": buildDocumented,
  "docs/dataset.md#Renamed and removed icons": async (code) => {
    const records = documented("docs/dataset.md#Quick start").filter(({ id }: { id: string }) => id !== "kite");
    const cwd = temporaryFolder({
      "my-icons/dataset.json": { name: "My icons" },
      "my-icons/icons/a.json": withoutImages(records),
      "my-icons/removed.json": code,
    });
    await succeed(["build", "my-icons"], cwd);
  },
  "docs/dataset.md#Errors": async (code) => {
    const record = ["[", "  {", '    "id": "compass",', '    "name": "Compass",', '    "developer": "Acme",']; // 5 lines
    const cwd = temporaryFolder({
      "my-icons/dataset.json": { name: "My icons" },
      "my-icons/icons/a.json": [...record, '    "category": "travel",', '    "catgory": "travel"', "  }", "]"].join(
        "\n",
      ),
    });
    const { stderr } = await runHere(["build", "my-icons"], {}, { cwd });
    expect(stderr).toContain(code);
  },
  "docs/errors.md#Errors": async (code) =>
    expect((await service.ask("/api/v1/icons?limit=0")).body).toEqual(JSON.parse(code)),
  "docs/iconify.md#Tailwind 4": async (code) => {
    const { body } = await service.ask("/apps.json?icons=spotify,slack");
    const folder = temporaryFolder({ "apps.json": body });
    const css = code.replace("./apps.json", join(folder, "apps.json"));
    const loadModule = async (path: string, base: string) => ({ path, base, module: tailwindPlugin });
    const { build } = await compileTailwind(`${css}@tailwind utilities;`, { base: folder, loadModule });
    expect(build(["icon-[apps--spotify]"])).toContain("data:image/svg+xml");
  },
  "docs/iconify.md#UnoCSS and unplugin-icons": async (code) => {
    const program = `${code.replace("https://icons.example.com", origin)}console.log(await load("spotify"));`;
    expect(await run(program)).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  },
  "docs/linting.md#Linting a dataset": async (code) => {
    const before = '[{ "id": "kite", "name": "Kite", "developer": "Kite Works", "category": "games", "aliases": [';
    const cwd = temporaryFolder({
      "dataset.json": { name: "My icons" },
      "icons/apps.json": `${before}${"\n".repeat(80)}      "kite!"] }]`,
    });
    const { stdout } = await runHere(["lint", ".", "--only", "redundant-alias"], {}, { cwd });
    expect(stdout).toContain(code);
  },
  "docs/linting.md#Severities and exceptions": (code) =>
    expect(createValidator(DatasetOptions)(JSON.parse(code))).toEqual([]),
  "docs/maintaining.md#Comparing generations": async (code) => {
    const [compass, abacus, kite] = withoutImages(documented("docs/dataset.md#Quick start"));
    const cwd = temporaryFolder({
      "before/dataset.json": { name: "My icons" },
      "before/icons/a.json": [compass, abacus, { ...kite, phash: "abc5e83aa4b5c1cb" }],
      "after/dataset.json": { name: "My icons" },
      "after/icons/a.json": [compass, abacus, { ...kite, name: "Kite 2" }],
    });
    const { stdout } = await succeed(["diff", "before", "after", "--json"], cwd);
    expect(JSON.parse(stdout.replace(/"generation": "\w+"/g, '"generation": "…"'))).toEqual(JSON.parse(code));
  },
  "docs/maintaining.md#Merging datasets": async (code) => {
    const kite = { name: "Kite", developer: "Kite Works", category: "games", image: "kite.svg" };
    const dataset = (folder: string, id: string) => ({
      [`${folder}/dataset.json`]: { name: folder },
      [`${folder}/icons/a.json`]: [{ id, ...kite }],
      [`${folder}/kite.svg`]: DRAWING,
    });
    const cwd = temporaryFolder({ ...dataset("my-icons", "kite"), ...dataset("brands", "kiteapp") });
    await succeed(["merge", "my-icons", "brands", "--out", "merged"], cwd);
    expect(JSON.parse(readFileSync(join(cwd, "merged.merge.json"), "utf8")).pairs).toContainEqual(JSON.parse(code));
  },
  "docs/maintaining.md#Recording redesigns": async (code) => {
    const withHash = (phash: string) => [{ id: "kite", name: "Kite", developer: "D", category: "games", phash }];
    const cwd = temporaryFolder({ "kite.json": withHash("f0e1d2c3b4a59687") });
    await succeed(["build", "kite.json"], cwd);
    writeFileSync(join(cwd, "kite.json"), JSON.stringify(withHash("abc5e83aa4b5c1ca")));
    const { stdout } = await succeed(["build", "kite.json", "--dry-run", "--date", "2026-05-11", "--json"], cwd);
    expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(JSON.parse(code)));
  },
  "docs/observing.md#Readiness": (code) => {
    expect(new Ajv().validate(PollState, JSON.parse(code))).toBe(true);
  },
  "docs/tutorial.md#Better records": async (code) => {
    const cwd = temporaryFolder({ "icons.json": withoutImages([JSON.parse(code)]) });
    await succeed(["build", "icons.json"], cwd);
    const { stdout } = await succeed(["search", "directions", "--json"], cwd);
    expect(JSON.parse(stdout).data).toMatchObject([{ id: "compass" }]);
  },
  "docs/search.md#Highlighting": async (code) => {
    const { body } = await service.ask("/api/v1/icons?q=goo%20map&highlight=true");
    expect(body.data[0]._highlight).toEqual(JSON.parse(code));
  },
};

/** The programs of `docs/client.md`, which continue each other. */
const CLIENT = SNIPPETS.filter(({ document, kind }) => document === "docs/client.md" && kind === "js");

describe("documented snippets", () => {
  const others = SNIPPETS.filter((unit) => !CLIENT.includes(unit));
  it.each(others.map((unit) => [unit.key, unit] as const))("hold: %s", async (key, { document, line, kind, code }) => {
    const check = kind === "request" ? expectSuccess : CHECKS[key];
    const remedy = `Add a check of "${key}" to ${basename(import.meta.filename)}, or list it in test/support/documentation/exceptions.ts.`;
    if (check === undefined) throw new Error(`${document}:${line}: nothing executes this block. ${remedy}`);
    await check(code);
  });

  it("has no check of a block that is gone", () => {
    expect(Object.keys(CHECKS).filter((key) => !others.some((unit) => unit.key === key))).toEqual([]);
  });

  it("prints what docs/client.md shows on the server of the quick start, without a key", async () => {
    const program = CLIENT.map(({ code }) => `${code}console.log("${SEPARATOR}");\n`).join("");
    const printed = (await run(program)).split(`${SEPARATOR}\n`).slice(0, -1);
    expect(printed).toEqual(CLIENT.map((unit) => unit.printed ?? ""));
  });

  it("prints the remaining quota with a key, as docs/client.md says", async () => {
    const program = `${CLIENT[0]!.code}${CLIENT.at(-1)!.code}`;
    expect(await run(program, { ICONS_KEY: service.free })).toBe("99 of 100 remain\n");
  });

  it("type-checks all programs", () => {
    const programs = SNIPPETS.filter(({ kind, document }) => kind === "js" && document !== "docs/client.md");
    const texts = [CLIENT.map(({ code }) => code).join(""), ...programs.map(({ code }) => code)];
    const files = texts.map((text, at) => {
      const file = `${PROGRAMS}/typed-${at}.mts`;
      writeFileSync(file, `${text}export {};\n`);
      return file;
    });
    const strict = ["--noEmit", "--strict", "--noImplicitAny", "false", "--skipLibCheck", "--ignoreConfig"];
    const node = ["--module", "nodenext", "--target", "es2023", "--types", "node"];
    expect(spawnSync("node_modules/.bin/tsc", [...strict, ...node, ...files], { encoding: "utf8" }).stdout).toBe("");
  });
});

/** Sends a documented request with values for its parameters. */
async function expectSuccess(code: string): Promise<void> {
  const path = code.replace("GET ", "").replace(":id", "spotify").replace(":domain", "spotify.com");
  const { status } = await service.ask(path.replace(/(\w+)=(?=&|$)/g, (_, name) => `${name}=${VALUES[name]}`));
  expect(status).toBe(200);
}

/** @returns the parsed content of a documented block */
function documented(key: string) {
  return JSON.parse(UNITS.find((unit) => unit.key === key)!.code);
}

function withoutImages(records: readonly object[]): object[] {
  return records.map((record) => ({ ...record, image: undefined }));
}

/** Builds the dataset that the blocks of docs/dataset.md describe together, once. */
function buildDocumented(): Promise<void> {
  building ??= buildBlocks();
  return building;
}

async function buildBlocks(): Promise<void> {
  const of = (heading: string) => documented(`docs/dataset.md#${heading}`);
  const cwd = temporaryFolder({
    "my-icons/dataset.json": of("Folder layout (2)"),
    "my-icons/icons/some.json": withoutImages(of("Quick start")),
    "my-icons/synonyms.json": of("Synonyms"),
    "my-icons/vectors.json": of("Vectors"),
    "my-icons/vectors.npy": npyOf([
      [1, 0],
      [0, 1],
    ]),
  });
  const { stdout } = await succeed(["build", "my-icons", "--strict", "--json"], cwd);
  expect(JSON.parse(stdout)).toMatchObject({ icons: 3, skipped: [] });
}

async function succeed(args: readonly string[], cwd: string): Promise<Ran> {
  const ran = await runHere(args, {}, { cwd });
  expect(ran.code, ran.stderr).toBe(0);
  return ran;
}

/** The output of a program that uses the service or the shipped artifacts. */
async function run(program: string, env: Record<string, string> = {}): Promise<string> {
  const file = `${PROGRAMS}/program.mjs`;
  const here = program.replaceAll("http://localhost:3000", origin);
  writeFileSync(file, here.replace('"artifacts"', JSON.stringify(shippedArtifacts)));
  const { PATH = "" } = process.env;
  return (await promisify(execFile)(process.execPath, [file], { env: { PATH, ...env } })).stdout;
}

/** Connects as an assistant, and expects the documented tools. */
async function listTools(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<void> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    const listed = readFileSync("docs/assistants.md", "utf8").matchAll(/^- `(\w+)`:/gm);
    expect(tools.map(({ name }) => name)).toEqual(Array.from(listed, ([, name]) => name));
  } finally {
    await client.close();
  }
}

/** The paths of a tree of folders, whose names end with a slash and whose top level may have two columns. */
function foldersOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", names = ""] = /^( *)((?:[\w-]+\/ ?)*)/.exec(line)!;
    const depth = indent.length / 2;
    const [, column] = depth === 0 ? (/ {3,}([\w-]+\/) /.exec(line) ?? []) : [];
    const folders = [...names.split(" "), column ?? ""].filter((name) => name !== "");
    above.splice(depth, Number.POSITIVE_INFINITY, folders[0] ?? "");
    return folders.map((name) => above.slice(0, depth).join("") + name);
  });
}
