import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { ApiResponse } from "../support/ask.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "off" });
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<ApiResponse> => service.ask(path, headers);

/** Requests, each with the request by id that must have the same image. */
const SAME: readonly [path: string, byId: string][] = [
  ["/logos/spotify.com", "/images/spotify.png"],
  ["/logos/open.spotify.com?size=200", "/images/spotify.png?size=200"],
  ["/logos/WWW.Spotify.COM?format=webp", "/images/spotify.webp"],
  ["/logos/spotify.com?format=jpg&size=64", "/images/spotify.jpg?size=64"],
  ["/logos/xbox.com?format=svg&shape=circle", "/images/xbox.svg?shape=circle"],
  ["/logos/github.com?variant=bare&theme=dark&format=svg", "/images/github.svg?variant=bare&theme=dark"],
  ["/logos/spotify.com?fallback=monogram", "/images/spotify.png"],
  ["/images?domain=spotify.com", "/images/spotify"],
  ["/images?container=postgres:16-alpine&size=64", "/images/postgresql?size=64"],
  ["/images?bundle=com.spotify.client&format=svg", "/images/spotify.svg"],
  ["/images?package=npm:react@18&format=svg", "/images/react.svg"],
  ["/images?label=org.opencontainers.image.title%3DGrafana&format=svg", "/images/grafana.svg"],
  ["/images?name=Visual+Studio+Code&format=png", "/images/visual-studio-code.png"],
];

/** Requests without an image, with the status, the code and a part of the message. */
const REFUSED: readonly [path: string, status: number, code: string, message: string][] = [
  ["/logos/acme.example.com", 404, "icon_not_found", 'no icon belongs to the domain "acme.example.com" (unknown)'],
  ["/logos/192.168.0.1", 404, "icon_not_found", "ip address"],
  ["/logos/spotify.com?fallback=404&variant=none", 404, "variant_not_found", "none"],
  ["/logos/spotify.com?fallback=https://evil.example", 400, "invalid_parameter", "fallback"],
  ["/logos/spotify.com?size=5000", 400, "invalid_parameter", "size"],
  ["/logos/spotify.com?greyscale=yes", 400, "invalid_parameter", "greyscale"],
  ["/images", 400, "missing_parameter", "domain"],
  ["/images?name=Spotify&domain=spotify.com", 400, "conflicting_parameters", "omit domain or name"],
  [`/images?name=${"a".repeat(2049)}`, 400, "invalid_parameter", "name"],
  ["/images?container=registry.example.com/acme/render", 404, "icon_not_found", "container"],
];

it.each(SAME)("returns for %s the image of %s", async (path, byId) => {
  const [found, expected] = [await get(path), await get(byId)];
  expect([found.status, expected.status]).toEqual([200, 200]);
  expect(found.bytes.equals(expected.bytes)).toBe(true);
  for (const header of ["content-type", "etag", "cache-control"])
    expect(found.headers[header]).toBe(expected.headers[header]);
});

it.each(REFUSED)("refuses %s", async (path, status, code, message) => {
  const { status: own, body } = await get(path);
  expect([own, body.error.code]).toEqual([status, code]);
  expect(body.error.message).toContain(message);
});

it("returns a monogram of what has no icon, and keeps it apart from icons of that name", async () => {
  const unknown = await get("/images?domain=spotify&fallback=monogram&format=svg");
  expect(unknown.status).toBe(200);
  expect(unknown.bytes.toString()).toContain('viewBox="0 0 64 64"');
  // The identity "spotify" is no domain, but the id of an icon.
  const [again, icon] = [await get("/images?name=spotify&format=svg"), await get("/images/spotify.svg")];
  expect(again.bytes.equals(icon.bytes)).toBe(true);
  expect(again.bytes.equals(unknown.bytes)).toBe(false);
});

it.each([
  ["/logos/www.zzunknown.com", "Z"],
  ["/images?domain=https://shop.zzunknown.co.uk/a", "Z"],
  ["/images?container=ghcr.io/acme/qqtool:1.2", "Q"],
  ["/images?package=npm:@acme/qqtool@1", "Q"],
  ["/images?bundle=com.acme.qqtool", "Q"],
  ["/images?label=org.opencontainers.image.title%3DQqtool", "Q"],
  ["/images?name=qqtool+one", "Q"],
])("gives %s the initial %s", async (path, letter) => {
  const shapeOf = async (asked: string): Promise<string> => {
    const { bytes } = await get(`${asked}${asked.includes("?") ? "&" : "?"}fallback=monogram&format=svg`);
    return /<path [^>]*d="([^"]+)"/.exec(bytes.toString())![1]!;
  };
  expect(await shapeOf(path)).toBe(await shapeOf(`/images?name=${letter}zqzq`));
});

it("responds to a client that has the image with 304, and to HEAD without the image", async () => {
  const { headers } = await get("/logos/spotify.com");
  expect((await get("/logos/spotify.com", { "If-None-Match": headers.etag! })).status).toBe(304);
  const head = await fetch(`http://127.0.0.1:${service.port}/logos/spotify.com`, { method: "HEAD" });
  expect([head.status, head.headers.get("etag")]).toEqual([200, headers.etag]);
  const post = await fetch(`http://127.0.0.1:${service.port}/logos/spotify.com`, { method: "POST" });
  expect(post.status).toBe(405);
});

