import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, it, vi } from "vitest";
import { compile, createCompiler } from "#build/compile/compile.js";
import type { BuildProgress, BuildResult } from "#build/compile/options.js";
import type { DownloadRules } from "#build/image/download/rules.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { describeWith } from "../../../support/debian.js";
import { temporaryFolder } from "../../../support/folder.js";
import {
  drawing,
  HOST,
  type ImageHost,
  remoteRecords,
  serveDrawing,
  startImageHost,
} from "../../../support/image-host.js";
import { PATIENTLY } from "../../../support/patiently.js";

const RED = drawing("red");
const BLUE = drawing("blue");

/** Keeps the analysis process running from build to build. */
const compiler = createCompiler();
afterAll(() => compiler.close());

interface Builder {
  build(
    download: boolean | Partial<DownloadRules>,
    onProgress?: (progress: BuildProgress) => void,
  ): Promise<BuildResult>;
  /** Waits until this many bytes of an unfinished download have been stored. */
  kept(bytes: number): Promise<void>;
}

/** Builds a dataset of remote images repeatedly with the same cache. */
function builder(addresses: readonly string[]): Builder {
  const folder = temporaryFolder({ "icons.json": remoteRecords(addresses) });
  const out = join(folder, "out");
  const partial = join(out, "cache/downloads/partial");
  const sizes = (): number[] => {
    const parts = readdirSync(partial, { recursive: true, encoding: "utf8" });
    return parts.map((path) => statSync(join(partial, path))).map((stats) => (stats.isFile() ? stats.size : 0));
  };
  return {
    build: (download, onProgress = () => undefined) =>
      compiler.compile({ data: join(folder, "icons.json"), out, jobs: 1, download, onProgress }),
    kept: (bytes) => vi.waitFor(() => expect(sizes()).toContain(bytes), PATIENTLY),
  };
}

/** Builds once and returns why the only image was rejected. */
async function reasonOf(host: ImageHost, path: string, changes: Partial<DownloadRules> = {}): Promise<string> {
  const { skipped } = await builder([host.at(path)]).build(host.rules(changes));
  expect(skipped).toHaveLength(1);
  return skipped[0]!.reason;
}

