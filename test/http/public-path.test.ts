import { describe, expect, it, onTestFinished } from "vitest";
import { createTargetReader, publicPathOf } from "#src/http/requests/public-origin.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const PUBLIC = "https://example.com/icons";

async function startBelow(publicUrl: string): Promise<Service> {
  const settings = { anonymous: "pro", mcp: { version: "1" }, iconify: {} } as const;
  const service = await startService(shippedArtifacts, { publicUrl, ...settings });
  onTestFinished(() => service.close());
  return service;
}

describe("a service with a path in its public URL", () => {
  it("responds at the path and at the root, whether or not a proxy removes the path", async () => {
    const { port } = await startBelow(`${PUBLIC}/`);
    const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
    for (const path of [
      ...[
        "/",
        "/?q=spotify",
        "/docs",
        "/docs/",
        "/docs/api/get-icon",
        "/openapi.json",
        "/llms.txt",
        "/feed.atom",
        "/readyz",
      ],
      ...["/api/v1/icons?q=spotify", "/images/spotify.svg", "/collections", "/apps/spotify.svg"],
    ]) {
      const [removed, passed] = await Promise.all([get(path), get(`/icons${path}`)]);
      expect([path, removed.status, passed.status]).toEqual([path, 200, 200]);
      expect(await passed.text()).toBe(await removed.text());
    }
    const message = {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { padding: "x".repeat(3_000) } }),
    };
    expect((await get("/icons/mcp", message)).status).toBe(200);
    expect(await (await get("/icons")).text()).toBe(await (await get("/")).text());
    for (const path of ["/iconsapi/v1/icons", "/icon/docs", "/icons/icons/docs"])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it("has links to that path in the page, the reference, the document and for language models", async () => {
    const { port } = await startBelow(PUBLIC);
    // A proxy that removes the path and serves nothing else.
    const open = async (url: URL): Promise<Response> => {
      expect(url.href).toMatch(/^https:\/\/example\.com\/icons(?:[/?#]|$)/);
      return fetch(`http://127.0.0.1:${port}${url.pathname.replace(/^\/icons\/?/, "/")}${url.search}`);
    };
    for (const address of [PUBLIC, `${PUBLIC}/`, `${PUBLIC}/docs`, `${PUBLIC}/docs/`, `${PUBLIC}/docs/api/get-icon`]) {
      const html = await (await open(new URL(address))).text();
      const base = new URL(/<base href="([^"]+)"/.exec(html)?.[1] ?? "", address);
      const links = [...html.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, link]) => link!.replaceAll("&amp;", "&"));
      expect(links.length).toBeGreaterThan(5);
      const byPath = new Map(links.map((link) => [new URL(link, base).pathname, new URL(link, base)]));
      const own = [...byPath.values()].filter(({ host }) => host === base.host);
      const statuses = await Promise.all(own.map(async (url) => [url.href, (await open(url)).status]));
      expect(statuses).toEqual(own.map(({ href }) => [href, 200]));
    }
    const json = async (path: string) => (await open(new URL(PUBLIC + path))).json();
    const { servers } = (await json("/openapi.json")) as { servers: object[] };
    expect(servers).toEqual([{ url: PUBLIC, description: "This server." }]);
    const document = JSON.stringify(await json("/openapi.json"));
    expect(document).toContain(`'${PUBLIC}/api/v1/icons?q=spotify'`);
    expect(document).not.toMatch(/https?:\/\/localhost/);
    const text = await (await open(new URL(`${PUBLIC}/llms.txt`))).text();
    expect(text.match(/https?:\/\/[^\s)]+/g)!.filter((link) => !link.startsWith(`${PUBLIC}/`))).toEqual([]);
  });
});

it("a service without a path in its public URL has its origin in the document, and relative links", async () => {
  const { port } = await startBelow("https://example.com");
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(JSON.parse(await get("/openapi.json")).servers).toMatchObject([{ url: "https://example.com" }]);
  const page = await get("/");
  expect(page).not.toContain("<base");
  expect(page).toContain('src="./assets/');
  expect(await get("/docs")).toContain('src="docs/assets/');
});

it.each([
  ["/icons", "/icons/api", "/api"],
  ["/icons", "/icons", "/"],
  ["/icons", "/icons?q=a", "/?q=a"],
  ["/icons", "/icons/", "/"],
  ["/icons", "/icons//a", "//a"],
  ["/icons", "/iconset", "/iconset"],
  ["/icons", "/a/icons", "/a/icons"],
  ["/icons", "https://x/icons/a", "/a"],
  ["/a%20b/ü", "/a%20b/%C3%BC/c", "/c"],
  ["/a/b", "/a/b/c", "/c"],
  ["/a/b", "/a/c", "/a/c"],
  ["/", "/icons", "/icons"],
  // The service has paths that begin like these: only the proxy can remove them.
  ["/api", "/api/v1/icons", "/api/v1/icons"],
  ["/docs/x", "/docs/x/y", "/docs/x/y"],
])("with the public path %s, %s is %s", (path, target, expected) => {
  const isOwn = (segment: string): boolean => segment === "api" || segment === "docs";
  expect(createTargetReader(publicPathOf(`https://example.com${path}`), isOwn)(target)).toBe(expected);
});