describe("greyscale", () => {
  const gray = async (path: string) =>
    sharp((await get(path)).bytes)
      .toColorspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer();

  it.each(["png", "webp", "avif", "jpg"])("has no color as %s, and keeps the shape", async (format) => {
    const path = `/logos/google.com?format=${format}&size=128`;
    const [own, other] = [await gray(`${path}&greyscale=true`), await gray(path)];
    expect(own.length).toBe(other.length);
    let colored = 0;
    for (let at = 0; at < own.length; at += 4) {
      expect(Math.max(Math.abs(own[at]! - own[at + 1]!), Math.abs(own[at]! - own[at + 2]!))).toBeLessThan(4);
      if (Math.abs(other[at]! - other[at + 1]!) > 40) colored++;
      expect(Math.abs(own[at + 3]! - other[at + 3]!)).toBeLessThan(8);
    }
    expect(colored).toBeGreaterThan(1000);
  });

  it("is the same as a drawing as in pixels", async () => {
    const svg = (await get("/logos/google.com?format=svg&greyscale=true")).bytes;
    const [drawn, rendered] = [
      await sharp(svg)
        .resize(128, 128, { fit: "contain", background: "#fff" })
        .flatten({ background: "#fff" })
        .raw()
        .toBuffer(),
      await sharp((await get("/logos/google.com?greyscale=true")).bytes)
        .flatten({ background: "#fff" })
        .toColorspace("srgb")
        .raw()
        .toBuffer(),
    ]; // prettier-ignore
    const far = drawn.filter((value, at) => Math.abs(value - rendered[at]!) > 24).length;
    expect(far / drawn.length).toBeLessThan(0.06);
  });
});

it("keeps lines in grays, whose bounding boxes are empty", async () => {
  const line =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M5 12h14" stroke="#e53935" stroke-width="2"/></svg>';
  const record = { id: "line", name: "Line", developer: "D", category: "c", image: "line.svg" };
  const folder = temporaryFolder({ "data.json": [record], "line.svg": line });
  await compile({ data: `${folder}/data.json`, out: `${folder}/out`, jobs: 1 });
  const other = await startService(`${folder}/out`, {});
  try {
    for (const format of ["svg", "png"]) {
      const { bytes } = await other.ask(`/images/line.${format}?size=64&greyscale=1`);
      const { channels } = await sharp(bytes).toColorspace("srgb").ensureAlpha().stats();
      expect([format, channels[3]!.max]).toEqual([format, 255]);
      expect([format, Math.abs(channels[0]!.mean - channels[2]!.mean) < 2]).toEqual([format, true]);
    }
  } finally {
    await other.close();
  }
});

describe("under the paths of other services", () => {
  const start = (layout: string): Promise<Service> =>
    startService(shippedArtifacts, { anonymous: "off", layouts: [layout] });

  it.each([
    ["clearbit", "/spotify.com?size=80&greyscale=true", "/logos/spotify.com?size=80&greyscale=true"],
    ["clearbit", "/spotify.com?format=jpg", "/logos/spotify.com?format=jpg"],
    ["bitwarden", "/vault.bitwarden.com/icon.png", "/logos/bitwarden.com"],
  ] as const)("serves as %s %s like %s", async (layout, path, own) => {
    const other = await start(layout);
    try {
      const [found, expected] = [await other.ask(path), await other.ask(own)];
      expect([found.status, found.bytes.equals(expected.bytes)]).toEqual([200, true]);
    } finally {
      await other.close();
    }
  });

  it("leaves other paths alone", async () => {
    const other = await start("clearbit");
    try {
      for (const [path, status, code] of [
        ["/", 200, undefined],
        ["/llms.txt", 200, undefined],
        ["/openapi.json", 200, undefined],
        ["/elsewhere", 404, "route_not_found"],
        ["/elsewhere.invalid", 404, "icon_not_found"],
      ] as const) {
        const { status: found, body } = await other.ask(path);
        expect([path, found, body?.error?.code]).toEqual([path, status, code]);
      }
    } finally {
      await other.close();
    }
  });
});

it.each([
  ["keys", 401, "missing_api_key"],
  ["off", 403, "rendering_disabled"],
] as const)("with --render %s, needs a key or fails where something is rendered", async (render, status, code) => {
  const other = await startService(shippedArtifacts, { render });
  try {
    for (const path of ["/logos/spotify.com", "/images?domain=spotify.com&size=64"]) {
      const { status: found, body } = await other.ask(path);
      expect([found, body.error.code]).toEqual([status, code]);
    }
    for (const path of ["/logos/spotify.com?format=webp", "/images?domain=spotify.com", "/images?name=Xbox&format=svg"])
      expect((await other.ask(path)).status).toBe(200);
  } finally {
    await other.close();
  }
});

it("says that the icon of an identity has no image", async () => {
  const record = { id: "bare", name: "Bare", developer: "D", category: "c", identifiers: { domains: ["bare.com"] } };
  const folder = temporaryFolder({ "data.json": [record] });
  await compile({ data: `${folder}/data.json`, out: `${folder}/out`, jobs: 1 });
  const other = await startService(`${folder}/out`, {});
  try {
    const { status, body } = await other.ask("/logos/bare.com");
    expect([status, body.error.message]).toEqual([404, 'the icon "bare" has no image']);
    expect((await other.ask("/logos/bare.com?fallback=monogram")).status).toBe(200);
  } finally {
    await other.close();
  }
});
