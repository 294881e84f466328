import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { icons, serve } from "../support/cli.js";
import { PATIENTLY } from "../support/patiently.js";
import { startStoreServer } from "../support/store-server.js";

const FREE_REQUESTS = 100;
const WORKERS = "2";
const CLIENTS = 8;
/** Every operation of the Iconify API that returns data. */
const DATA = [
  "/tiny.json?icons=dot",
  "/tiny/icons.json?icons=dot",
  "/tiny.js?icons=dot&callback=cb",
  "/tiny.css?icons=dot",
  "/collections",
  "/collection?prefix=tiny",
  "/search?query=dot",
  "/keywords?prefix=do",
  "/last-modified",
  "/version",
];
const IMAGES = ["/tiny/dot.svg", "/tiny:dot.svg", "/tiny-dot.svg"];

const folder = mkdtempSync(join(tmpdir(), "icons-iconify-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a dataset with a set whose icon and title bear a name, and builds it. @returns the artifacts folder */
async function build(name: string): Promise<string> {
  const info = { name, author: { name: "Ann" }, license: { title: "MIT" } };
  const icon = { body: `<path d="M0 0h4" id="${name}"/>` };
  const files = {
    "dataset.json": { name: "Apps" },
    "icons/all.json": [{ id: "tiny:dot", name: "Dot", developer: "Ann", category: "all" }],
    "iconify/tiny.json": { prefix: "tiny", info, lastModified: 1_700_000_000, icons: { dot: icon } },
  };
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(content));
  }
  const out = join(folder, `${name}-out`);
  expect((await icons(["build", join(folder, name), "--out", out])).code).toBe(0);
  return out;
}

const own = (name: string) => ["--keys", join(folder, `${name}.json`), "--usage", join(folder, `${name}.bin`)];
const ask = (port: number, path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);

it("counts the data of all processes against one quota, never SVG files, and reports both as metrics", async () => {
  const artifacts = await build("counted");
  const [, keys] = own("counted");
  const created = await icons(["keys", "create", "--tier", "free", "--keys", keys!, "--json"]);
  const init = { headers: { "x-api-key": JSON.parse(created.stdout).key as string } };
  const flags = ["--iconify", "--workers", WORKERS, "--metrics", "127.0.0.1:0", ...own("counted")];
  const server = await serve(["serve", artifacts, ...flags]);
  for (const path of DATA) expect((await ask(server.port, path)).status, path).toBe(401);
  const paths = Array.from({ length: 2 * FREE_REQUESTS }, (_, at) => DATA[at % DATA.length]!);
  const statuses = await Promise.all(paths.map(async (path) => (await ask(server.port, path, init)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(FREE_REQUESTS);
  expect(statuses.filter((status) => status === 429)).toHaveLength(FREE_REQUESTS);
  for (const path of IMAGES) expect((await ask(server.port, path)).status, path).toBe(200);
  const refused = await ask(server.port, "/collections", init);
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([429, "*"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);

  const address = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(server.stdout())![0];
  const count = async (route: string, status: number): Promise<number> => {
    const lines = (await (await fetch(address)).text()).split("\n");
    const labels = [`route="${route}"`, `status="${status}"`];
    const counted = lines.filter(
      (line) => line.startsWith("icons_http_requests_total{") && labels.every((label) => line.includes(label)),
    );
    return counted.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
  };
  await vi.waitFor(async () => expect(await count("/:prefix/:name.svg", 200)).toBe(1), PATIENTLY);
  expect(await count("/:prefix.json", 401)).toBe(1);
  const asked = paths.filter((path) => path === "/collections").length;
  const [served, denied] = [await count("/collections", 200), await count("/collections", 429)];
  expect(served + denied).toBe(asked + 1);
  expect(await server.stop()).toBe(0);
});

it("follows a store under load, in every process, without a lost or mixed response", async () => {
  const store = join(folder, "store");
  const published = await Promise.all(["old", "new"].map(build));
  const publish = async (artifacts: string) =>
    expect((await icons(["publish", store, "--artifacts", artifacts])).code).toBe(0);
  await publish(published[0]!);
  const remote = await startStoreServer(store);
  const flags = ["--from", remote.url, "--poll", "1", "--iconify", "--anonymous", "pro", "--workers", WORKERS];
  const server = await serve(["serve", join(folder, "fetched"), ...flags, ...own("fetched")]);
  await vi.waitFor(async () => expect((await ask(server.port, "/readyz")).status).toBe(200), PATIENTLY);

  const seen = new Map<string, number>();
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      for (const path of ["/tiny/dot.svg", "/tiny.json?icons=dot", "/collection?prefix=tiny", "/search?query=dot"]) {
        const response = await ask(server.port, path);
        const text = await response.text();
        const names = ["old", "new"].filter((name) => text.includes(`"${name}"`) || text.includes(`\\"${name}\\"`));
        const kind = response.status === 503 ? "not ready" : `${response.status} ${names.join()}`;
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await vi.waitFor(() => expect(seen.get("200 old")).toBeGreaterThan(100), PATIENTLY);
  await publish(published[1]!);
  await vi.waitFor(() => expect(seen.get("200 new")).toBeGreaterThan(100), PATIENTLY);
  await vi.waitFor(async () => {
    const before = seen.get("200 old");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(seen.get("200 old")).toBe(before);
  }, PATIENTLY);
  isOver = true;
  await Promise.all(clients);
  // A process that has not fetched the first generation yet responds with 503.
  seen.delete("not ready");
  expect([...seen.keys()].sort()).toEqual(["200 new", "200 old"]);
  expect(await server.stop()).toBe(0);
});

it("applies the limits of requests to every operation", async () => {
  const artifacts = await build("limited");
  const limits = ["--max-url-bytes", "200", "--max-parameters", "10", "--max-header-bytes", "600"];
  const server = await serve(["serve", artifacts, "--iconify", "--anonymous", "pro", ...limits, ...own("limited")]);
  for (const path of [...DATA, ...IMAGES]) {
    const more = path.includes("?") ? "&" : "?";
    const statusOf = async (query: string, headers = {}) =>
      (await ask(server.port, path + more + query, { headers })).status;
    expect(await statusOf("x=1"), path).toBe(200);
    expect(await statusOf("x=1&".repeat(11)), path).toBe(400);
    expect(await statusOf("x".repeat(200)), path).toBe(414);
    expect(await statusOf("x=1", { "x-long": "x".repeat(700) }), path).toBe(431);
    expect((await ask(server.port, path, { method: "DELETE" })).status, path).toBe(405);
  }
  expect(await server.stop()).toBe(0);
});
