import { expect, it } from "vitest";
import { editBetween } from "#src/catalog/spelling/edit-kinds.js";

it.each([
  ["reddit", "reddit", "none"],
  ["trahs", "trash", "swap"],
  ["redit", "reddit", "swap"],
  ["facebbook", "facebook", "swap"],
  ["spotfy", "spotify", "length"],
  ["adobbe", "adobe", "swap"],
  ["photoshup", "photoshop", "slip"],
  ["uniclo", "uniqlo", "slip"],
  ["cabva", "canva", "slip"],
  ["ваtсап", "ватсап", "slip"],
  ["stitch", "switch", "letter"],
  ["turo", "euro", "letter"],
  ["reditt", "reddit", "several"],
  ["abc", "xyz", "several"],
  ["abcd", "badc", "order"],
  ["phyton", "python", "order"],
  ["", "a", "length"],
])("differs from %s to %s by: %s", (word, other, edit) => {
  expect(editBetween(word, other)).toBe(edit);
  expect(editBetween(other, word)).toBe(edit);
});
