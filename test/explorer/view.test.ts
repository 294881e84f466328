import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SORTS } from "#src/catalog/sorts.js";
import {
  chooseColor,
  iconLinks,
  isHexColor,
  listParams,
  RESULT,
  readable,
  readQuery,
  readView,
  SAVED_LISTS,
  similarToIcon,
  similarToImage,
  toggleLabel,
  type View,
  writeView,
} from "#src/explorer/view.js";
import { FACETS, type Facet } from "#src/format/filter-facets.js";
import { MATCHES } from "#src/format/rungs.js";

const words = fc.string({ unit: "grapheme", maxLength: 12 });
const label = words.map((text) => text.replaceAll(",", "")).filter((text) => text !== "");
const labels = fc.uniqueArray(label, { maxLength: 3 });
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });
const hash = digits(16);
const color = fc
  .tuple(digits(6), fc.double({ min: 0.001, max: 1, noNaN: true }))
  .map(([hex, share]) => `${hex}:${share.toFixed(3)}`);
const palette = fc.array(color, { minLength: 1, maxLength: 5 }).map((colors) => colors.join());
const looks = fc.oneof(
  fc.array(fc.record({ shape: digits(128), palette }), { maxLength: 2 }),
  digits(128).map((shape) => [{ shape, palette: undefined }]),
);
const views: fc.Arbitrary<View> = fc
  .record({
    q: words.map(readQuery),
    match: fc.constantFrom(...MATCHES),
    order: fc.constantFrom(...SORTS),
    labels: fc.record({ category: labels, color: labels, style: labels, mood: labels, license: labels }),
    saved: fc.option(fc.constantFrom(...SAVED_LISTS), { nil: undefined }),
    ids: labels,
    set: words.map((text) => text.trim()),
    similar: fc.option(label, { nil: undefined }),
    icon: fc.option(label, { nil: undefined }),
    phash: fc.option(hash, { nil: undefined }),
    uncertain: fc.option(hash, { nil: undefined }),
    looks,
    variants: fc.boolean(),
  })
  .map((view) => ({
    ...view,
    match: view.q === "" ? "auto" : view.match,
    set: view.ids.length === 0 ? "" : view.set,
    uncertain: view.phash === undefined ? undefined : view.uncertain,
    looks: view.phash === undefined ? [] : view.looks,
  }));

const SHAPE = "0f".repeat(64);

