import type { IconifyJSON } from "@iconify/types";
import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseIconSet } from "#build/image/source/icon-set.js";
import { sortNames } from "#build/sets/set-names.js";

const name = fc.constantFrom("a", "b", "c", "d", "e", "f", "constructor");
const icon = fc.record({ body: fc.constantFrom("<a/>", "<b/>", ""), hidden: fc.boolean() }, { requiredKeys: ["body"] });
const alias = fc.record(
  {
    parent: name,
    hidden: fc.boolean(),
    hFlip: fc.boolean(),
    rotate: fc.integer({ min: -4, max: 4 }),
    width: fc.constantFrom(8, 16),
  },
  { requiredKeys: ["parent"] },
);
const anySet = fc
  .record({ icons: fc.dictionary(name, icon), aliases: fc.dictionary(name, alias) })
  .map((set) => parseIconSet(Buffer.from(JSON.stringify({ prefix: "x", ...set }))));

/** The icon of a name as resolved by Iconify's own library. */
function drawn(set: IconifyJSON, of: string): object | undefined {
  const { hidden: _hidden, rotate = 0, hFlip = false, ...rest } = getIconData(set, of) ?? {};
  return "body" in rest ? { width: 16, ...rest, rotate: ((rotate % 4) + 4) % 4, hFlip } : undefined;
}

it("resolves any chain of aliases to the icon that it shows", () => {
  fc.assert(
    fc.property(anySet, (set) => {
      for (const [record, others] of sortNames(set).icons) {
        expect(drawn(set, record)).toMatchObject({ body: expect.stringMatching(/./) });
        for (const other of others) expect(drawn(set, other)).toEqual(drawn(set, record));
      }
    }),
  );
});

it("lists every visible name once", () => {
  fc.assert(
    fc.property(anySet, (set) => {
      const { icons, broken } = sortNames(set);
      const found = [...icons].flat(2);
      expect(new Set(found).size).toBe(found.length);
      const shows = (each: string, steps = 0): boolean => {
        const { body, hidden } = set.icons[each] ?? {};
        if (body !== undefined) return body !== "" && hidden !== true;
        const entry = set.aliases?.[each];
        return entry !== undefined && entry.hidden !== true && steps < 9 && shows(entry.parent, steps + 1);
      };
      const shown = Object.keys({ ...set.icons, ...set.aliases }).filter((each) => shows(each));
      expect(found.sort()).toEqual(shown.sort());
      for (const { name: left } of broken) if (!(left in set.icons)) expect(found).not.toContain(left);
    }),
  );
});
