import type { IconifyJSON } from "@iconify/types";
import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseIconSet } from "#build/image/source/icon-set.js";
import { packSets } from "#build/sets/pack-sets.js";
import { decodeSetIcon, SET_KEYS } from "#src/format/icon-sets.js";
import { collect } from "../collect.js";

const LINE = '<path fill="none" stroke="currentColor" d="M1 1h4"/>';
const AREA = '<path fill="currentColor" d="M1 1h4v4z"/>';

const SET = {
  prefix: "tiny",
  info: { name: "Tiny", author: { name: "Ann" }, license: { title: "MIT" }, palette: false, total: 99 },
  lastModified: 1700000000,
  height: 24,
  width: 0,
  icons: {
    "arrow-left": { body: LINE },
    dot: { body: AREA, left: -1, width: 12 },
    "42": { body: AREA },
    gone: { body: AREA, hidden: true },
    unlisted: { body: AREA },
    unsafe: { body: `<script>alert(1)</script>${AREA}` },
    broken: { body: "<path" },
  },
  aliases: {
    back: { parent: "arrow-left" },
    "go-back": { parent: "back" },
    "arrow-right": { parent: "arrow-left", hFlip: true },
    forward: { parent: "arrow-right" },
    secret: { parent: "dot", hidden: true },
    was: { parent: "gone" },
    "other-unlisted": { parent: "unlisted" },
    lost: { parent: "nowhere" },
    around: { parent: "around" },
    "of-broken": { parent: "broken" },
  },
  categories: { Arrows: ["go-back", "arrow-left"], Pointers: ["arrow-right"], Nothing: ["nobody"], Odd: "dot" },
  chars: { f101: "arrow-left", f102: "back", dot: "arrow-left", f103: "lost", "→": "arrow-right" },
  suffixes: { fill: "Fill", "": "Line" },
};

const parsed = (set: object): IconifyJSON => parseIconSet(Buffer.from(JSON.stringify(set)));

async function pack(sets: readonly IconifyJSON[], unlisted: readonly string[] = []): Promise<Map<string, string>> {
  const batches = packSets({
    prefixes: sets.map(({ prefix }) => prefix),
    read: async (prefix) => sets.find((set) => set.prefix === prefix)!,
    has: (prefix, name) => !unlisted.includes(`${prefix}:${name}`),
  });
  const items = (await collect(batches)).flat();
  const keys = items.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)].sort());
  return new Map(items.map(({ key, json }) => [key, json]));
}

it("keeps what the Iconify API serves, for icons that are records", async () => {
  const items = await pack([parsed(SET)], ["tiny:unlisted"]);
  const names = [...items.keys()].filter((key) => key.startsWith("tiny:")).map((key) => key.slice(5));
  expect(names).toEqual([
    ...["", "42", "arrow-left", "arrow-right", "back", "dot", "f101", "f102", "forward", "go-back", "gone", "secret"],
    ...["unsafe", "was", "~"],
  ]);
  const read = (key: string): unknown => JSON.parse(items.get(key)!);
  expect(read("tiny:")).toEqual({
    prefix: "tiny",
    title: "Tiny",
    total: 5,
    uncategorized: ["42", "dot", "unsafe"],
    categories: { Arrows: ["arrow-left"], Pointers: ["arrow-right"] },
    hidden: ["gone", "secret"],
    aliases: { back: "arrow-left", "go-back": "arrow-left", forward: "arrow-right", was: "gone" },
    suffixes: { fill: "Fill", "": "Line" },
  });
  expect(read("tiny:~")).toEqual({ f101: "arrow-left", f102: "arrow-left", "→": "arrow-right" });
  expect(read("tiny:dot")).toEqual({ body: AREA, left: -1, width: 12 });
  expect(read("tiny:unsafe")).toEqual({ body: AREA });
  expect(read("tiny:arrow-right")).toEqual({ parent: "arrow-left", hFlip: true });
  expect(read("tiny:gone")).toEqual({ body: AREA, hidden: true });
  expect(read("tiny:f102")).toEqual({ parent: "arrow-left" });
  expect(read(SET_KEYS.keywords)).toEqual(["42", "arrow", "back", "dot", "forward", "go", "left", "right", "unsafe"]);
  const { info } = SET;
  expect(read(SET_KEYS.sets)).toEqual({
    tiny: { total: 5, style: "mixed", info: { ...info, total: 5 }, lastModified: 1700000000, height: 24 },
  });
});

it("lists sets in display order, without those that no record shows", async () => {
  const sets = ["zeta", "alpha", "alpha-2", "none"].map((prefix) => parsed({ prefix, icons: { a: { body: AREA } } }));
  const items = await pack(sets, ["none:a"]);
  expect(Object.keys(JSON.parse(items.get(SET_KEYS.sets)!))).toEqual(["zeta", "alpha", "alpha-2"]);
  expect([...items.keys()].some((key) => key.startsWith("none"))).toBe(false);
  expect((await pack([])).size).toBe(0);
});

it("names a set after its file, and skips one that can't be read", async () => {
  const batches = packSets({
    prefixes: ["file", "unreadable"],
    read: async (prefix) => (prefix === "file" ? parsed({ prefix: "other", icons: { a: { body: AREA } } }) : undefined),
    has: () => true,
  });
  const keys = (await collect(batches)).flat().map(({ key }) => key);
  expect(keys).toEqual(["file:", "file:a", SET_KEYS.keywords, SET_KEYS.sets]);
});

it("leaves out drawings of 4 million attributes", async () => {
  const large = `<path${' d=""'.repeat(4_000_000)}/>`;
  const icons = { small: { body: AREA }, large: { body: large } };
  const items = await pack([parsed({ ...SET, icons, aliases: {}, categories: {}, chars: {} })]);
  expect(items.has("tiny:small")).toBe(true);
  expect([...items.keys()].filter((key) => key.includes("large"))).toEqual([]);
});

it("keeps every resolvable name of any set, drawn as Iconify's own library draws it", async () => {
  const name = fc.constantFrom("a", "b", "c", "d", "e", "constructor");
  const look = { hidden: fc.boolean(), hFlip: fc.boolean(), rotate: fc.integer({ min: -4, max: 4 }), width: fc.nat() };
  const icon = fc.record({ body: fc.constantFrom(LINE, AREA), ...look }, { requiredKeys: ["body"] });
  const alias = fc.record({ parent: name, ...look }, { requiredKeys: ["parent"] });
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, icon), fc.dictionary(name, alias), async (icons, all) => {
      const aliases = Object.fromEntries(Object.entries(all).filter(([each]) => !Object.hasOwn(icons, each)));
      const set = parsed({ prefix: "x", icons, aliases });
      const items = await pack([set]);
      const kept = parsed({ prefix: "x", icons: {}, aliases: {} });
      for (const [key, json] of items) {
        const entry = key.startsWith("x:") && key !== "x:" ? decodeSetIcon(json) : undefined;
        if (entry !== undefined && "body" in entry) kept.icons[key.slice(2)] = entry;
        else if (entry !== undefined) kept.aliases![key.slice(2)] = entry;
      }
      for (const each of items.has("x:") ? ["a", "b", "c", "d", "e", "constructor", "f"] : []) {
        expect(getIconData(kept, each)).toEqual(getIconData(set, each));
      }
    }),
  );
});
