import { extname } from "node:path";
import { MAX_VARIANTS } from "#src/format/variant-names.js";
import { parseJson } from "#src/platform/nesting.js";
import type { RemovedIcon } from "../../dataset/removed-icons.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import type { Importer } from "../../dataset/upstream.js";
import { refuseOutsideReferences } from "../../image/decode/outside-references.js";
import { ImageError } from "../../image/image-file.js";
import { present } from "../one-line.js";
import { storedPath, versionIn } from "../upstream.js";
import { type AppsImport, type AppsResult, writeAppDataset } from "../write-app-dataset.js";
import { type FoundImage, MAX_IMAGE_BYTES } from "../write-images.js";
import { type OpenSource, openSource, readTextOf } from "./open-source.js";

const MAX_JSON_BYTES = 64 * 2 ** 20;
/** Formats of the files, best first. Drawings are sharp at any size; the others are renderings of one image. */
const DRAWING = ".svg";
const FORMATS = ["svg", "png", "webp"] as const;
/** Folders of images and metadata, and the files at the top. */
const NEEDED = new RegExp(`^(?:(?:meta|${FORMATS.join("|")})/)?[^/]+$`);
/** The beginnings of license files, and the SPDX ids of the licenses. */
const LICENSES: readonly (readonly [beginning: RegExp, id: string])[] = [
  [/^\s*Apache License\s+Version 2\.0/, "Apache-2.0"],
  [/^\s*Attribution 4\.0 International/, "CC-BY-4.0"],
  [/^\s*(?:The )?MIT License/, "MIT"],
];

/** Where an import reads and writes. */
export interface CollectionOptions {
  /** A folder, an installed npm package or a tarball. */
  readonly source: string;
  /** The dataset's folder: new, empty, or, with `force`, an earlier import, which is replaced. */
  readonly out: string;
  /** The dataset's name; default: that of the collection. */
  readonly name?: string | undefined;
  readonly force?: boolean | undefined;
  /** The developer of applications, which the collection doesn't name; default: "Unknown". */
  readonly developer?: string | undefined;
  /** Called before each icon and at the end. */
  onProgress?(progress: { readonly done: number; readonly total: number }): void;
}

