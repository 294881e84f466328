import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { LEAST_DIFFERENCE } from "#build/analysis/theme-pairs.js";
import { compile } from "#build/compile/compile.js";
import { importBrands } from "#build/import/collections/brands.js";
import type { CollectionOptions } from "#build/import/collections/import-collection.js";
import { SIMPLE_ICONS } from "#build/import/collections/simple-icons.js";
import { SVGL } from "#build/import/collections/svgl.js";
import type { AppsResult } from "#build/import/write-app-dataset.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { toOklab } from "#src/color/culori.js";
import { temporaryFolder } from "../../support/folder.js";
import { startService } from "../../support/service.js";

/**
 * The folder of the real collections: a checkout or npm package in `simple-icons` and in `svgl`. Collections that are
 * not there are skipped.
 */
const COLLECTIONS = resolve(process.env.ICONS_TEST_COLLECTIONS ?? "bench/node_modules");
const AT_ONCE = 16;
const PIXELS = 48;
/** Mean difference of channels, of 255: drawings are rewritten, rasters resized with another kernel. */
const SAME_IMAGE = { drawing: 2, raster: 8 };

type Values = Readonly<Record<string, unknown>>;

/** An icon as its source has it. */
interface Expected {
  readonly id: string;
  /** Fields of the record, with absent ones as undefined. */
  readonly fields: Values;
  /** Paths of its images by variant; the main image has an empty name. */
  readonly images: Readonly<Record<string, string>>;
}

interface Collection {
  readonly name: string;
  readonly run: (options: CollectionOptions) => Promise<AppsResult>;
  /** Reads the source itself. */
  readonly expected: (folder: string) => readonly Expected[];
}

const COMPARED = [
  ...["name", "developer", "category", "categories", "website", "source", "guidelines", "license", "licenseUrl"],
  ...["keywords", "createdAt", "updatedAt", "attributes"],
];

const json = (folder: string, path: string) => JSON.parse(readFileSync(join(folder, path), "utf8"));

function simpleIcons(folder: string): Expected[] {
  const { license: own } = json(folder, "package.json");
  return json(folder, "data/simple-icons.json").map((entry: Values & { slug: string }) => {
    const { title, slug, source, guidelines, ...others } = entry;
    const license = entry.license as { type: string; url?: string } | undefined;
    const { aka = [], old = [], loc = {}, dup = [] } = (entry.aliases ?? {}) as Record<string, never>;
    const duplicates = (dup as { title: string; loc?: object }[]).flatMap((one) => [
      one.title,
      ...Object.values(one.loc ?? {}),
    ]);
    const aliases = [...aka, ...old, ...Object.values(loc), ...duplicates];
    return {
      id: slug,
      fields: {
        ...{ name: title, developer: title, category: "brands", source, guidelines },
        license: license === undefined ? own : license.type === "custom" ? "Custom" : license.type,
        ...{ licenseUrl: license?.url, aliases, attributes: { set: "Simple Icons", ...others } },
      },
      images: { "": `icons/${slug}.svg` },
    };
  });
}

