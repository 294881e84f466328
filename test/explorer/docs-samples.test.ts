import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "#src/client/index.js";
import { findEntries } from "#src/explorer/docs/docs-search.js";
import { type ResponseKind, sampleText, urlOf } from "#src/explorer/docs/samples.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const run = promisify(execFile);
const IMPORT = 'import { createClient } from "icon-data-api/client";\n';
let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

const REQUESTS: readonly (readonly [path: string, values: Record<string, string>, kind: ResponseKind])[] = [
  ["/api/v1/icons", { q: `it's "goo"`, category: "music,design", limit: "3" }, "json"],
  ["/api/v1/icons/{id}", { id: "spotify", images: "true" }, "json"],
  ["/api/v1/resolve", { domain: "open.spotify.com", container: "postgres:16" }, "json"],
  ["/readyz", {}, "json"],
  ["/feed.json", {}, "json"],
  ["/llms.txt", {}, "text"],
  ["/images/{id}", { id: "spotify.png", size: "64" }, "image"],
];

describe("requests in the documentation", () => {
  it.each(REQUESTS)("work in each language: %s %o", async (path, values, kind) => {
    const withKey = path.startsWith("/api") || path.startsWith("/feed");
    const url = urlOf(`http://127.0.0.1:${service.port}/`, path, Object.entries(values));
    const sample = { url, withKey, kind };
    const expected = await service.ask(url.slice(url.indexOf("/", 8)), withKey ? { "X-API-Key": service.pro } : {});
    const cwd = temporaryFolder();
    const env = { PATH: process.env.PATH, ICONS_KEY: service.pro };
    const ran = async (...command: [string, string, string]): Promise<string> => {
      const [program, ...args] = command;
      const { stdout } = await run(program, args, { cwd, env });
      return kind === "image" ? readFileSync(`${cwd}/spotify.png`, "base64") : stdout.trimEnd();
    };
    const wanted = kind === "image" ? expected.bytes.toString("base64") : expected.bytes.toString().trimEnd();
    expect(await ran("sh", "-c", sampleText("curl", sample).replace(/^curl/, "curl -s"))).toBe(wanted);
    // What Python prints of parsed JSON has another form.
    const python = sampleText("python", sample).replace("load(response)", "response.read().decode()");
    expect(await ran("python3", "-c", python)).toBe(wanted);
    const program = sampleText("javascript", sample).replace(IMPORT, "");
    const result = program.includes("createClient") ? "data" : kind;
    const AsyncFunction = (async () => undefined).constructor as new (
      ...parts: string[]
    ) => (...values: unknown[]) => Promise<unknown>;
    const received = await new AsyncFunction("createClient", "process", `${program}\nreturn ${result};`)(createClient, {
      env,
    });
    if (kind === "image") expect(Buffer.from(await (received as Blob).arrayBuffer()).toString("base64")).toBe(wanted);
    else if (kind === "text") expect((received as string).trimEnd()).toBe(wanted);
    else expect(received).toEqual(result === "data" ? JSON.parse(wanted).data : JSON.parse(wanted));
  });
});

describe("search of the documentation", () => {
  it("finds entries with all words, those whose title begins with the query first", () => {
    const entries = [
      ["Spelling", "Search", "a", "Slips of one letter."],
      ["Work budget", "Search", "b", ""],
      ["Search", "Guides", "c", "Words are looked up one after another."],
      ["padding", "Get an image", "d", ""],
    ] as const;
    const pathsOf = (query: string): string[] => findEntries(entries, query).map(([, , path]) => path);
    expect(pathsOf("search")).toEqual(["c", "a", "b"]);
    expect(pathsOf("SEARCH  bud")).toEqual(["b"]);
    expect(pathsOf("image padding")).toEqual(["d"]);
    expect(pathsOf("letter slips")).toEqual(["a"]);
    expect(pathsOf("words search")).toEqual(["c"]);
    expect(pathsOf("nothing")).toEqual([]);
  });
});
