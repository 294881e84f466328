import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_PLANS } from "#src/access/plan.js";
import { ERRORS } from "#src/http/contract/error-codes.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

interface Content {
  readonly schema: object;
  readonly example?: object;
  readonly examples?: Readonly<Record<string, { readonly value: { readonly error: { readonly code: string } } }>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, Content>> }>>;
}
interface Document {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

let service: Service;
let document: Document;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
  document = (await service.ask("/openapi.json")).body;
});
afterAll(() => service.close());

const operations = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation): [string, Operation] => [path, operation]),
  );

/** The numbers of findings by Redocly. */
async function lint(described: Document): Promise<object> {
  const file = join(service.folder, "openapi.json");
  writeFileSync(file, JSON.stringify(described));
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const cli = "node_modules/@redocly/cli/bin/cli.js";
  const { stdout } = await promisify(execFile)(process.execPath, [cli, "lint", file, "--format=json"], { env });
  return JSON.parse(stdout).totals;
}

/** All documented JSON responses, with operation and status. */
const contents = (): { name: string; status: string; content: Content }[] =>
  operations().flatMap(([path, { responses }]) =>
    Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content)
        .filter(([type]) => type === "application/json")
        .map(([, json]) => ({ name: `${path} ${status}`, status, content: json })),
    ),
  );

describe("/openapi.json", () => {
  it("serves the OpenAPI document without a key, read-only", async () => {
    const { status, headers } = await service.ask("/openapi.json");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect((await service.ask("/openapi.json", {}, "HEAD")).status).toBe(200);
    expect((await service.ask("/openapi.json", {}, "POST")).status).toBe(405);
  });

  it("starts with requests that succeed", async () => {
    const [started, errors] = document.info.description.split("## Errors");
    expect(started).toMatch(/^## Getting started\n/);
    expect(errors).toContain("`internal_error`");
    const paths = [...started!.matchAll(/^\| `(.+?)`/gm)].map(([, path]) => path!);
    expect(paths).toHaveLength(6);
    for (const path of paths) expect((await service.ask(path, { "X-API-Key": service.free })).status, path).toBe(200);
  });

  it("passes Redocly's lint without a warning", async () => {
    expect(await lint(document)).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  it("describes every existing route", () => {
    expect(operations().map(([path, { operationId }]) => `${operationId} ${path}`)).toEqual([
      "listIcons /api/v1/icons",
      "getIcon /api/v1/icons/{id}",
      "listCategories /api/v1/categories",
      "listChanges /api/v1/changes",
      "resolveIdentities /api/v1/resolve",
      "findSimilar /api/v1/similar",
      "getImage /images/{id}",
      "getImageOfIdentity /images",
      "getLogo /logos/{domain}",
      "getStackAsSvg /stack.svg",
      "getStackAsPng /stack.png",
      "getRegistryItem /r/{id}.json",
      "getHealth /healthz",
      "getReadiness /readyz",
      "getAtomFeed /feed.atom",
      "getJsonFeed /feed.json",
      "getLlmsText /llms.txt",
    ]);
  });

  it("describes /mcp where it is served, and stays valid", async () => {
    const assisted = await startService(shippedArtifacts, { mcp: { version: "1" } });
    const { paths } = (await assisted.ask("/openapi.json")).body as Document;
    const [path] = Object.keys(paths).filter((known) => !(known in document.paths));
    expect([path, Object.keys(paths["/mcp"]!)]).toEqual(["/mcp", ["post"]]);
    expect(await lint({ ...document, paths })).toEqual({ errors: 0, warnings: 0, ignored: 0 });
    const { description } = paths["/mcp"]!.post as unknown as { readonly description: string };
    const example = /-d '(.*)'/.exec(description)![1]!;
    const headers = { "x-api-key": assisted.pro, accept: "application/json, text/event-stream" };
    const response = await fetch(`http://127.0.0.1:${assisted.port}/mcp`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: example,
    });
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('"structuredContent":{"total":'),
    ]);
    await assisted.close();
  });

  it("has an example of every response that is valid by its schema", () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: "api", components: document.components });
    for (const { name, content } of contents()) {
      const refer = JSON.parse(JSON.stringify(content.schema).replaceAll('"#/', '"api#/'));
      const check = ajv.compile(refer);
      const examples =
        content.example === undefined ? Object.values(content.examples!).map(({ value }) => value) : [content.example];
      expect(examples.length, name).toBeGreaterThan(0);
      for (const example of examples) expect(check(example) || check.errors, name).toBe(true);
    }
  });

  it("documents every error code under its status and no other", () => {
    const described = new Set<string>();
    for (const { status, name, content } of contents()) {
      for (const [code, { value }] of Object.entries(content.examples ?? {})) {
        expect(value.error.code, name).toBe(code);
        expect(String(ERRORS[code as keyof typeof ERRORS].status), name).toBe(status);
        described.add(code);
      }
    }
    const table = [...document.info.description.matchAll(/^\| (\d+) \| `(\w+)` \|/gm)];
    expect(Object.fromEntries(table.map(([, status, code]) => [code, Number(status)]))).toEqual(
      Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status])),
    );
    // No operation returns these, since they mean an unknown path or method.
    expect([...described, "route_not_found", "method_not_allowed"].sort()).toEqual(Object.keys(ERRORS).sort());
  });
});

