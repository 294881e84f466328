import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeInBrowser } from "../support/browser.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const COMPILED = "dist/src/client";
const ENTRY = pathToFileURL(join(COMPILED, "index.js")).href;

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { now: () => Date.UTC(2030, 0, 1, 23) });
});
afterAll(() => service.close());

const baseUrl = (): string => `http://127.0.0.1:${service.port}`;

/** A module that uses the whole client. @param tell JavaScript that reports its result `told` */
const program = (entry: string, tell: string, apiKey: string): string => `
import { createClient, IconApiError } from ${JSON.stringify(entry)};
const client = createClient(${JSON.stringify({ baseUrl: baseUrl(), apiKey })});
const { data } = await client.icon("spotify");
let icons = 0;
for await (const icon of client.allIcons({ q: "goo", limit: 7 })) icons++;
const { total } = await client.icons({ q: "goo" });
const refused = await client.similar({ id: "no-such-icon" }).catch((error) => error instanceof IconApiError && error);
const ended = await client.categories({ signal: AbortSignal.abort("enough") }).catch((reason) => reason);
const { limit, remaining, resetsAt } = client.rateLimit;
const told = {
  name: data.name, isWhole: icons === total && total > 7, ended, limit, isCounted: remaining < limit && resetsAt > new Date(),
  code: refused.code, isNamed: refused.requestId.length > 3,
};
${tell}`;

/** The result of the program in every runtime. */
const TOLD = {
  name: "Spotify",
  isWhole: true,
  ended: "enough",
  limit: 100,
  isCounted: true,
  code: "icon_not_found",
  isNamed: true,
};

describe("compiled client", () => {
  it("imports only its own files, and includes no file without an importer", () => {
    const imported = new Set(["index.js"]);
    for (const name of imported) {
      const source = readFileSync(join(COMPILED, name), "utf8");
      for (const [, from] of source.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)) {
        expect(from, name).toMatch(/^\.\/[\w-]+\.js$/);
        imported.add(from!.slice(2));
      }
    }
    // Only the types of these are used.
    const typesOnly = ["request-types.js", "response-types.js", "responses.js"];
    expect([...imported, ...typesOnly].sort()).toEqual(
      readdirSync(COMPILED)
        .filter((name) => name.endsWith(".js"))
        .sort(),
    );
  });

  it("runs in Node.js and lets the process exit", async () => {
    const folder = temporaryFolder({ "try.mjs": program(ENTRY, "console.log(JSON.stringify(told))", service.free) });
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "try.mjs")]);
    expect(JSON.parse(stdout)).toEqual(TOLD);
  });

  it("runs the compiled client in a worker thread", async () => {
    const tell = 'import { parentPort } from "node:worker_threads";\nparentPort.postMessage(told);';
    const folder = temporaryFolder({ "try.mjs": program(ENTRY, tell, service.free) });
    const [told] = await once(new Worker(join(folder, "try.mjs")), "message");
    expect(told).toEqual(TOLD);
  });
});

describeInBrowser(
  "compiled client in a browser",
  ({ open }) => {
    let site: Server;
    beforeAll(async () => {
      const entry = "/client/index.js";
      const files: Record<string, string> = {
        "/page": `<!doctype html><link rel="icon" href="data:,"><script type="module">${program(entry, "window.told = told", service.free)}</script>`,
        "/empty": '<link rel="icon" href="data:,">',
        "/with-worker": `<!doctype html><link rel="icon" href="data:,"><script type="module">
        new Worker("/worker.js", { type: "module" }).onmessage = ({ data }) => { window.told = data; };</script>`,
        "/worker.js": program(entry, "postMessage(told)", service.free),
      };
      for (const name of readdirSync(COMPILED)) files[`/client/${name}`] = readFileSync(join(COMPILED, name), "utf8");
      site = createServer((request, response) => {
        const type = request.url!.endsWith(".js") ? "text/javascript" : "text/html";
        response.writeHead(200, { "content-type": type }).end(files[request.url!]);
      }).listen(0, "127.0.0.1");
      await once(site, "listening");
    });
    afterAll(() => site.close());

    it.each(["/page", "/with-worker"])("runs on a site other than the API's (%s)", async (path) => {
      const { port } = site.address() as { port: number };
      const page = await open(`http://127.0.0.1:${port}${path}`, { mayAsk: baseUrl() });
      await page.waitForFunction("window.told !== undefined");
      expect(await page.evaluate("window.told")).toEqual(TOLD);
    });

    it("reports the current allowance when the browser responds from its cache", async () => {
      const { port } = site.address() as { port: number };
      const page = await open(`http://127.0.0.1:${port}/empty`, { mayAsk: baseUrl() });
      const options = JSON.stringify({ baseUrl: baseUrl(), apiKey: service.free });
      const seen = await page.evaluate(`import("/client/index.js").then(async ({ createClient }) => {
        const client = createClient(${options});
        const seen = [];
        for (let call = 0; call < 2; call++) {
          const { _meta } = await client.categories();
          seen.push([_meta.rate_remaining, client.rateLimit.remaining]);
        }
        return seen;
      })`);
      const [[left]] = seen as [[number]];
      expect(seen).toEqual([
        [left, left],
        [left, left - 1],
      ]);
    });
  },
  ["status of 404"],
);