/** The result of an import. */
export interface CollectionResult extends AppsResult {
  /** Number of imported variants. */
  readonly variants: number;
  /** Number of icons that the collection removed. */
  readonly removed: number;
  /** Number of records with each attribute: data that has no field of its own. */
  readonly attributes: Readonly<Record<string, number>>;
  /** Number of each value that is not imported, since `removed.json` has no place for it. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** The files of a collection. */
export interface CollectionFiles {
  /** The names of images, such as `plex-light`, with the paths of their files, best format first. */
  readonly images: ReadonlyMap<string, readonly string[]>;
  /** SPDX id of the collection's license file; undefined if it has none or another. */
  readonly license: string | undefined;
  /** The JSON of a file; undefined if there is none. @throws Error if it is not JSON */
  json(path: string): unknown;
  /** The paths of the `.json` files in a folder by their names without the ending, sorted. */
  jsonFiles(folder: string): ReadonlyMap<string, string>;
}

/** An icon of a collection. */
export interface CollectionIcon {
  /** Without its images. */
  readonly record: SourceRecord;
  /** The name of its image. */
  readonly image: string;
  /** The names of its variants' images, by name of the variant. */
  readonly variants: ReadonlyMap<string, string>;
}

/** What a collection has. */
export interface Collected {
  readonly icons: readonly CollectionIcon[];
  readonly removed: readonly RemovedIcon[];
  readonly leftOut: Readonly<Record<string, number>>;
}

/**
 * Converts a collection of files `svg/NAME.svg`, `png/NAME.png` and `webp/NAME.webp` to a dataset. Reads nothing
 * outside of it. Memory: all records.
 *
 * @throws Error if the source can't be read, has no icon, or the folder may not be replaced; nothing is left behind
 */
export async function importCollection(
  { source, out, name, force, developer, onProgress }: CollectionOptions,
  collection: { readonly name: string; readonly importer: Importer },
  collect: (files: CollectionFiles, skipped: AppsImport["skipped"]) => Promise<Collected>,
): Promise<CollectionResult> {
  const opened = await openSource(source, (path) => NEEDED.test(path));
  try {
    const files = collectionFiles(opened);
    if (files.images.size === 0)
      throw new Error(
        `${source} has no image in its folders ${FORMATS.join(", ")}. Give a checkout or tarball of ${collection.name}.`,
      );
    let found: Collected | undefined;
    let variants = 0;
    const attributes = new Map<string, number>();
    const { importer } = collection;
    const version = versionIn((path) => readTextOf(opened, path, MAX_JSON_BYTES));
    const sources = [{ from: storedPath(source, out), ...present({ version }) }];
    const upstream = { importer, sources, ...present({ developer }) };
    const target = { out, force, name: name ?? collection.name, file: `${importer}.ndjson`, upstream };
    const result = await writeAppDataset(target, async (work) => {
      found = await collect(files, work.skipped);
      const records: SourceRecord[] = [];
      const read = (id: string, image: string): FoundImage => {
        const [path, next] = files.images.get(image) ?? [];
        if (path === undefined) throw new ImageError(`the collection has no file ${image}`);
        const readFile = (file: string): FoundImage => ({
          extension: extname(file).toLowerCase(),
          bytes: opened.read(file, MAX_IMAGE_BYTES),
        });
        const best = readFile(path);
        if (best.extension !== DRAWING || next === undefined) return best;
        try {
          refuseOutsideReferences(best.bytes);
          return best;
        } catch (error) {
          const { message } = error as Error;
          const instead = readFile(next);
          const reason = `its drawing is left out for its ${instead.extension.slice(1)} file: ${message}`;
          work.skipped.add({ icon: id, reason });
          return instead;
        }
      };
      const copy = (id: string, image: string): Promise<string | undefined> =>
        work.takeOver(id, async () => read(id, image));
      for (const { record, image, variants: others } of found.icons) {
        onProgress?.({ done: records.length, total: found.icons.length });
        const own = await copy(record.id, image);
        const copied: { name: string; image: string }[] = [];
        for (const [variant, file] of [...others].slice(0, MAX_VARIANTS)) {
          const path = await copy(`${record.id}-${variant}`, file);
          if (path !== undefined) copied.push({ name: variant, image: path });
        }
        variants += copied.length;
        for (const field of Object.keys(record.attributes ?? {}))
          attributes.set(field, (attributes.get(field) ?? 0) + 1);
        records.push({
          ...record,
          ...(own === undefined ? {} : { image: own }),
          ...(copied.length === 0 ? {} : { variants: copied }),
        });
      }
      onProgress?.({ done: records.length, total: records.length });
      return { records, hidden: 0, removed: found.removed };
    });
    return {
      ...result,
      variants,
      removed: found!.removed.length,
      attributes: Object.fromEntries(attributes),
      leftOut: found!.leftOut,
    };
  } finally {
    opened.close();
  }
}

function collectionFiles(source: OpenSource): CollectionFiles {
  const images = new Map<string, string[]>();
  for (const format of FORMATS) {
    for (const file of source.names(format)) {
      const name = file.slice(0, -format.length - 1);
      if (extname(file).toLowerCase() !== `.${format}`) continue;
      const paths = images.get(name) ?? [];
      // Of files that differ in case only, one is enough.
      if (paths.every((path) => !path.startsWith(`${format}/`))) images.set(name, [...paths, `${format}/${file}`]);
    }
  }
  const top = new Set(source.names("."));
  const text = top.has("LICENSE") ? readTextOf(source, "LICENSE", MAX_JSON_BYTES) : "";
  return {
    images,
    license: LICENSES.find(([beginning]) => beginning.test(text))?.[1],
    json(path) {
      if (!path.includes("/") && !top.has(path)) return undefined;
      const json = readTextOf(source, path, MAX_JSON_BYTES);
      try {
        return parseJson(json);
      } catch (error) {
        throw new Error(`${path} is not JSON: ${(error as Error).message}`);
      }
    },
    jsonFiles(folder) {
      const files = source.names(folder).filter((file) => extname(file).toLowerCase() === ".json");
      return new Map(files.map((file) => [file.slice(0, -".json".length), `${folder}/${file}`]));
    },
  };
}
