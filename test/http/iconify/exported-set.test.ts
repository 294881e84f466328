import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { IconifyIcon, IconifyJSON } from "@iconify/types";
import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { exportIcons } from "#build/export/export-icons.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { type Service, startService } from "../../support/service.js";

const AREA = '<path fill="currentColor" d="M1 1h4v4z"/>';
const drawing = (viewBox: string, body = AREA): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body}</svg>`;
const MOVING = '<path stroke="red" d="M0 9h9"><animate attributeName="d" to="M1 9h9" dur="1s" fill="freeze"/></path>';

const TINY = {
  prefix: "tiny",
  width: 24,
  height: 24,
  icons: { dot: { body: AREA, width: 12 }, moving: { body: MOVING, left: -4 }, script: { body: `${AREA}<script/>` } },
  aliases: { turned: { parent: "dot", rotate: 1, hFlip: true } },
};
const record = (id: string, more: object) => ({ id, name: id, developer: "Ann", category: "a", ...more });
const RECORDS = [
  ...["dot", "moving", "turned", "script"].map((name) => record(`tiny:${name}`, { image: `iconify:tiny/${name}` })),
  record("tiny-too", { image: "a.svg" }),
  record("wide", { image: "wide.svg" }),
  record("tile", { image: "a.svg", background: "#1db954", tint: "#ffffff" }),
  record("tinted", { image: "a.svg", tint: "#d32f2f" }),
  record("of-set", { image: "iconify:tiny/dot", tint: "#d32f2f" }),
  record("off", { image: "off.svg" }),
];

const FILES: Readonly<Record<string, unknown>> = {
  "data/dataset.json": { name: "My own icons" },
  "data/icons/all.json": RECORDS,
  "data/iconify/tiny.json": TINY,
  "data/a.svg": drawing("0 0 8 8"),
  "data/wide.svg": drawing("0 0 8 4").replace("<svg", '<svg width="80" height="40" fill="red"'),
  "data/off.svg": drawing("-4 2 8 8", '<path d="M-3 3h4v4z"/>'),
};

let folder: string;
let service: Service;
let catalog: Catalog;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "icons-exported-"));
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  await compile({ data: `${folder}/data`, out: `${folder}/out`, jobs: 1, strict: true });
  catalog = openCatalog(`${folder}/out`);
  service = await startService(`${folder}/out`, { anonymous: "pro", iconify: {} });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function exported(ids: readonly string[], prefix?: string): Promise<IconifyJSON> {
  let text = "";
  const out = async (bytes: Uint8Array): Promise<void> => {
    text += Buffer.from(bytes).toString();
  };
  const ordinals = Uint32Array.from(ids, catalog.ordinalOf);
  await exportIcons({ catalog, ordinals, format: "iconify", out, ...(prefix === undefined ? {} : { prefix }) });
  return JSON.parse(text);
}

/** What an icon of a set is drawn from, without defaults that change nothing. */
function drawn(set: IconifyJSON, name: string): Partial<IconifyIcon> {
  const { body, width, height, left = 0, top = 0, rotate = 0, hFlip = false, vFlip = false } = getIconData(set, name)!;
  return { body, width: width!, height: height!, left, top, rotate, hFlip, vFlip };
}

it.each([
  ["tiny", RECORDS.map(({ id }) => id).filter((id) => id.startsWith("tiny:"))],
  ["apps", RECORDS.map(({ id }) => id).filter((id) => !id.includes(":"))],
])("exports the prefix, names and drawings of %s that the Iconify API serves", async (prefix, ids) => {
  const set = await exported(ids);
  expect(set.prefix).toBe(prefix);
  const names = ids.map((id) => id.replace("tiny:", ""));
  expect(Object.keys(set.icons)).toEqual(names);
  const path = `/${prefix}.json?icons=${names.join(",")}`;
  const served = (await (await fetch(`http://127.0.0.1:${service.port}${path}`)).json()) as IconifyJSON;
  for (const name of names) expect(drawn(set, name), name).toEqual(drawn(served, name));
});

it("serves and exports icons in the look of their records", async () => {
  const set = await exported(["tile", "tinted"]);
  expect(set.icons.tile!.body).toContain("#1db954");
  expect(set.icons.tinted!.body).toBe(AREA.replace("currentColor", "#d32f2f"));
});

it("gives icons of several sets one prefix, without another set's drawings", async () => {
  expect((await exported(["tiny:dot", "wide"])).prefix).toBe("apps");
  const mixed = await exported(["tiny:dot", "wide", "tile"], "tiny");
  expect([mixed.prefix, Object.keys(mixed.icons)]).toEqual(["tiny", ["dot", "wide", "tile"]]);
  expect(mixed.icons.tile).toEqual((await exported(["tile"])).icons.tile);
});