describeWith(["openssl"], "build with remote images", () => {
  it("downloads images on request, revalidates them later, and uses the cache otherwise", async () => {
    const host = await startImageHost();
    host.respond("/red.svg", serveDrawing(RED));
    const { build } = builder([host.at("/red.svg"), host.at("/red.svg#again")]);

    const progress: BuildProgress[] = [];
    const first = await build(host.rules(), (step) => progress.push(step));
    expect(first).toMatchObject({ skipped: [], stale: [] });
    expect(progress).toContainEqual({ phase: "download", done: 2, total: 2 });
    expect(host.requests).toHaveLength(1);
    expect(host.requests[0]!.headers).toMatchObject({
      "user-agent": expect.stringContaining("icon-data-api"),
      "accept-encoding": "identity",
    });
    const again = await build(host.rules());
    expect(again).toMatchObject({ unchanged: true, analyzed: 0, skipped: [] });
    expect(host.requests.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, expect.any(String)]);
    host.respond("/red.svg", serveDrawing(BLUE));
    expect(await build(host.rules())).toMatchObject({ unchanged: false, skipped: [] });
  });

  it("sends no request by default, and skips images that were never downloaded with a remedy", async () => {
    const { skipped } = await builder([`https://${HOST}/a.svg`]).build(false);
    expect(skipped).toEqual([
      {
        id: "r0",
        image: `https://${HOST}/a.svg`,
        reason: "it was never downloaded; build with --download, or store the file in the dataset",
      },
    ]);
  });

  it("resumes an interrupted download if the host confirms the version", async () => {
    const host = await startImageHost();
    const whole = Buffer.from(RED.replace("</svg>", `<!--${"x".repeat(200_000)}--></svg>`));
    host.respond("/big.svg", (_request, response) => {
      response.writeHead(200, { etag: '"1"', "content-length": whole.length });
      response.write(whole.subarray(0, 120_000));
      void kept(120_000).then(() => response.destroy());
    });
    const { build, kept } = builder([host.at("/big.svg")]);
    expect((await build(host.rules({ attempts: 1 }))).skipped[0]!.reason).toMatch(/the connection broke/);
    host.respond("/big.svg", ({ headers }, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")![1]);
      const range = `bytes ${from}-${whole.length - 1}/${whole.length}`;
      response.writeHead(206, { etag: '"1"', "content-range": range }).end(whole.subarray(from));
    });
    expect(await build(host.rules())).toMatchObject({ skipped: [] });
    expect(host.requests.at(-1)!.headers).toMatchObject({
      "if-range": '"1"',
      range: "bytes=120000-",
    });
  });

  it.each([
    ["is of another version", '"2"', 10],
    ["begins elsewhere", '"1"', 7],
  ])("restarts a download if the rest %s", async (_what, etag, offset) => {
    const host = await startImageHost();
    host.respond("/a.svg", (_request, response) => {
      response.writeHead(200, { etag: '"1"', "content-length": RED.length });
      response.write(RED.slice(0, 10));
      void kept(10).then(() => response.destroy());
    });
    const { build, kept } = builder([host.at("/a.svg")]);
    await build(host.rules({ attempts: 1 }));
    host.respond("/a.svg", ({ headers }, response) => {
      const range = `bytes ${offset}-${BLUE.length - 1}/${BLUE.length}`;
      if (headers.range === undefined) response.end(BLUE);
      else response.writeHead(206, { etag, "content-range": range }).end(BLUE.slice(offset));
    });
    expect(await build(host.rules())).toMatchObject({ skipped: [] });
    expect(host.requests.slice(1).map(({ headers }) => headers.range)).toEqual(["bytes=10-", undefined]);
  });

  it("does not download the bytes before an interruption again", async () => {
    const host = await startImageHost();
    for (const path of ["/a", "/b", "/c"]) host.respond(path, (_request, response) => response.end(RED));
    const { build } = builder(["/a", "/b", "/c"].map(host.at));
    const interrupted = build(host.rules({ concurrency: 1 }), ({ phase, done }) => {
      if (phase === "download" && done === 2) throw new Error("interrupted");
    });
    await expect(interrupted).rejects.toThrow("interrupted");
    const asked = host.requests.length;
    // One at a time, in the order of the look-ups in the store.
    const settled = host.requests.slice(0, 2).map(({ url }) => url);
    expect(await build(host.rules())).toMatchObject({ skipped: [] });
    const all = host.requests.map(({ url }) => url);
    expect(all.slice(asked).filter((url) => settled.includes(url))).toEqual([]);
    await build(host.rules());
    expect(host.requests.length).toBe(all.length + 3);
  });

  it("waits as long as a busy host requests, for all of its images", async () => {
    const host = await startImageHost();
    let refused = 0;
    const times: number[] = [];
    for (const path of ["/a", "/b", "/c"])
      host.respond(path, (_request, response) => {
        times.push(performance.now());
        if (refused++ === 0) response.writeHead(429, { "retry-after": "1" }).end();
        else response.end(RED);
      });
    expect(await builder(["/a", "/b", "/c"].map(host.at)).build(host.rules({ perHost: 1 }))).toMatchObject({
      skipped: [],
    });
    expect(times).toHaveLength(4);
    expect(times[1]! - times[0]!).toBeGreaterThan(900);
  });

  it("gives up on a host that requests a longer wait than a build allows", async () => {
    const host = await startImageHost();
    const paths = ["/a", "/b", "/c", "/d"];
    for (const path of paths)
      host.respond(path, (_request, response) => response.writeHead(503, { "retry-after": "3600" }).end());
    const { skipped } = await builder(paths.map(host.at)).build(host.rules({ perHost: 1 }));
    expect(skipped).toHaveLength(4);
    expect(skipped[3]!.reason).toMatch(/responds with 503; try again later/);
    expect(host.requests).toHaveLength(1);
  });

  it("retries a failing host a few times only", async () => {
    const host = await startImageHost();
    host.respond("/a", (_request, response) => response.writeHead(500).end());
    expect(await reasonOf(host, "/a", { attempts: 3 })).toMatch(/responds with 500/);
    expect(host.requests).toHaveLength(3);
  });

  it("limits concurrent downloads per host", async () => {
    const host = await startImageHost();
    const paths = Array.from({ length: 8 }, (_, at) => `/${at}`);
    let busy = 0;
    let most = 0;
    for (const path of paths)
      host.respond(path, (_request, response) => {
        most = Math.max(most, ++busy);
        setTimeout(() => {
          busy--;
          response.end(RED);
        }, 30);
      });
    expect(await builder(paths.map(host.at)).build(host.rules())).toMatchObject({ skipped: [] });
    expect(most).toBe(2);
  });

  it("gives up on a host whose images trickle, one after the other", async () => {
    const host = await startImageHost();
    const paths = Array.from({ length: 12 }, (_, n) => `/drip-${n}`);
    for (const path of paths) {
      host.respond(path, (_request, response) => {
        const timer = setInterval(() => response.write(" "), 50);
        response.on("close", () => clearInterval(timer));
      });
    }
    const { build } = builder(paths.map(host.at));
    const { skipped } = await build(host.rules({ maxSeconds: 0.5, perHost: 1 }));
    expect(host.requests).toHaveLength(3);
    // Which three come first depends on how fast the cache is read for each.
    expect(skipped.map(({ reason }) => reason.replace(/^\d+ /, "N ")).sort()).toEqual([
      ...Array(9).fill(
        "N images of this host in a row took too long; try again later, or store the files in the dataset",
      ),
      ...Array(3).fill("the download takes more than 0.5 seconds; store the file"),
    ]);
  });

  it("aborts a trickling download and a silent one", async () => {
    const host = await startImageHost();
    host.respond("/drip", (_request, response) => {
      response.writeHead(200, { etag: '"1"' });
      const timer = setInterval(() => response.write("<"), 50);
      response.on("close", () => clearInterval(timer));
    });
    host.respond("/silent", () => undefined);
    expect(await reasonOf(host, "/drip", { maxSeconds: 1 })).toMatch(/takes more than 1 seconds/);
    expect(await reasonOf(host, "/drip", { maxSeconds: 1, resolve: () => new Promise(() => undefined) })).toMatch(
      /takes more than 1 seconds/,
    );
    expect(await reasonOf(host, "/silent", { silentSeconds: 0.3, attempts: 1 })).toMatch(/does not respond \(silent/);
  });

  it("aborts a trickling download however often memory is collected", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const collecting = setInterval(collect, 200);
    const host = await startImageHost();
    host.respond("/drip", (_request, response) => {
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    });
    try {
      expect(await reasonOf(host, "/drip", { maxSeconds: 1 })).toMatch(/takes more than 1 seconds/);
    } finally {
      clearInterval(collecting);
    }
  });

  it("aborts a download that is too large, with or without an announced length", async () => {
    const host = await startImageHost();
    host.respond("/announced", (_request, response) => {
      response.writeHead(200, { "content-length": 10_000_000 }).write("<svg");
    });
    host.respond("/endless", (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, " ")));
        response.once("drain", more);
      };
      more();
    });
    for (const path of ["/announced", "/endless"])
      expect(await reasonOf(host, path, { maxBytes: 100_000 })).toMatch(/more than 100000 bytes; make it smaller/);
  });

  it("reports a redirect with its target and does not follow it", async () => {
    const host = await startImageHost();
    host.respond("/old", (_request, response) => response.writeHead(302, { location: "/new" }).end());
    host.respond("/new", serveDrawing(RED));
    expect(await reasonOf(host, "/old")).toBe(
      `the host redirects to ${host.at("/new")}; if that is right, use that address in the record`,
    );
    expect(host.requests).toHaveLength(1);
  });

  it("rejects downloads that are not images or are compressed", async () => {
    const host = await startImageHost();
    host.respond("/page", (_request, response) => response.end("<!doctype html><svg></svg>"));
    host.respond("/gzip", (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"));
    expect(await reasonOf(host, "/page")).toMatch(/did not send an image; give the address/);
    expect(await reasonOf(host, "/gzip")).toMatch(/compressed \(gzip\)/);
  });

  it("rejects untrusted certificates", async () => {
    const host = await startImageHost();
    host.respond("/a", serveDrawing(RED));
    const { ca: _ca, ...untrusting } = host.rules();
    const { skipped } = await builder([host.at("/a")]).build(untrusting);
    expect(skipped[0]!.reason).toMatch(/no valid certificate/);
    const other = await builder([host.at("/a").replace(HOST, "other.example")]).build(host.rules());
    expect(other.skipped[0]!.reason).toMatch(/no valid certificate/);
    expect(host.requests).toEqual([]);
  });

  it("connects to the checked address even if the name resolves differently later", async () => {
    const host = await startImageHost("127.0.0.2");
    const inside = await startImageHost("127.0.0.3", host.port);
    host.respond("/a", (_request, response) => response.writeHead(503).end());
    const addresses = ["127.0.0.2", "127.0.0.3"];
    const reason = await reasonOf(host, "/a", {
      resolve: async () => [{ address: addresses.shift()!, family: 4 }],
    });
    expect(reason).toMatch(/leads to 127\.0\.0\.3, not a public address/);
    expect(host.requests).toHaveLength(1);
    expect(inside.connections()).toBe(0);
  });

  it("rejects a name with a private address among several", async () => {
    const host = await startImageHost("127.0.0.2");
    const reason = await reasonOf(host, "/a", {
      resolve: async () => ["127.0.0.2", "10.0.0.1"].map((address) => ({ address, family: 4 })),
    });
    expect(reason).toMatch(/leads to 10\.0\.0\.1/);
    expect(host.connections()).toBe(0);
  });

  it("keeps downloaded images of an unreachable host and reports that, and drops images that the host reports as gone", async () => {
    const host = await startImageHost();
    host.respond("/a", serveDrawing(RED));
    host.respond("/b", serveDrawing(BLUE));
    const { build } = builder([host.at("/a"), host.at("/b")]);
    const { generation } = await build(host.rules());
    host.respond("/b", (_request, response) => response.writeHead(404).end());
    const gone = await build(host.rules());
    expect(gone.skipped).toEqual([expect.objectContaining({ id: "r1", reason: expect.stringContaining("404") })]);
    await host.close();
    const away = await build(host.rules());
    expect(away).toMatchObject({ generation, skipped: [] });
    expect(away.stale.map(({ image }) => image).sort()).toEqual([host.at("/a"), host.at("/b")]);
    expect(away.stale[0]!.reason).toMatch(/does not respond/);
  });

  it("downloads damaged cached images again", async () => {
    const host = await startImageHost();
    host.respond("/a", serveDrawing(RED));
    const folder = temporaryFolder({ "icons.json": remoteRecords([host.at("/a")]) });
    const out = join(folder, "out");
    const options = { data: join(folder, "icons.json"), out, jobs: 1, download: host.rules() };
    await compile(options);
    const content = join(out, "cache", "downloads", "content");
    for (const path of readdirSync(content, { recursive: true, encoding: "utf8" }))
      if (path.includes("/")) writeFileSync(join(content, path), "<svg");
    expect(await compile(options)).toMatchObject({ unchanged: true, skipped: [] });
    expect(openCatalog(out).get("r0").phash).toMatch(/^[0-9a-f]{16}$/);
  });
});
