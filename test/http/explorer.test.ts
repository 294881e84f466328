import { readdirSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** Compressed size of everything that a browser loads before the first paint. */
const MAX_FIRST_BYTES = 35_000;
/** Of this, what a page with drawings adds. */
const MAX_FIRST_DRAWINGS = 25_000;

let service: Service;
let page: string;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
  page = (await service.ask("/")).bytes.toString();
});
afterAll(() => service.close());

/** The drawings that are part of a page, by their URL. */
const drawingsIn = (html: string): Map<string, string> =>
  new Map(
    [...html.matchAll(/<img src="data:image\/svg\+xml,([^"]*)" data-src="([^"]*)"/g)].map(([, drawing, url]) => [
      unescapeHtml(url!),
      decodeURIComponent(unescapeHtml(drawing!)),
    ]),
  );
const unescapeHtml = (text: string): string => text.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
const linked = (): string[] => [...page.matchAll(/(?:href|src)="\.(\/assets[^"]+)"/g)].map(([, path]) => path!);

describe("GET /", () => {
  it("serves the page without a key, under a policy that blocks other origins", async () => {
    const { status, headers } = await service.ask("/");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; script-src 'self' (?:'sha256-[^']+' ?)+; style-src 'self';/,
    );
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/);
    expect(page).not.toMatch(/(?:src|href)="(?:\w+:|\/\/)|\bstyle=|\son\w+=/);
  });

  it("serves an icon of its own to browsers that ask for one", async () => {
    const { status, headers, bytes } = await service.ask("/favicon.ico");
    expect([status, headers["content-type"]]).toEqual([200, "image/x-icon"]);
    const { data, info } = await sharp(bytes.subarray(22)).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([48, 48]);
    expect([...data.subarray((24 * 48 + 4) * 4).subarray(0, 4)]).toEqual([0x43, 0x38, 0xca, 255]);
  });

  it("names what a link shows, with its image if the server has a public URL", async () => {
    const other = await startService(shippedArtifacts, {
      anonymous: "pro",
      publicUrl: 'https://icons.example.com/"a/',
    });
    try {
      const linkedTo = async (at: Service): Promise<string> => (await at.ask("/?icon=spotify")).bytes.toString();
      expect(await linkedTo(other)).toContain(
        '<meta property="og:image" content="https://icons.example.com/&quot;a/images/spotify">',
      );
      expect(await linkedTo(service)).not.toContain("og:image");
      expect((await other.ask("/?icon=%22%3E%3Cb%3E")).bytes.toString()).not.toContain('"><b>');
      expect(await linkedTo(other)).toMatch(/<meta property="og:title" content="Spotify · /);
    } finally {
      await other.close();
    }
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

  it("contains no icons if callers without a key have no plan", () => {
    expect(page).toContain('<script type="application/json" id="responses">[]</script>');
    expect(page).not.toContain("images/");
  });
});

describe("GET / of a server with a plan for callers without a key", () => {
  it("contains the icons of the view, counted like a request", async () => {
    const open = await startService(shippedArtifacts, { anonymous: "free" });
    const before = (await open.ask("/api/v1/icons?limit=1")).body._meta.rate_remaining;
    const html = (await open.ask("/?q=spotify&category=music")).bytes.toString();
    expect(html).toContain("<title>“spotify”, music · Application icons</title>");
    expect(drawingsIn(html).get("images/spotify.svg")).toContain("<svg");
    expect(html).not.toMatch(/\bstyle=|\son\w+=/);
    expect((await open.ask("/api/v1/icons?limit=1")).body._meta.rate_remaining).toBe(before - 2);
    // The page requests the rest with its key.
    const keyed = (await open.ask("/", { "X-API-Key": open.free })).bytes.toString();
    expect(keyed).toContain('id="responses">[]</script>');
    await open.close();
  });

  it("contains small drawings of the first icons, exactly as under their URLs, and the URLs of others", async () => {
    const open = await startService(shippedArtifacts, { anonymous: "pro" });
    const html = (await open.ask("/")).bytes.toString();
    const drawings = drawingsIn(html);
    expect(drawings.size).toBeGreaterThan(30);
    for (const [url, drawing] of drawings) {
      expect((await open.ask(`/${url}`)).bytes.toString(), url).toBe(drawing);
      expect(drawing.length).toBeLessThanOrEqual(4096);
    }
    // One of the first icons has a large drawing, and those at the end find no room.
    const requested = [...html.matchAll(/<img src="(images\/[^"]*)"/g)].map(([, url]) => unescapeHtml(url!));
    expect(requested.length).toBeGreaterThan(10);
    expect((await open.ask(`/${requested[0]}`)).bytes.length).toBeGreaterThan(4096);
    const added = brotliCompressSync(html).length - brotliCompressSync(page).length;
    expect(added).toBeLessThan(MAX_FIRST_DRAWINGS);
    await open.close();
  });

  it("contains the responses that the page would request, and the detail of an open icon", async () => {
    const open = await startService(shippedArtifacts, { anonymous: "pro" });
    const html = (await open.ask("/?color=green&icon=spotify")).bytes.toString();
    const responses = JSON.parse(/id="responses">(.*)<\/script>/.exec(html)![1]!);
    expect(responses.map(([path]: [string]) => path.split("?")[0])).toEqual(["icons/spotify", "icons"]);
    for (const [path, response] of responses) expect((await open.ask(`/api/v1/${path}`)).body).toEqual(response);
    expect(html).toContain("<title>Spotify · Application icons</title>");
    await open.close();
  });

  it("sends the same page again, compressed once", async () => {
    const open = await startService(shippedArtifacts, { anonymous: "pro" });
    for (const path of ["/", "/?q=spotify"]) {
      const plain = await open.ask(path);
      const sizes = new Set<number>();
      // The other form is made in a thread, which may take long on a loaded machine.
      const end = Date.now() + PATIENTLY.timeout;
      for (let round = 0; round < 20 || (sizes.size < 2 && Date.now() < end); round++) {
        const packed = await open.ask(path, { "Accept-Encoding": "br" });
        expect([packed.status, packed.headers["content-encoding"]]).toEqual([200, "br"]);
        expect(packed.headers.etag).toBe(plain.headers.etag);
        expect(packed.headers.vary).toBe("Accept-Encoding");
        expect(packed.bytes.equals(plain.bytes)).toBe(true);
        sizes.add(packed.wireBytes);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      // The form that is kept is smaller than that of the first request.
      expect(sizes.size).toBe(2);
      const known = { "If-None-Match": plain.headers.etag! };
      expect((await open.ask(path, known)).status).toBe(304);
    }
    expect((await open.ask("/?q=github")).headers.etag).not.toBe((await open.ask("/")).headers.etag);
    await open.close();
  });

  it("contains no icons once the plan is used up", async () => {
    const open = await startService(shippedArtifacts, { anonymous: "free" });
    while ((await open.ask("/api/v1/categories")).status === 200);
    const { status, bytes } = await open.ask("/");
    expect([status, bytes.toString().includes('id="responses">[]')]).toEqual([200, true]);
    await open.close();
  });

  it("says of how many icons the license is known", async () => {
    const records = ["a", "b"].map((id) => ({ id, name: id, developer: "D", category: "c" }));
    const data = temporaryFolder({ "data.json": [{ ...records[0], license: "MIT" }, records[1]] });
    await compile({ data: `${data}/data.json`, out: `${data}/out` });
    const cases = [
      [`${data}/out`, "The license is known for 1 of 2 icons."],
      [shippedArtifacts, "The license of each image is shown with its icon."],
    ] as const;
    for (const [artifacts, sentence] of cases) {
      const open = await startService(artifacts, { anonymous: "pro" });
      expect((await open.ask("/")).bytes.toString()).toContain(`trademarks of their owners. ${sentence}`);
      await open.close();
    }
  });

  it("escapes names, whatever they contain", async () => {
    const name = `<img src=x onerror="alert('1')">&amp;</script>`;
    const data = temporaryFolder({ "data.json": [{ id: 'a"<b>', name, developer: "</noscript>", category: "x" }] });
    await compile({ data: `${data}/data.json`, out: `${data}/out` });
    const hostile = await startService(`${data}/out`, { anonymous: "pro" });
    const text = (await hostile.ask("/")).bytes.toString();
    await hostile.close();
    expect(text).toContain("&lt;img src=x onerror=");
    expect(text).not.toContain("<img src=x");
    expect(text.match(/<\/script>/g)).toHaveLength(4);
  });
});

describe("GET / of a dataset that is being edited", () => {
  it("makes pages reload, and browsers ask for images each time", async () => {
    const facts = (html: string) => JSON.parse(/id="facts">(.*)<\/script>/.exec(html)![1]!);
    expect(facts(page).isEdited).toBe(false);
    expect((await service.ask("/images/spotify.svg")).headers["cache-control"]).toBe("public, max-age=3600");
    const edited = await startService(shippedArtifacts, { isEdited: true });
    expect(facts((await edited.ask("/")).bytes.toString()).isEdited).toBe(true);
    expect((await edited.ask("/images/spotify.svg")).headers["cache-control"]).toBe("no-cache");
    await edited.close();
  });
});

describe("explorer assets", () => {
  it("serves assets under names derived from their content, cacheable forever", async () => {
    expect(linked()).toHaveLength(3);
    for (const path of linked()) {
      const { status, headers } = await service.ask(path);
      expect(status, path).toBe(200);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect((await service.ask(path, { "If-None-Match": headers.etag! })).status).toBe(304);
    }
  });

  it("serves every module that an asset imports as an asset", async () => {
    const entry = linked().find((path) => path.endsWith("/main.js"))!;
    const folder = entry.slice(0, -"main.js".length);
    const found = new Set([entry]);
    for (const path of found) {
      const source = (await service.ask(path)).bytes.toString();
      for (const [, name] of source.matchAll(/(?:from|import\()\s*["`]\.\/([^"`$]+)["`]/g)) found.add(folder + name);
    }
    expect([...found].map((path) => path.slice(folder.length)).sort()).toEqual(
      readdirSync("dist/src/explorer/bundle").sort(),
    );
  });

  it("serves assets below the size limit", async () => {
    let bytes = brotliCompressSync(page).length;
    for (const path of new Set(linked())) bytes += (await service.ask(path, { "Accept-Encoding": "br" })).wireBytes;
    expect(bytes).toBeLessThan(MAX_FIRST_BYTES);
  });

  it("sends Vary: Accept-Encoding with every asset", async () => {
    for (const path of ["/", linked().find((asset) => asset.endsWith("main.js"))!]) {
      const plain = await service.ask(path);
      const packed = await service.ask(path, { "Accept-Encoding": "br" });
      expect(packed.headers["content-encoding"]).toBe("br");
      expect(packed.bytes).toEqual(plain.bytes);
      expect([plain.headers.vary, packed.headers.vary]).toEqual(["Accept-Encoding", "Accept-Encoding"]);
    }
  });

  it.each([
    "explorer/main.js",
    "../main.js",
    "%2e%2e/%2e%2e/package.json",
    "render.js",
    "main.js.map",
    "__proto__",
    "",
  ])("responds with 404 for %s, which is not an asset", async (path) => {
    const folder = linked()[0]!.split("/").slice(0, 3).join("/");
    expect((await service.ask(`${folder}/${path}`)).body.error.code).toBe("route_not_found");
  });

  it("responds with 404 for an asset under the name of other content", async () => {
    const path = linked()[0]!.replace(/\/assets\/\w+/, "/assets/0000000000000000");
    expect((await service.ask(path)).status).toBe(404);
  });
});
