import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/**
 * The folders of each part of the program, lowest layer first. A folder may import from itself and from lower layers,
 * including type imports, but not from other folders of its own layer. A folder that is not listed belongs to its
 * nearest listed parent; "." contains the files at the root.
 */
const LAYERS = {
  src: [
    ["text", "color", "phash", "platform"],
    ["identity", "palette", "shape"],
    ["format"],
    ["access", "catalog/generation", "images"],
    ["catalog/execution"],
    ["catalog/sets"],
    ["catalog/similar", "catalog/spelling"],
    ["catalog"],
    ["store", "http/contract"],
    ["http/transport"],
    ["http/requests"],
    ["http/log"],
    ["http/responses"],
    ["http"],
    ["http/pages", "http/reference"],
    ["http/iconify", "http/mcp", "http/routes"],
    ["http/server"],
    ["client", "metrics"],
    ["explorer"],
    ["."],
  ],
  build: [
    ["dataset"],
    ["read"],
    ["check", "image", "synonyms", "vectors"],
    ["image/decode", "image/download", "image/drawing"],
    ["image/source"],
    ["image/render", "sets"],
    ["analysis/measure"],
    ["analysis"],
    ["cache", "write"],
    ["compile"],
    ["diff", "export", "import", "lint/checks", "publish"],
    [
      ...["history", "import/app-store", "import/collections", "import/freedesktop", "import/iconify"],
      ...["import/records", "lint"],
    ],
    ["add", "merge", "update"],
    ["."],
  ],
  cli: [
    ["terminal"],
    ["process"],
    ["options"],
    ["configuration", "images", "lint", "mcp"],
    ["listing", "serving/workers"],
    ["serving/metrics"],
    ["serving"],
    ["diff", "doctor"],
    ["building"],
    ["commands"],
    ["."],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>;

type Part = keyof typeof LAYERS;

/** The other parts that each part may import. */
const PARTS: Readonly<Record<Part, readonly string[]>> = { src: [], build: ["src"], cli: ["src", "build"] };

const SPECIFIER = /(?:\bfrom\s+|\bimport\s*\(?\s*|\bnew URL\(\s*)"((?:\.{1,2}\/|#)[^"]+\.js)"/g;

test.each(Object.keys(LAYERS) as Part[])("assigns every folder of %s with files to exactly one layer", (part) => {
  const layers = LAYERS[part].flat();
  expect(new Set(layers).size).toBe(layers.length);
  const used = new Set(filesOf(part).map((file) => layerOf(part, file)));
  expect([...used].sort()).toEqual([...layers].sort());
});

test.each(Object.keys(LAYERS) as Part[])("imports only from lower layers within %s", (part) => {
  const heights = new Map(
    LAYERS[part].flatMap((layer, height) => layer.map((folder): [string, number] => [folder, height])),
  );
  const wrong = importsOf(part).filter(({ file, target }) => {
    const [from, to] = [layerOf(part, file), layerOf(part, target)];
    return target.startsWith(`${part}/`) && from !== to && heights.get(to)! >= heights.get(from)!;
  });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test.each(Object.keys(LAYERS) as Part[])("imports only permitted parts from %s", (part) => {
  const allowed = [part, ...PARTS[part]];
  const wrong = importsOf(part).filter(({ target }) => !allowed.includes(target.split("/")[0]!));
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("loads no image library for the cache statistics", () => {
  const loaded = modulesFrom("dist/build/cache/maintain-cache.js");
  expect(loaded).toContain("dist/build/analysis/analysis.js");
  expect(loaded).not.toContain("sharp");
});

/** All transitive imports of a compiled module; packages by name. */
function modulesFrom(file: string, found = new Set<string>()): string[] {
  if (found.has(file)) return [...found];
  found.add(file);
  for (const [, specifier] of readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^"]*"([^"]+)";/gm)) {
    const path = specifier!.startsWith("#") ? `dist/${specifier!.slice(1)}` : join(dirname(file), specifier!);
    if (/^[#.]/.test(specifier!)) modulesFrom(path, found);
    else found.add(specifier!);
  }
  return [...found];
}

function filesOf(part: string): string[] {
  const names = readdirSync(part, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(part, name));
}

/** All modules of this program that a part imports, including workers and dynamic imports. */
function importsOf(part: string): { readonly file: string; readonly target: string }[] {
  return filesOf(part).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(SPECIFIER)].map(([, specifier]) => {
      const target = specifier!.startsWith("#") ? specifier!.slice(1) : join(dirname(file), specifier!);
      return { file, target };
    }),
  );
}

function layerOf(part: Part, file: string): string {
  const layers: readonly string[] = LAYERS[part].flat();
  let folder = relative(part, dirname(file)) || ".";
  while (folder !== "." && !layers.includes(folder)) folder = dirname(folder);
  return folder;
}
