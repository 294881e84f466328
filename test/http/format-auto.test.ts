import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../support/service.js";
import { serveIcons } from "../support/small-icons.js";

const DISC =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#e53935"/></svg>';
const CHROME = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const FIREFOX = "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5";
const SAFARI = "image/webp,image/avif,image/jxl,image/heic,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5";

let service: Service;
beforeAll(async () => {
  service = await serveIcons({ "disc.svg": DISC }, [
    { id: "disc", image: "disc.svg", identifiers: { domains: ["disc.com"] } } as { id: string },
  ]);
});
afterAll(() => service.close());

/** What clients accept, with the format that they get. */
const CASES: readonly [accept: string | undefined, format: "avif" | "webp" | "png"][] = [
  [undefined, "png"],
  ["*/*", "png"],
  ["image/*", "png"],
  ["image/*;q=0.9,*/*;q=0.1", "png"],
  [CHROME, "avif"],
  [FIREFOX, "avif"],
  [SAFARI, "webp"],
  ["image/webp,*/*", "webp"],
  ["image/webp,image/png,image/svg+xml,*/*;q=0.8", "webp"],
  ["image/png", "png"],
  ["image/svg+xml", "png"],
  ["image/svg+xml,image/webp;q=0.1", "webp"],
  ["image/avif;q=0.5,image/webp", "webp"],
  ["image/webp;q=0.5,image/avif;q=0.9,image/png;q=0.1", "avif"],
  ["image/avif;q=0.5,image/png", "png"],
  ["image/avif;q=0.5,*/*", "png"],
  ["image/avif;q=0,image/webp;q=0,*/*", "png"],
  ["image/avif;q=0,*/*", "png"],
  ["image/webp;q=0.000,image/avif;q=0.001,*/*;q=0", "avif"],
  ["IMAGE/WEBP", "webp"],
  ["image/webp ; q=1.0 , image/avif ; q=0.9", "webp"],
  ["image/webpx,ximage/avif,image/avifs", "png"],
  ["image/webp;q=high", "png"],
  ["text/html", "png"],
  ["", "png"],
  [`${"a/b,".repeat(500)}image/webp`, "webp"],
  [",,;;q=,image", "png"],
];

describe("format=auto", () => {
  it.each(CASES)("gives a client that accepts %s the format %s, like a request for it", async (accept, format) => {
    const headers = accept === undefined ? {} : { Accept: accept };
    for (const path of ["/images/disc?size=48&", "/logos/disc.com?size=48&", "/images?domain=disc.com&size=48&"]) {
      const own = await service.ask(`${path}format=auto`, headers);
      const named = await service.ask(`${path}format=${format}`);
      expect([own.status, own.headers["content-type"]]).toEqual([200, `image/${format}`]);
      expect(own.bytes.equals(named.bytes)).toBe(true);
      expect([own.headers.etag, own.headers["cache-control"]]).toEqual([named.headers.etag, "public, max-age=3600"]);
      expect([own.headers.vary, named.headers.vary]).toEqual(["Accept, Accept-Encoding", "Accept-Encoding"]);
      const metadata = await sharp(own.bytes).metadata();
      expect([metadata.format, metadata.width]).toEqual([format === "avif" ? "heif" : format, 48]);
    }
  });

  it("has an ETag for each format, which no other format is confirmed by", async () => {
    const path = "/images/disc?size=40&format=auto";
    const tags = new Map<string, string>();
    for (const type of ["image/avif", "image/webp", "image/png"])
      tags.set(type, (await service.ask(path, { Accept: type })).headers.etag!);
    expect(new Set(tags.values()).size).toBe(3);
    for (const [type, etag] of tags) {
      for (const accept of tags.keys()) {
        for (const method of ["GET", "HEAD"]) {
          const headers = { Accept: accept, "If-None-Match": etag };
          const response = await service.ask(path, headers, method);
          expect([response.status, response.headers.etag]).toEqual([accept === type ? 304 : 200, tags.get(accept)]);
          expect(response.headers.vary).toBe("Accept, Accept-Encoding");
          if (method === "HEAD" || response.status === 304) expect(response.bytes.length).toBe(0);
          else expect(response.headers["content-type"]).toBe(accept);
        }
      }
      const version = etag.slice(3, -1);
      for (const accept of tags.keys()) {
        const { headers } = await service.ask(`${path}&v=${version}`, { Accept: accept });
        const seconds = accept === type ? "31536000, immutable" : "3600";
        expect(headers["cache-control"]).toBe(`public, max-age=${seconds}`);
      }
    }
  });

  it("names a downloaded file by its format, and leaves the id alone", async () => {
    const { headers } = await service.ask("/images/disc?format=auto&download=1", { Accept: "image/webp" });
    expect(headers["content-disposition"]).toContain('filename="disc.webp"');
    expect((await service.ask("/images/disc.png?format=auto")).status).toBe(404);
  });
});
