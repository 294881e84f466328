import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { Answer } from "../support/ask.js";
import { type Service, startService } from "../support/service.js";

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#e53935"/></svg>';
const png = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#1db954" } })
    .png()
    .toBuffer();
const record = (id: string, image?: string): object => ({
  id,
  name: id,
  developer: "D",
  category: "c",
  ...(image === undefined ? {} : { image }),
});

const RECORDS = [
  record("drawing", "a.svg"),
  record("small", "small.png"),
  record("between", "between.png"),
  record("huge", "huge.png"),
  record("none"),
];

const folder = mkdtempSync(join(tmpdir(), "icons-images-"));
let service: Service;
beforeAll(async () => {
  const data = join(folder, "a.json");
  writeFileSync(data, JSON.stringify(RECORDS));
  writeFileSync(join(folder, "a.svg"), SVG);
  writeFileSync(join(folder, "small.png"), await png(40, 20));
  writeFileSync(join(folder, "between.png"), await png(200, 300));
  writeFileSync(join(folder, "huge.png"), await png(900, 600));
  await compile({ data, out: join(folder, "out"), jobs: 1 });
  service = await startService(join(folder, "out"));
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

const cacheOf = ({ headers }: Answer): string | undefined => headers["cache-control"];
const versionOf = ({ headers }: Answer): string => /^W\/"([0-9a-f]{16})"$/.exec(headers.etag!)![1]!;

describe("GET /images/:id?size", () => {
  it.each([
    ["drawing", "", 128],
    ["drawing", "?size=", 128],
    ["drawing", "?size=1", 128],
    ["drawing", "?size=128", 128],
    ["drawing", "?size=129", 512],
    ["drawing", "?size=512", 512],
    ["drawing", "?size=00512", 512],
    ["drawing", "?size=513", 512],
    ["drawing", "?size=1024", 512],
    ["drawing", "?unknown=1&size=512", 512],
    ["small", "?size=512", 128],
    ["between", "", 128],
    ["between", "?size=200", 300],
    ["between", "?size=512", 300],
    ["huge", "?size=256", 512],
  ])("serves %s%s as an image of %i pixels and reports the width in a header", async (id, query, side) => {
    const { status, headers, bytes } = await service.ask(`/images/${id}${query}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "x-image-width": String(side),
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: side, height: side });
  });

  it.each(["0", "1025", "-1", "+512", "5e2", "0x200", "512.0", "%20512", "large", "512,128", "512&size=128", "512%00"])(
    "rejects an image request with size=%s",
    async (size) => {
      const { status, body } = await service.ask(`/images/drawing?size=${size}`);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: "invalid_parameter", param: "size" });
    },
  );

  it("answers 404 for an icon without an image and for an unknown icon, after it checks the parameters", async () => {
    for (const id of ["none", "nobody"]) {
      const { status, body } = await service.ask(`/images/${id}?size=512`);
      expect([status, body.error.code]).toEqual([404, "icon_not_found"]);
      expect((await service.ask(`/images/${id}?size=x`)).status).toBe(400);
    }
  });

  it("sends the headers of GET and no body for HEAD", async () => {
    const get = await service.ask("/images/drawing?size=512");
    const head = await service.ask("/images/drawing?size=512", {}, "HEAD");
    expect(head.bytes).toHaveLength(0);
    for (const name of ["content-length", "etag", "cache-control", "x-image-width"]) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it("exposes the width header to pages of other origins", async () => {
    const { headers } = await service.ask("/images/drawing", { Origin: "https://app.test" });
    expect(headers["access-control-expose-headers"]!.split(", ")).toContain("X-Image-Width");
  });
});

describe("image caching", () => {
  it("lets caches revalidate an image after an hour, and answers 304 as long as it is the same", async () => {
    const answer = await service.ask("/images/drawing?size=512");
    expect(cacheOf(answer)).toBe("public, max-age=3600");
    const again = await service.ask("/images/drawing?size=512", { "If-None-Match": answer.headers.etag! });
    expect(again.status).toBe(304);
    expect(again.headers).toMatchObject({ etag: answer.headers.etag, "cache-control": cacheOf(answer) });
    expect((await service.ask("/images/drawing", { "If-None-Match": answer.headers.etag! })).status).toBe(200);
  });

  it("caches an image for a year under its version and for an hour under any other", async () => {
    const small = versionOf(await service.ask("/images/drawing"));
    const large = versionOf(await service.ask("/images/drawing?size=512"));
    expect(small).not.toBe(large);
    for (const [query, expected] of [
      [`v=${small}`, "public, max-age=31536000, immutable"],
      [`size=512&v=${large}`, "public, max-age=31536000, immutable"],
      [`size=512&v=${small}`, "public, max-age=3600"],
      ["v=", "public, max-age=3600"],
      ["v=0123456789abcdef", "public, max-age=3600"],
    ]) {
      const answer = await service.ask(`/images/drawing?${query}`);
      expect([query, answer.status, cacheOf(answer)]).toEqual([query, 200, expected]);
    }
  });

  it("versions an image by its content alone", async () => {
    const versions = await Promise.all(
      ["drawing", "small", "between", "huge"].map(async (id) => versionOf(await service.ask(`/images/${id}`))),
    );
    expect(versions[0]).not.toBe(versions[1]);
    const [, small] = versions;
    expect(versionOf(await service.ask("/images/small?size=512"))).toBe(small);
  });
});
