import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forTerminal, jsonText } from "#cli/terminal/output.js";
import { icons, start } from "../support/cli.js";
import { publishInto } from "../support/published.js";
import { runHere } from "../support/run-here.js";
import { describeOnTerminal, onTerminal } from "../support/terminal.js";
import {
  SHOWN,
  STEERING,
  steering,
  steeringFolder,
  steeringIn,
  steeringRecord,
  writeSteeringGeneration,
} from "../support/untrusted.js";

const PLAIN = { id: "plain", name: "Plain", developer: "D", category: "c" };
/** A valid record: names may change the writing direction, and image paths may contain anything. */
const TAKEN = {
  ...PLAIN,
  id: "taken",
  name: "Kite \u202etxt.exe\u2066",
  aliases: ["\u200f\u061ckite"],
  image: steering("picture"),
  website: "http://example.com/?utm_source=\u202ex",
};

/** Paths of the test files by name. */
let at: Record<
  "artifacts" | "live" | "data" | "taken" | "dataset" | "keys" | "usage" | "ids" | "store" | "sets" | "responses",
  string
>;
let folder = "";
let generations: string[] = [];
let server: Server;
let origin = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "icons-test-"));
  const work = steeringFolder(folder);
  const file = (name: string, content: string): string => {
    const path = join(work, name);
    writeFileSync(path, content);
    return path;
  };
  const artifacts = join(work, "artifacts");
  generations = [
    await writeSteeringGeneration(artifacts, ["a", "b"]),
    await writeSteeringGeneration(artifacts, ["b", "c"]),
  ];
  const dataset = join(work, "dataset");
  mkdirSync(join(dataset, "icons"), { recursive: true });
  writeFileSync(
    join(dataset, "dataset.json"),
    JSON.stringify({ name: "Data \u202eset", lint: { "duplicate-name": {} } }),
  );
  writeFileSync(join(dataset, "icons", `${steering("file")}.json`), JSON.stringify([TAKEN, { ...TAKEN, id: "twin" }]));
  const app = { trackId: 1, bundleId: steering("bundle"), trackName: steering("app"), artistName: steering("artist") };
  const key = { tier: "free", digest: "0".repeat(64), created: "2026-01-01T00:00:00.000Z" };
  const keys = [{ id: steering("k_1"), name: steering("name"), ...key }];
  mkdirSync(join(work, "live"));
  const store = join(folder, "store");
  await publishInto(store, artifacts);
  at = {
    artifacts,
    live: join(work, "live"),
    dataset,
    store,
    data: file(`${steering("records")}.json`, JSON.stringify([PLAIN, steeringRecord("x"), { [STEERING]: STEERING }])),
    taken: file("taken.json", JSON.stringify([TAKEN])),
    keys: file("keys.json", JSON.stringify({ version: 1, keys })),
    usage: file("usage.bin", "x"),
    ids: file("ids.json", JSON.stringify([STEERING, steering("b")])),
    sets: file("set.json", JSON.stringify({ prefix: "kit", icons: { [steering("icon")]: { body: "<g/>" } } })),
    responses: file(
      "responses.json",
      JSON.stringify({ resultCount: 2, results: [app, { ...app, trackName: STEERING }] }),
    ),
  };
  server = createServer((request, response) => {
    const name = request.url!.slice(1);
    if (name === "metrics")
      return void response.end(`icons_generation_info{generation="${STEERING.replaceAll("\r", "")}"} 1\n`);
    if (name === "bad/CURRENT") return void response.end(STEERING);
    if (name === "format/CURRENT") return void response.end(`${generations[1]}\n`);
    if (name.startsWith("format/")) return void response.end(JSON.stringify({ format: STEERING }));
    const path = join(store, name);
    try {
      response.end(readFileSync(path));
    } catch {
      response.writeHead(404, STEERING.replaceAll(/[^ -~]/g, "")).end(STEERING);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A command line, and whether its output includes untrusted text. */
type Row = readonly [name: string, args: () => readonly string[], shows?: boolean];

const artifacts = (): readonly string[] => ["--artifacts", at.artifacts];
const out = (): readonly string[] => ["--out", at.live, "--jobs", "1"];

const ROWS: readonly Row[] = [
  ["build, of mistakes", () => ["build", at.data, ...out()]],
  ["build, of mistakes, as JSON", () => ["build", at.data, "--json", ...out()]],
  ["build, of images", () => ["build", at.taken, ...out()]],
  ["build --strict", () => ["build", at.taken, "--strict", ...out()]],
  ["build --dry-run", () => ["build", at.dataset, "--dry-run", ...out()]],
  ["build of a path that does not exist", () => ["build", join(folder, STEERING), ...out()]],
  ["lint", () => ["lint", at.dataset, "--severity", "info", ...artifacts(), "--jobs", "1"]],
  ["lint of mistakes", () => ["lint", at.data, ...artifacts()]],
  ["lint --format github", () => ["lint", at.data, "--format", "github", ...artifacts()]],
  ["lint --format json", () => ["lint", at.dataset, "--format", "json", ...artifacts(), "--jobs", "1"]],
  ["lint --format sarif", () => ["lint", at.data, "--format", "sarif", ...artifacts()]],
  ["fetch", () => ["fetch", `${origin}/`, "--allow-http", "--out", join(at.live, "fetched")]],
  ["fetch of another CURRENT", () => ["fetch", `${origin}/bad`, "--allow-http", "--out", at.live], false],
  ["fetch of another format", () => ["fetch", `${origin}/format`, "--allow-http", "--out", at.live], false],
  ["show", () => ["show", steering("b"), ...artifacts()]],
  ["show --json", () => ["show", steering("b"), "--json", ...artifacts()]],
  ["show of an unknown icon", () => ["show", STEERING, ...artifacts()]],
  ["search", () => ["search", "kite", ...artifacts()]],
  ["search --explain", () => ["search", "kite", "--explain", ...artifacts()]],
  ["search --json --highlight", () => ["search", "kite", "--json", "--highlight", ...artifacts()]],
  ["search with a corrected query", () => ["search", "kitte", STEERING, ...artifacts()], false],
  ["export", () => ["export", "*", "--out", join(at.live, `table${STEERING}`), "--format", "csv", ...artifacts()]],
  ["export as images", () => ["export", "*", "--out", join(at.live, "icons.zip"), ...artifacts()], false],
  ["export of an unknown icon", () => ["export", STEERING, "--out", at.live, ...artifacts()]],
  ["similar", () => ["similar", steering("b"), ...artifacts()]],
  ["similar --json", () => ["similar", steering("b"), "--json", ...artifacts()]],
  ["resolve", () => ["resolve", "--name", STEERING, "--name", steering("name"), ...artifacts()]],
  ["renames", () => ["renames", at.ids, ...artifacts()]],
  ["renames --json", () => ["renames", at.ids, "--json", ...artifacts()]],
  ["resolve --json", () => ["resolve", "--name", STEERING, "--json", ...artifacts()]],
  ["categories", () => ["categories", ...artifacts()]],
  ["stats", () => ["stats", ...artifacts()]],
  ["stats --json", () => ["stats", "--json", ...artifacts()]],
  ["verify", () => ["verify", ...artifacts()], false],
  ["duplicates", () => ["duplicates", at.artifacts]],
  ["duplicates --json", () => ["duplicates", at.artifacts, "--json"]],
  [
    "merge",
    () => ["merge", at.dataset, `b=${at.dataset}`, "--out", join(at.live, "merged"), "--dry-run", ...artifacts()],
  ],
  ["diff", () => ["diff", generations[0]!, generations[1]!, "--artifacts", at.artifacts]],
  ["diff --json", () => ["diff", generations[0]!, generations[1]!, "--artifacts", at.artifacts, "--json"]],
  ["publish", () => ["publish", join(at.live, "published"), ...artifacts()]],
  ["rollback", () => ["rollback", "--artifacts", STEERING]],
  ["cache stats", () => ["cache", "stats", "--cache", join(at.live, "cache")], false],
  ["keys list", () => ["keys", "list", "--keys", at.keys]],
  ["keys list --json", () => ["keys", "list", "--keys", at.keys, "--json"]],
  ["keys usage", () => ["keys", "usage", "--keys", at.keys, "--usage", at.usage]],
  ["keys revoke", () => ["keys", "revoke", STEERING, "--keys", at.keys]],
  ["import app-store", () => ["import", "app-store", at.responses, "--out", join(at.live, "apps")]],
  ["import iconify", () => ["import", "iconify", at.sets, "--out", join(at.live, "sets")]],
  ["import freedesktop", () => ["import", "freedesktop", STEERING, "--out", join(at.live, "apps")]],
  ["import records", () => ["import", "records", at.data, "--out", join(at.live, "rows")]],
  ["init", () => ["init", join(folder, STEERING)]],
  ["add", () => ["add", join(folder, STEERING), "--data", at.dataset]],
  ["hash", () => ["hash", steering("image.png")]],
  ["serve --config", () => ["serve", "--config", STEERING]],
  ["serve --print-config", () => ["serve", steering("artifacts"), "--print-config"]],
  ["an unknown option", () => ["search", `--${STEERING}`]],
  ["an unknown command", () => [STEERING]],
];

const CASES = ROWS.map(([name, args, shows = true]) => ({ name, args, shows }));

describe("untrusted text", () => {
  it.each(CASES)(
    "writes no control characters of untrusted text to the output of icons $name",
    async ({ args, shows }) => {
      const line = args();
      const { stdout, stderr } = await (line[0] === "serve" ? icons(line) : runHere(line));
      for (const text of [stdout, stderr]) expect(steeringIn(text, true)).toBeUndefined();
      if (shows) expect(stdout + stderr).toMatch(/\\u001b\]0;owned|\\\\u001b\]0;owned|\\u202e/);
    },
  );

  it("writes no control characters of untrusted text to the log of a server", async () => {
    const server = start(["serve", at.artifacts, "--port", "0", "--keys", join(at.live, STEERING)]);
    await expect.poll(() => server.stdout()).toContain("Server listening");
    await server.stop();
    expect(server.stdout()).toContain(SHOWN);
    for (const text of [server.stdout(), server.stderr()]) expect(steeringIn(text, true)).toBeUndefined();
  });

  it("starts no GitHub workflow command from untrusted text, except for the findings of icons lint", async () => {
    const names = ["::error::forged", "##[error]forged"];
    for (const id of names) writeFileSync(join(at.live, "ids.json"), JSON.stringify([{ ...PLAIN, id, phash: "x" }]));
    const work = join(folder, "github");
    await writeSteeringGeneration(work, ["::error::forged"]);
    const env = { GITHUB_ACTIONS: "true" };
    const found = await runHere(["search", "kite", "--artifacts", work], env);
    expect(found.stdout).toContain("\\::error::forged");
    expect(found.stdout).not.toMatch(/^\s*::/m);
    const lint = await runHere(["lint", join(at.live, "ids.json"), "--format", "github", "--artifacts", work], env);
    expect(lint.stdout).toMatch(/^::error /);
    expect(lint.stdout.trim().split("\n")).toHaveLength(1);
  });
});

describeOnTerminal("untrusted text on a terminal", () => {
  const forPeople = CASES.filter(({ name }) => !/JSON|json|sarif/.test(name));
  const shown = process.env.TEST_COUNTS === "subset" ? forPeople.filter((_, at) => at % 3 === 0) : forPeople;

  it.each(shown)("shows control characters of untrusted text escaped in icons $name", async ({ args, shows }) => {
    // Elsewhere, --images is a folder.
    const env: Record<string, string> = args()[0] === "import" ? {} : { ICONS_IMAGES: "off" };
    const { shown } = await onTerminal(args(), { env, columns: 200 });
    expect(steeringIn(shown, false)).toBeUndefined();
    if (shows) expect(shown).toMatch(/\\u001b|\\u202e/);
  });

  it("shows control characters of untrusted text escaped next to images and in their place", async () => {
    const env = { ICONS_IMAGES: "blocks", COLORTERM: "truecolor" };
    for (const args of [
      ["search", "kite"],
      ["show", steering("b")],
      ["similar", steering("b")],
    ]) {
      const { shown } = await onTerminal([...args, ...artifacts()], { env });
      expect(steeringIn(shown, false)).toBeUndefined();
      expect(shown).toContain("\\u001b]0;");
    }
  });

  it("shows control characters of untrusted text escaped in the log of a server", async () => {
    const args = ["serve", at.artifacts, "--port", "0", "--keys", join(at.live, STEERING)];
    const { shown } = await onTerminal(args, { awaited: "Server listening", pressed: "\u0003" });
    expect(steeringIn(shown, false)).toBeUndefined();
    expect(shown).toContain(SHOWN);
  });
});

describe("escaping", () => {
  const unit = fc.oneof(
    fc.constantFrom(...STEERING, "\ud83d", "\ude00", "\u2028", "\\", "\n", "\t", "a", '"'),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  const text = fc.array(unit).map((parts) => parts.join(""));

  it("escapes every control sequence in any text", () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(steeringIn(forTerminal(written), true)).toBeUndefined();
      }),
    );
  });

  it("leaves a text without control characters unchanged", () => {
    for (const plain of ["Kite", "日本語", "עברית", "👩‍👩‍👧", "a\tb", "C:\\u001b"])
      expect(forTerminal(plain)).toBe(plain);
  });

  it("keeps the value of escaped JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text)), { noNullPrototype: true }), (value) => {
        const json = jsonText(value, 2);
        expect(steeringIn(json, true)).toBeUndefined();
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

/** Files that write to a terminal directly, with the reason. */
const WRITERS: Readonly<Record<string, string>> = {
  "cli/terminal/output.ts": "where all text goes through",
  "cli/images/terminal-support.ts": "sends constant terminal queries",
  "cli/serving/workers/supervise.ts": "writes numbers, signal names and codes only",
};
const WRITING =
  /\b(?:stdout|stderr|output)\s*\.\s*write\s*\(|\bconsole\s*\.|write(?:Sync)?\(\s*[12]\s*,|\/dev\/(?:tty|stdout|stderr)|\.pipe\(\s*process\./;

it("limits writing to a terminal to a few files besides cli/terminal/output.ts", () => {
  const writers = ["cli", "build", "src"]
    .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(?:[cm]?ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative("", join(entry.parentPath, entry.name)))
    // Code that runs in browsers is exempt.
    .filter((path) => !/^src\/(?:explorer|client)\//.test(path))
    .filter((path) => WRITING.test(readFileSync(path, "utf8")));
  expect(writers.filter((path) => !Object.hasOwn(WRITERS, path))).toEqual([]);
});
