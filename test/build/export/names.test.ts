import { matchIconName } from "@iconify/utils/lib/icon/name";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type ExportedName, iconifyName, refuseEqualNames, symbolId } from "#build/export/names.js";

class Clash extends Error {
  readonly first: ExportedName;
  readonly second: ExportedName;

  constructor(first: ExportedName, second: ExportedName) {
    super();
    this.first = first;
    this.second = second;
  }
}

const clashOf = (names: readonly ExportedName[], parents?: (name: string) => string[]): Clash | undefined => {
  try {
    refuseEqualNames(() => names, {
      count: names.length,
      fold: (name) => name.toLowerCase(),
      ...(parents === undefined ? {} : { parents }),
      refusal: (first, second) => new Clash(first, second),
    });
    return undefined;
  } catch (error) {
    return error as Clash;
  }
};

it("finds the first duplicate name, like a comparison with all of them", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "A", "b", "0"), maxLength: 4 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 60 }), (names) => {
      const named = names.map((text, at) => ({ id: String(at), name: text }));
      const folded = names.map((text) => text.toLowerCase());
      const second = folded.findIndex((text, at) => folded.indexOf(text) < at);
      const clash = clashOf(named);
      expect([clash?.first.id, clash?.second.id]).toEqual(
        second < 0 ? [undefined, undefined] : [String(folded.indexOf(folded[second]!)), String(second)],
      );
    }),
  );
});

it("finds a file whose path is the folder of another file", () => {
  const parents = (path: string): string[] => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : []);
  const clash = clashOf(
    [
      { id: "1", name: "x/a.svg" },
      { id: "2", name: "X" },
      { id: "3", name: "y/a.svg" },
    ],
    parents,
  );
  expect([clash?.first.id, clash?.second.id]).toEqual(["2", "1"]);
  expect(
    clashOf(
      [
        { id: "1", name: "x/a" },
        { id: "2", name: "x/b" },
      ],
      parents,
    ),
  ).toBeUndefined();
});

it.each([
  ["spotify", "spotify", "spotify"],
  ["mdi:home", "mdi:home", "home"],
  ["a/b*c:é", "a-b-c:e", "a-b-c-e"],
  ["_x_", "x_", "x"],
  ["7-zip", "7-zip", "7-zip"],
  ["微信", "u5fae-u4fe1", "u5fae-u4fe1"],
  ["***", "u2a-u2a-u2a", "u2a-u2a-u2a"],
  ["C#", "C", "c"],
])("calls the icon %j %s in a sprite and %s in a set", (id, symbol, name) => {
  expect([symbolId(id), iconifyName(id, "mdi")]).toEqual([symbol, name]);
});

it("maps every id to a valid Iconify name and an ASCII symbol that starts with a letter or digit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (id) => {
      expect(iconifyName(id, "x")).toMatch(matchIconName);
      expect(symbolId(id)).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.:-]*$/);
    }),
  );
});