describe("/docs", () => {
  /** Paths of the links in a page, without those to other hosts. */
  const linksIn = async (path: string): Promise<string[]> => {
    const html = (await service.ask(path)).bytes.toString();
    return Array.from(html.matchAll(/(?:src|href)="([^"#]+)/g), ([, link]) => new URL(link!, `http://docs.test${path}`))
      .filter(({ host }) => host === "docs.test")
      .map(({ pathname }) => pathname);
  };

  it("serves pages under a policy that blocks other origins and inline code, whose links all work", async () => {
    const { headers } = await service.ask("/docs");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^ ]+'; /);
    expect(headers["content-security-policy"]).not.toMatch(/https?:|\w\.\w|upgrade|unsafe/);
    const seen = new Set(["/docs", "/docs/"]);
    for (const path of seen) {
      expect((await service.ask(path)).status, path).toBe(200);
      if (!path.includes("/assets/") && path.startsWith("/docs"))
        for (const link of await linksIn(path)) seen.add(link);
    }
    const pages = [...seen].filter((path) => /^\/docs\/(?!assets)./.test(path));
    for (const [, { operationId }] of operations())
      expect(pages).toContain(`/docs/api/${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    const documents = readdirSync("docs").filter((name) => name.endsWith(".md") && name !== "README.md");
    expect(pages).toEqual(expect.arrayContaining(documents.map((name) => `/docs/${name.slice(0, -3)}`)));
  });

  it("has each heading that a link names", async () => {
    for (const page of (await linksIn("/docs")).filter((path) => /^\/docs\/(?!assets)./.test(path))) {
      const html = (await service.ask(page)).bytes.toString();
      for (const [, path, id] of html.matchAll(/href="([^":]*)#([^"]+)"/g)) {
        const target = path === "" ? page : new URL(path!, `http://docs.test${page}`).pathname;
        expect((await service.ask(target)).bytes.toString(), `${page} → ${target}#${id}`).toContain(`id="${id}"`);
      }
    }
  });

  it("takes at most 60 KB compressed on the first visit", async () => {
    const parts = ["/docs", ...(await linksIn("/docs")).filter((path) => path.includes("/assets/"))];
    const sizes = await Promise.all(
      parts.map(async (path) => (await service.ask(path, { "Accept-Encoding": "br" })).wireBytes),
    );
    expect(sizes.length).toBe(4);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
  });

  it("shows the plans of the server", async () => {
    const plans = { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, perDay: 7 } };
    const own = await startService(shippedArtifacts, { plans });
    for (const path of ["/docs", "/docs/", "/openapi.json"]) {
      const text = (await own.ask(path)).bytes.toString();
      expect(text, path).toContain("free: 7 requests per UTC day");
      expect(text, path).not.toContain("free: 100 requests");
    }
    await own.close();
  });

  it("responds with 404 for unknown paths below /docs", async () => {
    expect((await service.ask("/docs/nothing")).body.error.code).toBe("route_not_found");
    expect((await service.ask("/docs/api/../../package.json")).status).toBe(404);
  });

  it("downloads each file of a page only once", async () => {
    const path = (await linksIn("/docs")).find((link) => link.endsWith("docs.css"))!;
    const { headers } = await service.ask(path);
    expect(headers["cache-control"]).toContain("immutable");
    expect((await service.ask(path, { "If-None-Match": headers.etag! })).status).toBe(304);
  });

  it("has the current error codes and image parameters in docs/", () => {
    const folder = temporaryFolder();
    for (const page of ["errors.md", "image-parameters.md"]) copyFileSync(`docs/${page}`, join(folder, page));
    execFileSync(process.execPath, ["tools/make-reference-pages.mjs", folder]);
    for (const page of ["errors.md", "image-parameters.md"])
      expect(readFileSync(join(folder, page), "utf8"), "run `npx tsc -b && node tools/make-reference-pages.mjs`").toBe(
        readFileSync(`docs/${page}`, "utf8"),
      );
  });
});
