import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { BuildResult } from "#build/compile/options.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { generationsByAge, openGeneration, readCurrent } from "#src/catalog/generation/generation.js";
import { verifyGeneration } from "#src/catalog/verify.js";

const picture = (radius: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="${radius}" fill="red"/></svg>`;

/**
 * Creates a dataset whose icons are named `<name> <number>`; two of them have images, the last is in an Iconify set.
 *
 * @returns its folder
 */
export function makeDataset(folder: string, name: string, icons = 40): string {
  const data = join(folder, name);
  mkdirSync(join(data, "icons"), { recursive: true });
  writeFileSync(join(data, "dataset.json"), JSON.stringify({ name: "crash" }));
  nameIcons(data, name, icons);
  mkdirSync(join(data, "iconify"));
  const body = `<path d="M0 0h4" id="${name.replaceAll(" ", "-")}"/>`;
  writeFileSync(join(data, "iconify", "crash.json"), JSON.stringify({ prefix: "crash", icons: { dot: { body } } }));
  for (const n of [0, 1]) writeFileSync(join(data, `${n}.svg`), picture(n + 3));
  return data;
}

/** Renames the icons of a dataset; their images are unchanged. @param names how many different ones */
export function nameIcons(data: string, name: string, icons = 40, names = icons): void {
  const records = Array.from({ length: icons }, (_, n) => ({
    id: n === icons - 1 ? "crash:dot" : `icon-${n}`,
    name: `${name} ${n % names}`,
    developer: "D",
    category: `c${n % 3}`,
    ...(n < 2 ? { image: `${n}.svg` } : {}),
  }));
  writeFileSync(join(data, "icons", "all.json"), JSON.stringify(records));
}

/** Builds in this process. */
export function buildHere(data: string, out: string, keep = 3): Promise<BuildResult> {
  return compile({ data, out, jobs: 1, keep });
}

/** The results of a folder's live generation. */
export function ask(artifacts: string): unknown {
  const catalog = openCatalog(artifacts);
  const setIcon = catalog.iconSets("apps").icon("crash", "dot");
  expect(setIcon).toBeDefined();
  const found = catalog.list({ q: "7", category: ["c1", "c2"] });
  return {
    generation: catalog.generation,
    total: found.total,
    items: JSON.parse(catalog.renderItems(found.ordinals, "https://icons.example").toString()),
    detail: catalog.get("icon-1"),
    categories: catalog.labels("category"),
    similar: catalog.similar({ id: "icon-0" }),
    image: catalog.storedImage("icon-0")?.toString("base64"),
    setIcon,
  };
}

/**
 * Expects that the live generation returns one of these results, and that every generation is undamaged. @returns the
 * name of the live one
 */
export async function expectOneOf(artifacts: string, results: ReadonlyMap<string, unknown>): Promise<string> {
  const live = readCurrent(artifacts)!;
  expect([...results.keys()]).toContain(live);
  for (const name of generationsByAge(artifacts))
    expect(await verifyGeneration(artifacts, openGeneration(artifacts, name)), name).toEqual([]);
  expect(ask(artifacts)).toEqual(results.get(live));
  return live;
}
