import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import type { ORDERS } from "#src/catalog/similar/similar-request.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** By icon, the icons that were judged beside it: `a` if they look alike, `s` if the signs share the main shape. */
type Judgments = Readonly<Record<string, Readonly<Record<string, string>>>>;

const JUDGMENTS: Judgments = JSON.parse(readFileSync(new URL("look-alikes.json", import.meta.url), "utf8"));
const SHOWN = 4;

/** The shares of the first judged icons of each icon that look alike and that share the shape. */
function sharesBy(by: (typeof ORDERS)[number]): { readonly alike: number; readonly shape: number } {
  const catalog = openCatalog(shippedArtifacts);
  const marks = Object.entries(JUDGMENTS).flatMap(([id, judged]) =>
    catalog
      .similar({ id, by, limit: catalog.size })
      .matches.map(({ ordinal }) => judged[catalog.item(ordinal).id])
      .filter((mark) => mark !== undefined)
      .slice(0, SHOWN),
  );
  const share = (letter: string): number => marks.filter((mark) => mark.includes(letter)).length / marks.length;
  return { alike: share("a"), shape: share("s") };
}

it("shows as many look-alikes by look as by color, and far more of the same shape", () => {
  const [look, color, hash] = [sharesBy("look"), sharesBy("color"), sharesBy("phash")];
  expect(look.alike).toBeGreaterThan(0.95 * color.alike);
  expect(look.alike).toBeGreaterThan(2 * hash.alike);
  expect(look.shape).toBeGreaterThan(2 * color.shape);
  expect(look.shape).toBeGreaterThan(1.5 * hash.shape);
});
