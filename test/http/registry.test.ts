import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportIcons } from "#build/export/export-icons.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { DRAWINGS, exportArtifacts } from "../support/export-catalog.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";

const artifacts = exportArtifacts();
let service: Service;
beforeAll(async () => {
  service = await startService(artifacts.path, { anonymous: "off", render: "off" });
});
afterAll(() => service.close());

describe("an item of the shadcn registry", () => {
  it("is that of an export, for every icon with a drawing, without a key", async () => {
    const catalog = openCatalog(artifacts.path);
    const out = join(temporaryFolder(), "out");
    const ordinals = Uint32Array.from(Object.keys(DRAWINGS), (id) => catalog.ordinalOf(id));
    await exportIcons({ catalog, ordinals, out, format: "shadcn" });
    for (const id of Object.keys(DRAWINGS)) {
      const { status, body } = await service.ask(`/r/${encodeURIComponent(id)}.json`);
      const file = `${encodeURIComponent(id).replaceAll("*", "%2A")}.json`;
      expect([status, body], id).toEqual([200, JSON.parse(readFileSync(join(out, "r", file), "utf8"))]);
    }
  });

  it("is cached like an image, and not sent again to clients that have it", async () => {
    const url = `http://127.0.0.1:${service.port}/r/disc.json`;
    const first = await fetch(url);
    const etag = first.headers.get("etag")!;
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=3600",
      "access-control-allow-origin": "*",
    });
    const bytes = Buffer.from(await first.arrayBuffer());
    for (const address of [url, `${url}?x=1`]) {
      const again = await fetch(address, { headers: { "if-none-match": etag } });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
      expect(Buffer.from(await (await fetch(address)).arrayBuffer())).toEqual(bytes);
    }
    expect((await fetch(url.replace("disc", "ring"))).headers.get("etag")).not.toBe(etag);
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
  });

  it.each([
    ["/r/disk.json", 404, "icon_not_found", '"disk"'],
    ["/r/none.json", 404, "icon_not_found", 'the icon "none" has no image'],
    ["/r/small.json", 404, "drawing_not_found", 'the image of "small" is a raster file'],
    ["/r/disc", 404, "route_not_found", "this path does not exist"],
    ["/r/.json", 404, "icon_not_found", ""],
  ])("%s is a %d with %s", async (path, status, code, message) => {
    const response = await service.ask(path);
    expect([response.status, response.body.error.code]).toEqual([status, code]);
    expect(response.body.error.message).toContain(message);
  });

  it("is only read", async () => {
    const response = await fetch(`http://127.0.0.1:${service.port}/r/disc.json`, { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
