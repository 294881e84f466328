import { basename, dirname, extname } from "node:path";
import { labelKey } from "#src/format/filter-facets.js";
import { parseUrl } from "#src/platform/parse-url.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import type { Importer } from "../../dataset/upstream.js";
import { IMAGE_ENDINGS } from "../../image/image-file.js";
import { labelOf, present } from "../one-line.js";
import { storedPath, versionIn } from "../upstream.js";
import { type AppsImport, type AppsResult, writeAppDataset } from "../write-app-dataset.js";
import { MAX_IMAGE_BYTES } from "../write-images.js";
import { type OpenSource, openSource, readTextOf } from "./open-source.js";
import { createThemeNames } from "./theme-names.js";

const MAX_INDEX_BYTES = 2 ** 26;
const MAX_ALIASES = 50;
/** Read by some collections in addition to their index. */
const PACKAGE_FILE = "package.json";
const DEFAULT_CATEGORY = "brands";

export interface BrandsOptions {
  /** A folder, an installed npm package or a tarball. */
  readonly source: string;
  /** The dataset's folder: new, empty, or, with `force`, an earlier import, which is replaced. */
  readonly out: string;
  /** The dataset's name; default: that of the collection. */
  readonly name?: string | undefined;
  readonly force?: boolean | undefined;
}

export interface BrandsResult extends AppsResult {
  /** How many icons have each field of `attributes`. */
  readonly attributes: Readonly<Record<string, number>>;
}

/** A collection of brand icons. */
export interface BrandCollection {
  readonly name: string;
  readonly importer: Importer;
  /** The file that lists the icons, relative to the source. */
  readonly index: string;
  /** The same in earlier versions, if it had another path. */
  readonly formerIndex?: string;
  /**
   * The icons of the collection.
   *
   * @param index the text of the index @param read reads another file of the source as text
   * @throws Error with the reason why it is not such a collection
   */
  brands(index: string, read: (path: string) => string): readonly Brand[];
}

