import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { RUNGS } from "#src/format/rungs.js";
import { recordNamed as icon, searchedRecords } from "../support/searched-records.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const PAGE = readFileSync("docs/search.md", "utf8");

/** Rung, which is empty for names, and example of each row of the ladder. */
const LADDER = Array.from(PAGE.matchAll(/^\| (?:`([\w-]+)`)? *\|.*\| `([^`]+)`(?:, .*)? \|$/gm), ([, rung, query]) => ({
  rung: rung ?? "",
  query: query!,
}));

/** Examples of the text for the shipped icons: the query, where it is found, and the first icons. */
const FOR_SHIPPED: readonly (readonly [query: string, matched: string | undefined, ...names: string[]])[] = [
  ["goo map", undefined, "Google Maps"],
  ["++", undefined, "Notepad++", "C++"],
  ["c#", undefined, "C#", "C++"],
  ["php 8.3", "pasted", "PHP"],
  ["카카ㅇ", undefined, "KakaoTalk"],
  ["ㅋㅋㅇ", undefined, "KakaoTalk"],
  ["sign in", "meaning", "Okta"],
  ["please open spotify for me", "fewer-words", "Spotify"],
  ["zapier but self hosted", "fewer-words", "n8n", "Activepieces"],
  ["googlemaps", "spelling", "Google Maps"],
  ["dorpbxo", "spelling", "Dropbox"],
  ["clarna", "spelling", "Klarna"],
  ["kahut", "spelling", "Kahoot!"],
];

/** Examples of the text for other icons, which are all in one dataset. */
const FOR_OTHERS: readonly (readonly [query: string, name: string])[] = [
  ["solid heart", "Heart Filled"],
  ["beads for counting", "Abacus Outline"],
  ["支付", "微信支付"],
  ["location pin", "Map Marker"],
  ["light bulb", "Lightbulb"],
  ["house", "Greenhouse"],
  ["envelope", "Mail"],
  ["stras", "Straßenbahn"],
  ["c#", "Sharp Tools"],
];
const FILES = ["LICENSE-unicode.txt"];
const MORE: Readonly<Record<string, object>> = {
  "Abacus Outline": { description: undefined },
  "Sharp Tools": { aliases: ["csharp"] },
};

/** The tiers of names, in the reverse of their order. */
const TIERS = [
  icon("Navigator", { developer: "Maps Ltd" }),
  icon("Google Maps"),
  icon("Maps.me"),
  icon("Apple Karten", { aliases: ["Maps"] }),
  icon("Maps"),
];

/** Code spans that are no queries: names of fields, parameters and icons, and the words that other spans show. */
const NO_QUERIES = [
  ...[
    "alias",
    "and",
    "com.bitwarden.desktop",
    "org.kde.krita",
    "bundle",
    "container",
    "domain",
    "dropped",
    "identifiers",
    "label",
    "language",
    "name",
    "ordinal",
  ],
  ...["package", "rank", "reason", "website", "Abacus Outline", "C#", "Straß", ".net", "c++", "at&t"],
  ...["csharp", "c sharp"],
];

let shipped: Catalog;
beforeAll(() => {
  shipped = openCatalog(shippedArtifacts);
});

describe("examples of docs/search.md", () => {
  const others = searchedRecords([...FOR_OTHERS.map(([, name]) => icon(name, MORE[name])), ...TIERS]);

  it("have a row for every rung of the ladder", () => {
    expect(LADDER.map(({ rung }) => rung).sort()).toEqual(["", ...Object.keys(RUNGS)].sort());
  });

  it.each(LADDER)("reach the rung that they illustrate: $query", ({ rung, query }) => {
    expect(shipped.list({ q: query }).matched ?? "").toBe(rung);
  });

  it.each(FOR_SHIPPED)("find what the text says: %s", (query, matched, ...names) => {
    const found = shipped.list({ q: query });
    const first = [...found.ordinals].slice(0, names.length).map((ordinal) => shipped.record(ordinal).name);
    expect([found.matched, ...first]).toEqual([matched, ...names]);
  });

  it.each(FOR_OTHERS)("find what the text says: %s finds %s", (query, name) => {
    const { ids } = others.found({ q: query });
    expect(ids).toContain(name.toLowerCase().replaceAll(" ", "-"));
  });

  const spaced = searchedRecords([icon("Sharper Tools", { aliases: ["c sharp"] }), icon("Cello")]);
  it("find what the text says: c# finds c sharp, on the rung spelling", () => {
    const { ids, matched } = spaced.found({ q: "c#" });
    expect([ids[0], matched]).toEqual(["sharper-tools", "spelling"]);
    expect(spaced.found({ q: "c#", match: "name" }).matched).toBeUndefined();
  });

  it("sort names by the documented tiers", () => {
    const { ids } = others.found({ q: "maps" });
    expect(ids).toEqual(["maps", "apple-karten", "maps.me", "google-maps", "navigator"]);
  });

  it("are all checked here", () => {
    const spans = PAGE.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/(?<!`)`([^`\n]+)`(?!`)/g);
    const names: readonly string[] = [...Object.keys(RUNGS), ...NO_QUERIES, ...FILES];
    const queries = Array.from(spans, ([, span]) => span!).filter(
      (span) => !/[=_/{}()":]|--|[a-z][A-Z]/.test(span) && !names.includes(span),
    );
    const checked = [...LADDER.map(({ query }) => query), ...FOR_SHIPPED.map(([query]) => query)];
    const missing = queries.filter((query) => ![...checked, ...FOR_OTHERS.map(([other]) => other)].includes(query));
    expect(missing, "queries that no table of this file has").toEqual([]);
    for (const [query] of [...FOR_SHIPPED, ...FOR_OTHERS]) expect(PAGE, query).toContain(`\`${query}\``);
  });
});
