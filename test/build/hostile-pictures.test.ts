import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { temporaryFolder } from "../support/folder.js";

const record = (id: string): object => ({
  id,
  name: id,
  developer: "D",
  category: "c",
  image: `pictures/${id}.svg`,
});
const svg = (attributes: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`;
const filtered = (filter: string): string =>
  svg(
    'viewBox="0 0 256 256"',
    `<filter id="f" x="0" y="0" width="1" height="1">${filter}</filter><rect width="256" height="256" filter="url(#f)"/>`,
  );
const GOOD = svg('viewBox="0 0 10 10"', '<circle cx="5" cy="5" r="4"/>');

/** Each keeps a decoder busy for minutes, inside one call that nothing can interrupt. */
const HOSTILE: Readonly<Record<string, string>> = {
  morphology: filtered('<feMorphology operator="dilate" radius="200"/>'.repeat(500)),
  turbulence: filtered('<feTurbulence baseFrequency="0.9" numOctaves="20000"/>'.repeat(2000)),
};
const HUGE = svg('width="30000" height="30000"', '<rect width="30000" height="20000" fill="red"/>');

describe("a build with hostile pictures among others", () => {
  it("reports those that don't come to an end, and builds everything else", async () => {
    const bad = Object.keys(HOSTILE);
    const good = ["a", "b", "c", "d", "e", "f"];
    const folder = temporaryFolder({
      "dataset.json": { name: "x" },
      "icons/a.json": [...good.slice(0, 2), ...bad, ...good.slice(2), "huge"].map(record),
      ...Object.fromEntries(good.map((id) => [`pictures/${id}.svg`, GOOD])),
      ...Object.fromEntries(bad.map((id) => [`pictures/${id}.svg`, HOSTILE[id]])),
      "pictures/huge.svg": HUGE,
    });
    const { skipped, icons } = await compile({ data: folder, out: join(folder, "out"), jobs: 2 });
    expect(skipped.map(({ id, reason }) => [id, reason])).toEqual(
      bad.map((id) => [id, "decoding it takes more than 10 seconds"]),
    );
    expect(icons).toBe(9);
    const catalog = openCatalog(join(folder, "out"));
    for (const id of [...good, "huge"]) expect(catalog.get(id).phash, id).toMatch(/^[0-9a-f]{16}$/);
    for (const id of bad) expect(catalog.get(id).phash, id).toBeUndefined();
  }, 120_000);
});