/** An icon of a collection. Texts are as in the source. */
export interface Brand {
  readonly id: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly categories?: readonly string[];
  /** Fields of the record that are taken over as they are. */
  readonly fields: Partial<SourceRecord>;
  /** Path of the image in the source. */
  readonly image: string;
  /** The brand's color as `#rrggbb`, which a drawing gets that names none. */
  readonly paint?: string;
  /**
   * Paths of further images by the names of their variants. `light` and `dark` are exchanged if the colors of the images
   * say so.
   */
  readonly variants: Readonly<Record<string, string>>;
  /** What has no field. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * Converts a collection of brand icons to a dataset with its images. Memory: all records.
 *
 * @throws Error if the source is not such a collection, it has no icon, or the folder may not be replaced; nothing is
 * left behind
 */
export async function importBrands(
  { name, importer, brands, ...collection }: BrandCollection,
  { source, out, force, name: datasetName = name }: BrandsOptions,
): Promise<BrandsResult> {
  const isNeeded = (path: string): boolean =>
    path === collection.index ||
    path === collection.formerIndex ||
    path === PACKAGE_FILE ||
    IMAGE_ENDINGS.has(extname(path).toLowerCase());
  const files = await openSource(source, isNeeded);
  try {
    return await importFrom(files);
  } finally {
    files.close();
  }

  async function importFrom(files: OpenSource): Promise<BrandsResult> {
    const paths = [collection.index, collection.formerIndex ?? collection.index];
    const index = paths.find((path) => files.names(dirname(path)).includes(basename(path)));
    if (index === undefined)
      throw new Error(
        `${source} has no file ${collection.index}, so it is not ${name}. Give a checkout, package or tarball of it.`,
      );
    const read = (path: string): string => readTextOf(files, path, MAX_INDEX_BYTES);
    const found = readingFrom(`${source}: ${index}`, () => brands(read(index), read));
    const attributes: Record<string, number> = {};
    const readImage = (path: string): Buffer => files.read(path, MAX_IMAGE_BYTES);
    const themeNames = createThemeNames(readImage);
    try {
      const sources = [{ from: storedPath(source, out), ...present({ version: versionIn(read) }) }];
      const upstream = { importer, sources };
      const target = { out, force, name: datasetName, file: `${importer}.ndjson`, upstream };
      const result = await writeAppDataset(target, async (work) => {
        const records: SourceRecord[] = [];
        const spellings = new Map<string, string>();
        for (const brand of found) {
          const variants = await themeNames.correct(brand.variants);
          records.push(
            await recordOf(
              { ...brand, fields: { attribution: name, ...brand.fields }, variants },
              readImage,
              spellings,
              work,
            ),
          );
          for (const field of Object.keys(brand.attributes)) attributes[field] = (attributes[field] ?? 0) + 1;
        }
        return { records, hidden: 0 };
      });
      return { ...result, attributes };
    } finally {
      await themeNames.close();
    }
  }
}

function readingFrom<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

/** @param spellings of categories, as they came first: builds take those that differ in case only for mistakes */
async function recordOf(
  brand: Brand,
  readImage: (path: string) => Buffer,
  spellings: Map<string, string>,
  { takeOver, withoutImage }: AppsImport,
): Promise<SourceRecord> {
  const { id, name, fields, attributes } = brand;
  const copy = (path: string, as: string): Promise<string | undefined> =>
    takeOver(as, async () => {
      const bytes = readImage(path);
      const extension = extname(path).toLowerCase();
      return { extension, bytes: extension === ".svg" ? painted(bytes, brand.paint) : bytes };
    });
  const image = await copy(brand.image, id);
  const variants: { name: string; image: string }[] = [];
  for (const [variant, path] of Object.entries(brand.variants)) {
    const copied = await copy(path, `${id}-${variant}`);
    if (copied !== undefined) variants.push({ name: variant, image: copied });
  }
  if (image === undefined && variants.length > 0) withoutImage.add({ icon: id, reason: "has variants only" });
  const given = (brand.categories ?? []).map(labelOf).filter((label) => label !== "");
  for (const label of given) if (!spellings.has(labelKey(label))) spellings.set(labelKey(label), label);
  const labels = [...new Set(given.map((label) => spellings.get(labelKey(label))!))];
  const aliases = [...new Set(brand.aliases)].filter((alias) => alias !== name).slice(0, MAX_ALIASES);
  return {
    id,
    name,
    // Collections of brands don't say who owns them; the brand is the best known name.
    developer: name,
    category: labels[0] ?? DEFAULT_CATEGORY,
    ...(labels.length > 1 ? { categories: labels } : {}),
    ...(aliases.length > 0 ? { aliases } : {}),
    ...fields,
    ...(image === undefined ? {} : { image }),
    ...(image === undefined || variants.length === 0 ? {} : { variants }),
    attributes,
  } as SourceRecord;
}

/** A URL as it is written; undefined if records can't have it. */
export function urlOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 2000 || /\s/.test(value)) return undefined;
  return /^https?:$/.test(parseUrl(value)?.protocol ?? "") ? value : undefined;
}

/** The fields that records can have, and the others as attributes, so that nothing is lost. */
export function sorted(
  fields: Readonly<Record<string, { readonly from: string; readonly value: unknown; readonly as: unknown }>>,
): { readonly fields: Partial<SourceRecord>; readonly attributes: Readonly<Record<string, unknown>> } {
  const kept: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  for (const [field, { from, value, as }] of Object.entries(fields)) {
    if (as !== undefined) kept[field] = as;
    else if (value !== undefined) attributes[from] = value;
  }
  return { fields: kept as Partial<SourceRecord>, attributes };
}

/** A drawing in a color, unless its root element has one. */
function painted(drawing: Buffer, color: string | undefined): Buffer {
  if (color === undefined) return drawing;
  return Buffer.from(drawing.toString().replace(/<svg(?![^>]*\sfill=)/, `<svg fill="${color}"`));
}
