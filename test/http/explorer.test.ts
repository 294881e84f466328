import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { readExplorerFiles } from "#src/http/explorer-files.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** Compressed size of everything that a browser loads before the first paint. */
const MAX_FIRST_BYTES = 100_000;

let service: Service;
let page: string;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
  page = (await service.ask("/")).bytes.toString();
});
afterAll(() => service.close());

const linked = (): string[] => [...page.matchAll(/(?:href|src)="\.(\/assets[^"]+)"/g)].map(([, path]) => path!);

describe("GET /", () => {
  it("serves the page without a key, under a policy that blocks other origins", async () => {
    const { status, headers } = await service.ask("/");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self';/,
    );
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/);
    expect(page).not.toMatch(/(?:src|href)="(?:\w+:|\/\/)|\bstyle=|\son\w+=/);
  });

  it("serves the page without counting against a plan", async () => {
    for (const path of ["/", linked()[0]!]) await service.ask(path, { "X-API-Key": service.free });
    const { body } = await service.ask("/api/v1/icons?limit=1", { "X-API-Key": service.free });
    expect(body._meta.rate_remaining).toBe(99);
  });

  it.each(["identity", "br"])("sends the same headers for HEAD as for GET (%s)", async (encoding) => {
    const headers = { "Accept-Encoding": encoding };
    const framing = { date: "", "x-request-id": "", "transfer-encoding": "" };
    for (const path of ["/", linked()[0]!]) {
      const [get, head] = [await service.ask(path, headers), await service.ask(path, headers, "HEAD")];
      expect(head.bytes).toHaveLength(0);
      expect({ ...head.headers, ...framing }).toEqual({ ...get.headers, ...framing });
    }
  });

  it("lets browsers revalidate the page each time and download it only when it has changed", async () => {
    const { headers } = await service.ask("/");
    expect(headers["cache-control"]).toBe("no-cache");
    expect((await service.ask("/", { "If-None-Match": headers.etag! })).status).toBe(304);
    expect((await service.ask("/", { "If-None-Match": 'W/"other"' })).status).toBe(200);
  });

  it("shows the first icons with their images without JavaScript", async () => {
    const plain = /<noscript>([\s\S]*)<\/noscript>/.exec(page)![1]!;
    const { body } = await service.ask("/api/v1/icons?limit=60", { "X-API-Key": service.pro });
    expect([...plain.matchAll(/<b>([^<]+)<\/b>/g)].map(([, name]) => name)).toEqual(
      body.data.map(({ name }: { name: string }) => name.replaceAll("&", "&amp;").replaceAll("'", "&#39;")),
    );
    const [, picture] = /src="\.(\/images\/[^"]+)"/.exec(plain)!;
    expect((await service.ask(picture!)).status).toBe(200);
  });

  it("escapes names, whatever they contain", async () => {
    const name = `<img src=x onerror="alert('1')">&amp;`;
    const data = temporaryFolder({ "data.json": [{ id: 'a"<b>', name, developer: "</noscript>", category: "x" }] });
    await compile({ data: `${data}/data.json`, out: `${data}/out` });
    const hostile = await startService(`${data}/out`);
    const text = (await hostile.ask("/")).bytes.toString();
    await hostile.close();
    expect(text).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;");
    expect(text).toContain("./images/a%22%3Cb%3E");
    expect(text.match(/<\/noscript>/g)).toHaveLength(1);
  });
});

describe("explorer assets", () => {
  it("serves assets under names derived from their content, cacheable forever", async () => {
    expect(linked().length).toBeGreaterThan(20);
    for (const path of linked()) {
      const { status, headers } = await service.ask(path);
      expect(status, path).toBe(200);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect((await service.ask(path, { "If-None-Match": headers.etag! })).status).toBe(304);
    }
  });

  it("serves every module that an asset imports as an asset", async () => {
    const { imports } = JSON.parse(/<script type="importmap">(.*)<\/script>/.exec(page)![1]!);
    const modules = linked().filter((path) => /\.m?js$/.test(path));
    for (const path of modules) {
      const source = (await service.ask(path)).bytes.toString();
      for (const [, from] of source.matchAll(/(?:from|import)\s*"([^"]+)"/g)) {
        const target = from!.startsWith(".") ? new URL(from!, `http://x${path}`).pathname : imports[from!]?.slice(1);
        expect(modules, `${path} imports ${from}`).toContain(target);
      }
    }
  });

  it("serves only assets that the entry module leads to", () => {
    const folder = temporaryFolder({
      "explorer/main.js": 'import { a } from "./a.js";\nexport const TEXT = "mirrored,inverted";\na(TEXT);\n',
      "explorer/a.js":
        'import { b,\n c } from "../phash/b.js";\nexport { c } from "../phash/b.js";\nexport const a = b;\n',
      "phash/b.js": 'import "preact";\nimport "../explorer/a.js";\nexport const b = 1, c = 2;\n',
      "explorer/stale.js": 'import "no-such-package";\n',
    });
    const { files, packages } = readExplorerFiles(pathToFileURL(`${folder}/`));
    const modules = [...files.keys()].filter((path) => path.includes("/"));
    expect(modules).toEqual(["explorer/main.js", "explorer/a.js", "phash/b.js", "packages/preact.mjs"]);
    expect(packages).toEqual({ preact: "packages/preact.mjs" });
  });

  it("serves assets below the size limit", async () => {
    let bytes = brotliCompressSync(page).length;
    for (const path of new Set(linked())) bytes += (await service.ask(path, { "Accept-Encoding": "br" })).wireBytes;
    expect(bytes).toBeLessThan(MAX_FIRST_BYTES);
  });

  it("sends Vary: Accept-Encoding with every asset", async () => {
    for (const path of ["/", linked().find((asset) => asset.endsWith("preact.mjs"))!]) {
      const plain = await service.ask(path);
      const packed = await service.ask(path, { "Accept-Encoding": "br" });
      expect(packed.headers["content-encoding"]).toBe("br");
      expect(packed.bytes).toEqual(plain.bytes);
      expect([plain.headers.vary, packed.headers.vary]).toEqual(["Accept-Encoding", "Accept-Encoding"]);
    }
  });

  it.each(["main.js", "../main.js", "%2e%2e/%2e%2e/package.json", "explorer/main.js.map", "__proto__", ""])(
    "answers 404 for %s, which is not an asset",
    async (path) => {
      const folder = linked()[0]!.split("/").slice(0, 3).join("/");
      expect((await service.ask(`${folder}/${path}`)).body.error.code).toBe("route_not_found");
    },
  );

  it("answers 404 for an asset under the name of other content", async () => {
    const path = linked()[0]!.replace(/\/assets\/\w+/, "/assets/0000000000000000");
    expect((await service.ask(path)).status).toBe(404);
  });
});
