import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseXml, XmlElement } from "@rgrove/parse-xml";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Service, startService } from "../support/service.js";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h3v4H0z"/></svg>';
const HOSTILE = `<b>&amp; "x" ]]> \uFFFF`;
const icon = (id: string, more: object): object => ({
  id,
  name: `Name of ${id}`,
  developer: "D",
  category: "c",
  ...more,
});
const RECORDS = [
  icon("undated", {}),
  icon("a b/c", { name: HOSTILE, createdAt: "2024-01-02", updatedAt: "2026-02-03T10:00:00+02:00", image: "a.svg" }),
  icon("added", { createdAt: "2026-05-11", description: "Newly <added>.", aiTags: [{ tag: "secret-tag" }] }),
  ...Array.from({ length: 60 }, (_, n) => icon(`old-${n}`, { createdAt: "2020-01-01" })),
];
const REMOVED = [
  { id: "older", date: "2019-01-01", reason: "too old to be listed" },
  { id: "gone", date: "2026-05-11", reason: "takedown" },
  { id: "first", date: "2026-06-01", reason: HOSTILE, successor: "added" },
];
/** Ids and dates of the entries, newest first: what the sources say. */
const EXPECTED = [
  ["first#removed", "2026-06-01T00:00:00.000Z"],
  ["added", "2026-05-11T00:00:00.000Z"],
  ["gone#removed", "2026-05-11T00:00:00.000Z"],
  ["a%20b%2Fc", "2026-02-03T08:00:00.000Z"],
  ...Array.from({ length: 46 }, (_, n) => [`old-${n}`, "2020-01-01T00:00:00.000Z"]),
];

/** The rules of https://jsonfeed.org/version/1.1 for the members that we write. */
const JSON_FEED = {
  type: "object",
  required: ["version", "title", "items"],
  additionalProperties: false,
  properties: {
    version: { const: "https://jsonfeed.org/version/1.1" },
    title: { type: "string" },
    home_page_url: { type: "string", format: "uri" },
    feed_url: { type: "string", format: "uri" },
    items: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "content_text"],
        additionalProperties: false,
        properties: {
          id: { type: "string", format: "uri" },
          url: { type: "string", format: "uri" },
          title: { type: "string" },
          content_text: { type: "string" },
          image: { type: "string", format: "uri" },
          date_published: { type: "string", format: "date-time" },
          date_modified: { type: "string", format: "date-time" },
          authors: { type: "array", items: { type: "object", required: ["name"] } },
          tags: { type: "array", items: { type: "string" } },
        },
      },
    },
  },
};

let folder: string;
let service: Service;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "icons-feeds-"));
  mkdirSync(join(folder, "icons"));
  const write = (path: string, content: unknown): void => writeFileSync(join(folder, path), JSON.stringify(content));
  write("dataset.json", { name: "Set & <more>" });
  writeFileSync(join(folder, "a.svg"), SVG);
  write("icons/icons.json", RECORDS);
  write("removed.json", REMOVED);
  await compile({ data: folder, out: `${folder}/out`, jobs: 1 });
  service = await startService(`${folder}/out`);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const read = (path: string, headers: Record<string, string> = { "X-API-Key": service.free }): Promise<Response> =>
  fetch(`http://127.0.0.1:${service.port}${path}`, { headers });
const children = (parent: XmlElement, name: string): XmlElement[] =>
  parent.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name);
const only = (parent: XmlElement, name: string): string => {
  const found = children(parent, name);
  expect(found, name).toHaveLength(1);
  return found[0]!.text;
};