function svgl(folder: string): Expected[] {
  const text = readFileSync(join(folder, "src/data/svgs.ts"), "utf8");
  // The list is trusted here, so the test runs it instead of parsing it as the importer does.
  const entries: Values[] = new Function(`return ${text.slice(text.indexOf("= [") + 2)}`)();
  const ids = new Set<string>();
  // Entries with the same id are numbered by title, then by path.
  const keyOf = ({ title, route }: Values): string => `${title}\0${JSON.stringify(route)}`;
  return entries
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((entry) => {
      const { title, url, brandUrl, ...attributes } = entry;
      const route = entry.route as string | { light: string; dark: string };
      const wordmark = entry.wordmark as typeof route | undefined;
      const path = (image: string): string => join("static", image);
      const both = (prefix: string, of: typeof route | undefined) =>
        typeof of === "object" ? { [`${prefix}light`]: path(of.dark), [`${prefix}dark`]: path(of.light) } : {};
      const base = (title as string)
        .normalize("NFKD")
        .replaceAll(/[\u0300-\u036f'’]/g, "")
        .toLowerCase()
        .replaceAll(/(?<=[\p{L}\p{N}])\+\+(?![\p{L}\p{N}])/gu, " plus plus")
        .replaceAll(/(?<=[\p{L}\p{N}])\+(?![\p{L}\p{N}])/gu, " plus")
        .replaceAll(/(?<=[\p{L}\p{N}])#(?![\p{L}\p{N}])/gu, " sharp")
        .replaceAll(/(?<![\p{L}\p{N}])\.(?=\p{L}+(?![\p{L}\p{N}]))/gu, "dot ")
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean)
        .join("-");
      let id = base;
      for (let count = 2; ids.has(id); count++) id = `${base}-${count}`;
      ids.add(id);
      const categories = [entry.category].flat().map(String);
      return {
        id,
        fields: {
          ...{
            name: title,
            developer: title,
            category: categories[0],
            website: url,
            guidelines: brandUrl,
            aliases: [],
          },
          ...(categories.length > 1 ? { categories } : {}),
          attributes: { set: "svgl", ...attributes },
        },
        images: {
          "": path(typeof route === "string" ? route : route.light),
          ...both("", route),
          ...(wordmark && { wordmark: path(typeof wordmark === "string" ? wordmark : wordmark.light) }),
          ...both("wordmark-", wordmark),
        },
      };
    });
}

const COLLECTIONS_OF_ICONS: readonly Collection[] = [
  { name: "simple-icons", run: (options) => importBrands(SIMPLE_ICONS, options), expected: simpleIcons },
  { name: "svgl", run: (options) => importBrands(SVGL, options), expected: svgl },
];

describe.each(COLLECTIONS_OF_ICONS)("the whole collection $name", ({ name, run, expected }) => {
  const source = join(COLLECTIONS, name);
  it.skipIf(!existsSync(source))("is imported without loss: each field and image of each icon is served", async () => {
    const folder = temporaryFolder({});
    const [data, out] = [`${folder}/data`, `${folder}/out`];
    const result = await run({ source, out: data });
    const built = await compile({ data, out });
    expect(built.icons).toBe(result.icons);
    const catalog = openCatalog(out);
    const service = await startService(out, { anonymous: "pro", renderers: 1 });
    const icons = expected(source);
    const dropped = new Set(built.skipped.map(({ id, variant = "" }) => `${id} ${variant}`));
    const counts = { icons: 0, images: 0, missing: [] as string[] };
    const differences: unknown[] = [];
    const compare = async ({ id, fields, images }: Expected): Promise<void> => {
      const { status, body } = await service.ask(`/api/v1/icons/${encodeURIComponent(id)}`);
      if (status !== 200) return void differences.push({ id, status });
      const { aliases, ...others } = fields;
      const own = Object.fromEntries(COMPARED.map((field) => [field, body.data[field]]));
      const wanted = [...new Set(aliases as string[])].filter((alias) => alias !== fields.name);
      const served = { ...own, aliases: catalog.get(id).aliases ?? [] };
      const differing = differingFields(served, { ...others, aliases: wanted });
      if (differing.length > 0) differences.push({ id, differing });
      const variants = ((body.data.variants ?? []) as { name: string }[]).map((variant) => variant.name);
      const paths = Object.entries(images).filter(([variant, path]) => {
        const exists = existsSync(join(source, path));
        if (!exists) counts.missing.push(path);
        return exists && !dropped.has(`${id} ${variant}`);
      });
      const names = paths.map(([variant]) => variant).filter(Boolean);
      if (names.toSorted().join() !== variants.toSorted().join()) differences.push({ id, names, variants });
      for (const [variant, path] of await namedByLightness(source, paths)) {
        const difference = await imageDifference(join(source, path), async (query) => {
          const asked = variant === "" ? query : `${query}&variant=${variant}`;
          return (await service.ask(`/images/${encodeURIComponent(id)}${asked}`)).bytes;
        });
        if (!(difference <= SAME_IMAGE[path.endsWith(".svg") ? "drawing" : "raster"]))
          differences.push({ id, variant, path, difference });
        counts.images++;
      }
      counts.icons++;
    };
    try {
      for (let at = 0; at < icons.length; at += AT_ONCE) await Promise.all(icons.slice(at, at + AT_ONCE).map(compare));
    } finally {
      await service.close();
    }
    // Names what the source lacks, and drawings that show nothing.
    console.info(name, result.icons, "icons imported,", counts, result.skipped, result.withoutImage, built.skipped);
    expect(differences.slice(0, 20)).toEqual([]);
    expect([counts.icons, result.withoutImage.count]).toEqual([icons.length, counts.missing.length]);
  });
});

type Paths = readonly (readonly [variant: string, path: string])[];

/** The paths of images by variant, where the image of `light` is the lighter one of a pair. */
async function namedByLightness(source: string, paths: Paths): Promise<Paths> {
  const images = new Map(paths);
  for (const [light, path] of paths) {
    const dark = light.replace(/light$/, "dark");
    const other = images.get(dark);
    if (!/(^|-)light$/.test(light) || other === undefined) continue;
    const [one, two] = await Promise.all([path, other].map((file) => lightnessOf(join(source, file))));
    if (two! - one! > LEAST_DIFFERENCE) images.set(light, other).set(dark, path);
  }
  return [...images];
}

/** The mean lightness of an image, weighted by opacity, 0 to 1. */
async function lightnessOf(file: string): Promise<number> {
  const data = await sharp(file, { unlimited: true })
    .resize(PIXELS)
    .toColorspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer();
  let [sum, weight] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
    sum += alpha * toOklab({ mode: "rgb", r: r / 255, g: g / 255, b: b / 255 }).l;
    weight += alpha;
  }
  return sum / weight;
}

/** The fields that differ, with both values. */
function differingFields(served: Values, wanted: Values): unknown[] {
  const [a, b] = [served, wanted].map((values) => JSON.parse(JSON.stringify(values)) as Values);
  return [...new Set([...Object.keys(a!), ...Object.keys(b!)])]
    .filter((field) => !isDeepStrictEqual(a![field], b![field]))
    .map((field) => ({ field, served: a![field], source: b![field] }));
}

/** The mean difference of a file and its served image in a square of some pixels, on gray. */
async function imageDifference(file: string, served: (query: string) => Promise<Buffer>): Promise<number> {
  const isDrawing = file.endsWith(".svg");
  const source = readFileSync(file);
  const bytes = await served(isDrawing ? ".svg?" : `.png?size=${PIXELS}`);
  if (bytes.equals(source)) return 0;
  // librsvg refuses to read the undefined namespaces of some editors.
  const readable = isDrawing ? source.toString().replaceAll(/="&?(ns_\w+);"/g, '="https://$1.example/"') : source;
  const [a, b] = await Promise.all([pixelsOf(Buffer.from(readable)), pixelsOf(bytes)]).catch((error: Error) => {
    throw new Error(`${file}: ${error.message}`);
  });
  return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) / a.length;
}

async function pixelsOf(bytes: Buffer): Promise<Uint8Array> {
  const input = await sharp(bytes, { unlimited: true })
    .resize(PIXELS, PIXELS, { fit: "contain", background: "#0000" })
    .png()
    .toBuffer();
  return sharp({ create: { width: PIXELS, height: PIXELS, channels: 3, background: "#808080" } })
    .composite([{ input }])
    .raw()
    .toBuffer();
}
