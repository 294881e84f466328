import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Service, startService } from "../../support/service.js";

const LINE = '<path fill="none" stroke="currentColor" d="M1 1h4"/>';
const AREA = '<path fill="currentColor" d="M1 1h4v4z"/>';
const info = (name: string, more: object) => ({ name, author: { name: "Ann" }, license: { title: "MIT" }, ...more });
const icons = (names: string, body = AREA) => Object.fromEntries(names.split(" ").map((name) => [name, { body }]));

const SETS = [
  {
    prefix: "mono",
    info: info("Mono", { palette: false, category: "UI" }),
    icons: {
      ...icons("arrow-left arrow-left-outline"),
      hid: { body: AREA, hidden: true },
      ...icons("home home-filled"),
      ...icons("home-thin", LINE),
      ...icons("homepage sweet-home user-plus"),
    },
    aliases: {
      house: { parent: "home" },
      "add-user-outline": { parent: "user-plus" },
      "arrow-right": { parent: "arrow-left", hFlip: true },
    },
  },
  {
    prefix: "mono-line",
    info: info("Mono line", { palette: false, category: "UI" }),
    icons: icons("chrome home house", LINE),
  },
  {
    prefix: "paint",
    info: info("Paint", { palette: true, category: "Logos" }),
    suffixes: { "": "Plain", big: "Big" },
    icons: icons("360 4k-big chrome home home-big"),
  },
  { prefix: "secret", info: info("Secret", { hidden: true }), icons: icons("home") },
  { prefix: "bare", icons: icons("home") },
];

const folder = mkdtempSync(join(tmpdir(), "icons-strict-"));
let service: Service;

beforeAll(async () => {
  const names = SETS.flatMap(({ prefix, icons }) => Object.keys(icons).map((name) => `${prefix}:${name}`));
  const records = [...names.filter((id) => id !== "mono:hid"), "mono:arrow-right", "my-app"].map((id) => ({
    id,
    name: "Anything",
    developer: "Ann",
    category: "all",
  }));
  mkdirSync(join(folder, "data/icons"), { recursive: true });
  mkdirSync(join(folder, "data/iconify"));
  writeFileSync(join(folder, "data/dataset.json"), '{"name":"Strict"}');
  writeFileSync(join(folder, "data/icons/all.json"), JSON.stringify(records));
  for (const set of SETS) writeFileSync(join(folder, `data/iconify/${set.prefix}.json`), JSON.stringify(set));
  await compile({ data: join(folder, "data"), out: join(folder, "out"), jobs: 1 });
  service = await startService(join(folder, "out"), { anonymous: "pro", iconify: { search: "strict" } });
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true });
});

// The answers of @iconify/api 3.2.0 for these sets.
it.each([
  [
    "query=home",
    "mono:home mono:home-filled mono:home-thin mono-line:home paint:home paint:home-big mono:sweet-home mono:homepage",
  ],
  ["query=house", "mono:house mono-line:house"],
  [
    "query=ho",
    "mono:home mono:home-filled mono:home-thin mono-line:home paint:home paint:home-big mono-line:house mono:homepage mono:sweet-home",
  ],
  [
    "query=home&similar=0",
    "mono:home mono:home-filled mono:home-thin mono-line:home paint:home paint:home-big mono:sweet-home",
  ],
  ["query=ho&similar=no", ""],
  [
    "query=me",
    "mono:home mono:home-filled mono:home-thin mono-line:home paint:home paint:home-big mono-line:chrome paint:chrome mono:sweet-home",
  ],
  ["query=h", ""],
  ["query=home-", "mono:home-filled mono:home-thin paint:home-big"],
  ["query=-home", ""],
  ["query=left-out", "mono:arrow-left-outline"],
  ["query=arrow left", "mono:arrow-left mono:arrow-left-outline"],
  ["query=arrowleft", ""],
  ["query=user add", "mono:add-user-outline"],
  ["query=home page", "mono:homepage"],
  ["query=mono home", "mono:home mono:home-filled mono:home-thin mono:sweet-home mono:homepage"],
  ["query=mono-home", "mono:home mono:home-filled mono:home-thin mono:sweet-home mono:homepage"],
  ["query=mono:home", "mono:home mono:home-filled mono:home-thin mono:sweet-home mono:homepage"],
  ["query=mono-*:home", ""],
  ["query=prefix:mono-* home", ""],
  ["query=prefixes=mono- home", "mono-line:home"],
  [
    "query=home prefix:mono,paint",
    "mono:home mono:home-filled mono:home-thin paint:home paint:home-big mono:sweet-home mono:homepage",
  ],
  [
    "query=home prefix=mono prefix=paint",
    "mono:home mono:home-filled mono:home-thin paint:home paint:home-big mono:sweet-home mono:homepage",
  ],
  ["query=home prefix:mono prefix:paint", ""],
  ["query=home style:stroke", "mono:home-thin mono-line:home"],
  ["query=home fill=true", "mono:home mono:home-filled paint:home paint:home-big mono:sweet-home mono:homepage"],
  ["query=house style:fill", "mono:house"],
  ["query=home palette:true", "paint:home paint:home-big"],
  ["query=home palette=maybe", ""],
  ["query=4k", "paint:4k-big"],
  ["query=360", "paint:360"],
  ["query=hid", ""],
  ["query=chrome&prefix=paint", "paint:chrome"],
  ["query=home&prefixes=mono-,paint", "mono-line:home paint:home paint:home-big"],
  ["query=home&category=Logos", "paint:home paint:home-big"],
  [
    "query=HOME",
    "mono:home mono:home-filled mono:home-thin mono-line:home paint:home paint:home-big mono:sweet-home mono:homepage",
  ],
  ["query=home é", ""],
  ["query=a:b:c", ""],
  ["query=arrow-right", "mono:arrow-right"],
  ["query=secret:home", ""],
])("finds for %s what @iconify/api finds, in the same order", async (query, expected) => {
  const answer = await fetch(`http://127.0.0.1:${service.port}/search?${query}`);
  const { icons, total } = (await answer.json()) as { icons: string[]; total: number };
  expect(icons.join(" ")).toBe(expected);
  expect(total).toBe(icons.length);
});

it("finds records without a prefix by words of their ids", async () => {
  const answer = await fetch(`http://127.0.0.1:${service.port}/search?query=app`);
  expect(await answer.json()).toMatchObject({ icons: ["apps:my-app"] });
});

it("answers at least the limit, and with `min` everything", async () => {
  const found = async (query: string) =>
    ((await (await fetch(`http://127.0.0.1:${service.port}/search?${query}`)).json()) as { icons: string[] }).icons;
  expect(await found("query=o&limit=32")).toEqual([]);
  expect(await found("query=home&limit=32&start=2")).toEqual((await found("query=home&min=32")).slice(2));
});