describe("feeds", () => {
  it("list the latest changes as Atom with the elements that RFC 4287 requires", async () => {
    const response = await read("/feed.atom");
    expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const text = await response.text();
    const { root } = parseXml(text);
    expect([root!.name, root!.attributes.xmlns]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
    expect([only(root!, "title"), only(root!, "updated")]).toEqual(["Set & <more>", "2026-06-01T00:00:00.000Z"]);
    const origin = only(root!, "id").replace("/feed.atom", "");
    expect(children(root!, "link").map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ["self", `${origin}/feed.atom`],
      ["alternate", `${origin}/`],
    ]);
    const entries = children(root!, "entry");
    expect(entries.map((entry) => [only(entry, "id"), only(entry, "updated")])).toEqual(
      EXPECTED.map(([id, date]) => [`${origin}/api/v1/icons/${id}`, date]),
    );
    for (const entry of entries) {
      only(entry, "title");
      only(entry, "summary");
      expect(children(entry, "link")[0]!.attributes.rel).toBe("alternate");
    }
    const hostile = HOSTILE.replace("\uFFFF", "\uFFFD");
    expect(only(entries[3]!, "title")).toBe(`Updated: ${hostile}`);
    expect(only(entries[0]!, "summary")).toBe(`${hostile}. Replaced by added.`);
    expect(text).not.toContain("secret-tag");
  });

  it("list the same as JSON Feed 1.1", async () => {
    const response = await read("/feed.json");
    expect(response.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    const feed = (await response.json()) as { items: Record<string, unknown>[]; feed_url: string };
    const ajv = new Ajv2020();
    formats.default(ajv);
    expect(ajv.validate(JSON_FEED, feed), ajv.errorsText()).toBe(true);
    const origin = feed.feed_url.replace("/feed.json", "");
    expect(feed.items.map(({ id, date_modified }) => [id, date_modified])).toEqual(
      EXPECTED.map(([id, date]) => [`${origin}/api/v1/icons/${id}`, date]),
    );
    expect(feed.items[1]).toEqual({
      id: `${origin}/api/v1/icons/added`,
      url: `${origin}/?icon=added`,
      title: "Added: Name of added",
      content_text: "Newly <added>.",
      date_published: "2026-05-11T00:00:00.000Z",
      date_modified: "2026-05-11T00:00:00.000Z",
      authors: [{ name: "D" }],
      tags: ["c"],
    });
    expect(feed.items[3]).toMatchObject({
      image: `${origin}/images/a%20b%2Fc`,
      date_published: "2024-01-02T00:00:00.000Z",
    });
    expect((await read("/images/a%20b%2Fc")).status).toBe(200);
  });

  it("have the same bytes for another generation of the same dates, and an ETag that saves sending them", async () => {
    const bytes = await (await read("/feed.atom")).text();
    await compile({ data: folder, out: `${folder}/again`, jobs: 1 });
    const again = await startService(`${folder}/again`);
    const [here, there] = [service, again].map(({ port }) => `http://127.0.0.1:${port}`);
    const other = await fetch(`${there}/feed.atom`, { headers: { "X-API-Key": again.free } });
    expect((await other.text()).replaceAll(there!, here!)).toBe(bytes);
    await again.close();
    const etag = (await read("/feed.json")).headers.get("etag")!;
    expect((await read("/feed.json", { "X-API-Key": service.free, "If-None-Match": etag })).status).toBe(304);
    expect((await read("/feed.atom", { "X-API-Key": service.free, "If-None-Match": etag })).status).toBe(200);
  });

  it("need a key where lists do, and pages name them only where they need none", async () => {
    const refused = await read("/feed.atom", {});
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: "missing_api_key" } }]);
    expect(await (await read("/", {})).text()).not.toContain('rel="alternate"');
    const open = await startService(`${folder}/out`, { anonymous: "free" });
    const base = `http://127.0.0.1:${open.port}/`;
    const page = await (await fetch(base)).text();
    const links = [...page.matchAll(/<link rel="alternate" href="([^"]+)" type="([^"]+)"/g)];
    expect(links.map(([, , type]) => type)).toEqual(["application/atom+xml", "application/feed+json"]);
    for (const [, path, type] of links) {
      const { status, headers } = await fetch(new URL(path!, base));
      expect([status, headers.get("content-type")]).toEqual([200, `${type}; charset=utf-8`]);
    }
    await open.close();
  });
});