describe("explorer page address", () => {
  it("round-trips any view through the page address", () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(readView(writeView(view))).toEqual(view);
      }),
    );
  });

  it("links to an icon of any view", () => {
    fc.assert(
      fc.property(views, label, (view, icon) => {
        expect(readView(iconLinks(view)(icon))).toEqual({ ...view, icon });
      }),
    );
  });

  it.each([
    [false, "id=a&limit=20"],
    [true, "id=a&limit=20&include=mirrored,inverted"],
  ])("asks for icons similar to an icon, with variants: %s", (variants, expected) => {
    expect(readable(similarToIcon("a", variants))).toBe(expected);
  });

  const look = { shape: "s", palette: "1db954:0.82,191414:0.18" };
  const bare = { shape: "b", palette: "1db954:1" };
  const byHash = "phash=p&uncertain=u&limit=20";
  it.each([
    [[look], false, ["shape=s&palette=1db954:0.82,191414:0.18&limit=20", "shape=s&limit=20"]],
    [
      [look, bare],
      false,
      [
        "shape=s&palette=1db954:0.82,191414:0.18&limit=20",
        "shape=s&limit=20",
        "shape=b&palette=1db954:1&limit=20",
        "shape=b&limit=20",
      ],
    ],
    [[{ shape: "s", palette: undefined }], false, ["shape=s&limit=20"]],
    [[look, bare], true, [`${byHash}&include=mirrored,inverted`]],
    [[], false, [byHash]],
  ])("asks for icons similar to an image with looks %j, with variants: %s", (known, variants, expected) => {
    const requests = similarToImage({ phash: "p", uncertain: "u", looks: known }, variants);
    expect(requests.map(readable)).toEqual(expected);
  });

  it("writes an empty query for the first page", () => {
    expect(writeView(readView(""))).toBe("");
  });

  it.each([
    ["?phash=xyz", {}],
    ["?phash=0123", {}],
    ["?phash=ABCDEF0123456789", { phash: "abcdef0123456789" }],
    ["?phash=abcdef0123456789&uncertain=00000000000000F0", { uncertain: "00000000000000f0" }],
    ["?phash=abcdef0123456789&uncertain=f0", { phash: "abcdef0123456789", uncertain: undefined }],
    ["?uncertain=00000000000000f0", { uncertain: undefined }],
    [`?shape=${SHAPE}&palette=1db954:1`, { looks: [] }],
    [`?phash=abcdef0123456789&palette=1db954:1`, { looks: [] }],
    [`?phash=abcdef0123456789&shape=${SHAPE.toUpperCase()}`, { looks: [{ shape: SHAPE, palette: undefined }] }],
    [`?phash=abcdef0123456789&shape=0f&palette=1db954:1`, { looks: [] }],
    [`?phash=abcdef0123456789&shape=${SHAPE}&palette=red`, { looks: [{ shape: SHAPE, palette: undefined }] }],
    [
      `?phash=abcdef0123456789&shape=${SHAPE}&palette=1DB954:.5,191414:.5`,
      { looks: [{ shape: SHAPE, palette: "1db954:.5,191414:.5" }] },
    ],
    [
      `?phash=abcdef0123456789&shape=${SHAPE}&shape=${SHAPE}&palette=1db954`,
      { looks: [{ shape: SHAPE, palette: "1db954" }] },
    ],
    ["?category=games,music&category=games", { labels: { category: ["games", "music"] } }],
    ["?category=,&color=", { labels: { category: [], color: [] } }],
    ["?unknown=1&icon=", { icon: undefined }],
    ["?set=Mine&ids=a,,b&ids=a", { set: "Mine", ids: ["a", "b"] }],
    ["?set=Mine&ids=,", { set: "", ids: [] }],
    [
      `?ids=${"abcdefghi,".repeat(10)}${Array.from({ length: 700 }, (_, at) => `icon-${1000 + at}`)}`,
      {
        ids: ["abcdefghi", ...Array.from({ length: 599 }, (_, at) => `icon-${1000 + at}`)],
      },
    ],
    ["?q=a+b%26c", { q: "a b&c" }],
    ["?q=+%E3%80%80%C2%85", { q: "" }],
  ])("parses the page address %s without its invalid parts", (search, expected) => {
    expect(readView(search)).toMatchObject({
      ...(search.includes("phash=abc") ? {} : { phash: undefined }),
      ...expected,
    });
  });
});

describe("label selection", () => {
  it("restores the view when a label is toggled twice", () => {
    fc.assert(
      fc.property(views, fc.constantFrom<Facet>(...FACETS), label, (view, facet, text) => {
        fc.pre(!view.labels[facet].includes(text));
        const on = toggleLabel(view, facet, text);
        expect(on.labels[facet]).toEqual([...view.labels[facet], text]);
        expect(toggleLabel(on, facet, text)).toEqual({ ...view, ...RESULT });
      }),
    );
  });

  it("allows one custom color in addition to labels", () => {
    const view = readView("?color=green,%23ABCDEF&phash=0123456789abcdef");
    const chosen = chooseColor(view, "#1db954");
    expect(writeView(chosen)).toBe("?color=%231db954,green");
    expect(writeView(toggleLabel(chosen, "color", "#1db954"))).toBe("?color=green");
    expect(["#1db954", "#ABCDEF", "green", "#fff", "x#1db954"].map(isHexColor)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("sends selected labels as a parameter of the list request", () => {
    const view = toggleLabel(readView("?q=go&icon=github&include=mirrored"), "mood", "calm");
    expect(listParams(view).toString()).toBe("q=go&mood=calm");
  });
});
