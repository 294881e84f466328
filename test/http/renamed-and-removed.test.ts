import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { renamedTarget } from "#src/http/requests/renamed-target.js";
import { type Service, startService } from "../support/service.js";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h3v4H0z"/></svg>';
const REMOVAL = { date: "2026-05-11", reason: "discontinued", successor: "set:new app" };

let service: Service;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "icons-former-"));
  mkdirSync(join(folder, "icons"));
  const write = (path: string, content: unknown): void => writeFileSync(join(folder, path), JSON.stringify(content));
  const formerIds = ["old", "old.v2", "ä/b"];
  write("dataset.json", { name: "Former" });
  writeFileSync(join(folder, "a.svg"), SVG);
  write("icons/icons.json", [
    { id: "set:new app", name: "A", developer: "A", category: "x", image: "a.svg", formerIds },
  ]);
  write("removed.json", [
    { id: "gone", ...REMOVAL },
    { id: "lost", date: "2026-05-12", reason: "takedown" },
  ]);
  await compile({ data: folder, out: `${folder}/out` });
  service = await startService(`${folder}/out`, { anonymous: "free" });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** The first response, without following redirects. */
const first = (path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${service.port}${path}`, { headers: { "X-API-Key": service.pro }, redirect: "manual" });

describe("an icon that was renamed", () => {
  it.each([
    ["/api/v1/icons/old", "/api/v1/icons/set%3Anew%20app"],
    ["/api/v1/icons/old?x=1&id=old", "/api/v1/icons/set%3Anew%20app?x=1&id=old"],
    ["/api/v1/icons/%C3%A4%2Fb", "/api/v1/icons/set%3Anew%20app"],
    ["/api/v1/similar?limit=3&id=old", "/api/v1/similar?limit=3&id=set%3Anew%20app"],
    ["/images/old", "/images/set%3Anew%20app"],
    ["/images/old.png?size=64", "/images/set%3Anew%20app.png?size=64"],
    ["/images/old.v2.svg", "/images/set%3Anew%20app.svg"],
    ["/r/old.v2.json", "/r/set%3Anew%20app.json"],
    ["/images/old?format=svg", "/images/set%3Anew%20app?format=svg"],
  ])("redirects %s to %s, which responds", async (from, to) => {
    const response = await first(from);
    expect(response.status).toBe(308);
    const body = (await response.json()) as { error: object };
    expect(body.error).toMatchObject({ code: "icon_renamed", currentId: "set:new app" });
    const target = new URL(response.headers.get("location")!, response.url);
    expect(target.pathname + target.search).toBe(to);
    expect((await first(to)).status).toBe(200);
  });

  it("is found by programs that follow redirects", async () => {
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/icons/old`, {
      headers: { "X-API-Key": service.pro },
    });
    expect(((await response.json()) as { data: object }).data).toMatchObject({
      id: "set:new app",
      formerIds: ["old", "old.v2", "ä/b"],
    });
  });

  it("is listed once by its ids, without a warning", async () => {
    const { body } = await service.ask("/api/v1/icons?ids=old,%C3%A4%2Fb,gone");
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(["set:new app"]);
    expect(body._meta.warnings).toEqual([{ param: "ids", message: 'no icon has the id "gone"' }]);
  });

  it("redirects relative to the request, so that a path before it, as of a proxy, stays", () => {
    const names = { id: "old", currentId: "new" };
    const target = new URL(renamedTarget("/images/old.png", names), "https://example.com/icons/images/old.png");
    expect(target.pathname).toBe("/icons/images/new.png");
  });
});

describe("the page of an icon that was renamed or removed", () => {
  const remaining = async (): Promise<number> => (await service.ask("/api/v1/categories")).body._meta.rate_remaining;

  it.each(["GET", "HEAD"])(
    "redirects to the same view with the current id, counted as one request (%s)",
    async (method) => {
      const before = await remaining();
      const { status, headers } = await service.ask("/?q=a&icon=%C3%A4%2Fb&category=x,y", {}, method);
      expect([status, headers.location]).toEqual([308, "?q=a&category=x,y&icon=set:new+app"]);
      expect(headers["cache-control"]).toBe("private, no-cache");
      expect(await remaining()).toBe(before - 2);
    },
  );

  it("contains date, reason and successor, with a link", async () => {
    const html = (await service.ask("/?q=a&icon=gone")).bytes.toString().split('id="facts"')[0];
    for (const part of [">May 11, 2026<", ">Discontinued.<", 'href="?q=a&amp;icon=set%3Anew%20app"'])
      expect(html).toContain(part);
  });

  it("contains that there is no such icon", async () => {
    expect((await service.ask("/?icon=never")).bytes.toString()).toContain("There is no such icon");
  });
});

describe("an icon that was removed", () => {
  it.each([
    "/api/v1/icons/gone",
    "/api/v1/similar?id=gone",
    "/images/gone",
    "/images/gone.png?size=32",
    "/r/gone.json",
  ])("responds to %s with 410, the date, the reason and the successor", async (path) => {
    const { status, body } = await service.ask(path, { "X-API-Key": service.pro });
    expect(status).toBe(410);
    expect(body.error).toEqual({
      code: "icon_removed",
      message: 'the icon "gone" was removed on 2026-05-11: discontinued; use "set:new app"',
      removal: REMOVAL,
    });
  });

  it("needs no successor", async () => {
    const { body } = await service.ask("/api/v1/icons/lost", { "X-API-Key": service.pro });
    expect(body.error.removal).toEqual({ date: "2026-05-12", reason: "takedown" });
  });
});
