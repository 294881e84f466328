import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  BLOBS,
  type Blob,
  DICTIONARIES,
  type DictionaryName,
  dictionaryFile,
  FACET_COUNTS_FILE,
  HASH_FILE,
  OPTIONAL_BLOBS,
  PALETTE_FILE,
  postingsFile,
  REMOVED,
  type RecordBlob,
  SET_NAMES_FILE,
  SHAPE_CLUSTERS_FILE,
  SHAPE_FILE,
  SHAPE_INDEX_FILE,
  SHAPE_SUMS_FILE,
  SYNONYMS,
  shardFile,
  TERM_ENDINGS_FILE,
  TERM_TRIE_FILE,
  VECTOR_FILE,
  vectorShardFile,
} from "../../format/artifact-files.js";
import { type Dictionary, decodeDictionary } from "../../format/dictionary.js";
import { decodeFacetCounts, type FacetCounts } from "../../format/facet-counts.js";
import { FACETS } from "../../format/filter-facets.js";
import { FormatError, REBUILD } from "../../format/format-error.js";
import { decodeHashTable, type HashTable } from "../../format/hash-table.js";
import { decodeLocator, encodeLocator } from "../../format/locator.js";
import {
  decodeManifest,
  generationName,
  MANIFEST_FILE,
  MAX_MANIFEST_BYTES,
  type Manifest,
} from "../../format/manifest.js";
import { ORDER_NAMES, type OrderName } from "../../format/order-names.js";
import { decodeOrderTable, type OrderTable, orderFile } from "../../format/order-table.js";
import { decodePaletteTable, type PaletteTable } from "../../format/palette-table.js";
import { quote } from "../../format/quote.js";
import { decodeShapeClusters, decodeShapeSums } from "../../format/shape-clusters.js";
import { decodeShapeChunks } from "../../format/shape-index.js";
import { decodeShapeTable, type ShapeTable } from "../../format/shape-table.js";
import { decodeTermEndings, type TermEndings } from "../../format/term-endings.js";
import { decodeTermTrie, type TermTrie } from "../../format/term-trie.js";
import { SYNONYM_SLOTS, synonymUniverse, TEXT_LEVELS } from "../../format/text-levels.js";
import { decodeVectorTable, type VectorTable } from "../../format/vector-table.js";
import { PHASH_VERSION } from "../../phash/phash.js";
import { mapFile } from "../../platform/map-file.js";
import { IrregularFileError, readRegularFile } from "../../platform/read-regular-file.js";
import { FOLD_VERSION } from "../../text/fold.js";
import { type BlobReader, checkItems, emptyBlob, readBlob } from "./blob-reader.js";

/** The file that names the live generation. */
export const CURRENT_FILE = "CURRENT";

/** The form of a `generationName`. */
export const GENERATION_NAME = /^[0-9a-f]{32}$/;

/** A name, plus what an editor may add around it. */
const MAX_CURRENT_BYTES = 100;
const BYTE_ORDER_MARK = /^\ufeff/;

/** An open generation: every file is mapped, only the manifest is parsed. */
export interface Generation {
  readonly name: string;
  readonly manifest: Manifest;
  /** Time of the build: the manifest's modification time. */
  readonly builtAt: Date;
  /** The same of another generation in the folder; undefined if there is none. */
  builtAtOf(name: string): Date | undefined;
  readonly hashes: HashTable;
  readonly palettes: PaletteTable;
  readonly shapes: ShapeTable;
  readonly vectors: VectorTable;
  readonly facetCounts: FacetCounts;
  readonly orders: Readonly<Record<OrderName, OrderTable>>;
  /** The keys of `terms`. */
  readonly termTrie: TermTrie;
  readonly termEndings: TermEndings;
  /** Words and phrases with the indexes of terms of `texts` that mean the same. */
  readonly synonyms: Dictionary;
  /** Ids of removed icons, with their `Removal` as label. */
  readonly removed: Dictionary;
  dictionary(name: DictionaryName): Dictionary;
  blob(name: RecordBlob): BlobReader;
  /** The Iconify sets, see `SET_KEYS`: the item of a key has the key's index. */
  readonly sets: { readonly names: Dictionary; readonly items: BlobReader };
}

/**
 * The name of the live generation, or undefined if nothing has been built.
 *
 * @throws FormatError if the file is damaged, StorageError or the system's error if it can't be read
 */
export function readCurrent(artifacts: string): string | undefined {
  const path = join(artifacts, CURRENT_FILE);
  const remedy = "remove it, then run `icons build` or `icons fetch` again";
  let text: string;
  try {
    text = readRegularFile(path, MAX_CURRENT_BYTES).toString("utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "ELOOP") throw new FormatError(path, "is a link to itself", remedy);
    throw error instanceof IrregularFileError ? new FormatError(path, error.problem, remedy) : error;
  }
  const name = parseCurrent(text);
  if (name === undefined) throw new FormatError(path, `must hold the name of a generation, not ${quote(text)}`, remedy);
  return name;
}

/**
 * The generation named by the content of `CURRENT`, ignoring surrounding white space and a byte order mark. Undefined
 * if it is not a name.
 */
export function parseCurrent(text: string): string | undefined {
  const name = text.replace(BYTE_ORDER_MARK, "").trim();
  return GENERATION_NAME.test(name) ? name : undefined;
}

/** All generations of a folder, newest first. Empty if there is no such folder. */
export function generationsByAge(artifacts: string): string[] {
  if (!existsSync(artifacts)) return [];
  const builtAt = (name: string): number => {
    try {
      return statSync(join(artifacts, name, MANIFEST_FILE), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    } catch (error) {
      // A link to itself may have the name of a generation.
      if ((error as NodeJS.ErrnoException).code === "ELOOP") return 0;
      throw error;
    }
  };
  return readdirSync(artifacts)
    .filter((name) => GENERATION_NAME.test(name))
    .map((name) => ({ name, built: builtAt(name) }))
    .sort((a, b) => b.built - a.built)
    .map(({ name }) => name);
}

/**
 * Reads the manifest of a generation and verifies its name.
 *
 * @throws FormatError if it is missing, damaged or of another version, StorageError or the system's error if it can't
 * be read
 */
export function openManifest(artifacts: string, name: string): Manifest {
  const path = join(artifacts, name, MANIFEST_FILE);
  const bytes = readPart(path, () => readRegularFile(path, MAX_MANIFEST_BYTES));
  if (generationName(bytes) !== name) throw new FormatError(path, "was modified: it does not match its folder's name");
  const manifest = decodeManifest(bytes, path);
  checkRules(manifest, path);
  return manifest;
}

/**
 * Opens a generation. Checks the manifest against the folder's name, every file's size and every table's header.
 * Opening stays instant at any size; `verifyGeneration` checks the full checksums.
 *
 * @throws FormatError if something is missing, damaged or of another version, so that a retry is useless; StorageError
 * or the system's error if something can't be read now
 */
export function openGeneration(artifacts: string, name: string): Generation {
  const folder = join(artifacts, name);
  const manifest = openManifest(artifacts, name);
  const open = openerOf(folder, manifest);

  const dictionaries = new Map<DictionaryName, Dictionary>();
  for (const dictionary of [...DICTIONARIES, ...FACETS]) {
    const file = dictionaryFile(dictionary);
    const openShard = (shard: number): Uint8Array => open(postingsFile(dictionary, shard));
    dictionaries.set(dictionary, decodeDictionary(open(file), join(folder, file), manifest.icons, openShard));
  }
  const blobs = new Map<RecordBlob, BlobReader>();
  for (const blob of RECORD_BLOBS) blobs.set(blob, openBlob(blob, folder, manifest.icons, open));
  const hasVariants = manifest.files.some(({ name }) => name === BLOBS.variants.locator);
  blobs.set("variants", hasVariants ? openBlob("variants", folder, manifest.icons, open) : NO_VARIANTS);
  blobs.set("cards", checkItems(blobs.get("cards")!));
  const hashes = decodeHashTable(open(HASH_FILE), join(folder, HASH_FILE));
  if (hashes.count !== manifest.icons)
    throw new FormatError(join(folder, HASH_FILE), "has a different number of icons than the manifest");

  const palettes = decodePaletteTable(open(PALETTE_FILE), join(folder, PALETTE_FILE));
  if (palettes.count !== 0 && palettes.count !== manifest.icons)
    throw new FormatError(join(folder, PALETTE_FILE), "has a different number of icons than the manifest");

  const sumsPath = join(folder, SHAPE_SUMS_FILE);
  const indexPath = join(folder, SHAPE_INDEX_FILE);
  const clustersPath = join(folder, SHAPE_CLUSTERS_FILE);
  const shapes = decodeShapeTable(open(SHAPE_FILE), join(folder, SHAPE_FILE), () => {
    const chunks = decodeShapeChunks(open(SHAPE_INDEX_FILE), indexPath);
    const clusters = decodeShapeClusters(open(SHAPE_CLUSTERS_FILE), clustersPath);
    const sums = decodeShapeSums(open(SHAPE_SUMS_FILE), clusters, sumsPath);
    return chunks && clusters && sums && { chunks, clusters, sums };
  });
  if (shapes.count !== 0 && shapes.count !== manifest.icons)
    throw new FormatError(join(folder, SHAPE_FILE), "has a different number of icons than the manifest");

  const openVectors = (shard: number): Uint8Array => open(vectorShardFile(shard));
  const vectors = decodeVectorTable(open(VECTOR_FILE), join(folder, VECTOR_FILE), openVectors);
  if (vectors.count !== 0 && vectors.count !== manifest.icons)
    throw new FormatError(join(folder, VECTOR_FILE), "has a different number of icons than the manifest");

  const facetCounts = decodeFacetCounts(open(FACET_COUNTS_FILE), join(folder, FACET_COUNTS_FILE));
  if (FACETS.some((facet, at) => dictionaries.get(facet)!.size !== facetCounts.sizes[at]))
    throw new FormatError(join(folder, FACET_COUNTS_FILE), "counts labels that don't exist, or misses some");

  const termTrie = decodeTermTrie(open(TERM_TRIE_FILE), join(folder, TERM_TRIE_FILE));
  if (termTrie.size !== dictionaries.get("terms")!.size)
    throw new FormatError(join(folder, TERM_TRIE_FILE), "has a different number of terms than the manifest");

  const texts = dictionaries.get("texts")!;
  if (texts.slots !== TEXT_LEVELS.length)
    throw new FormatError(join(folder, dictionaryFile("texts")), "has another number of posting lists per word");
  const termEndings = decodeTermEndings(
    open(TERM_ENDINGS_FILE),
    join(folder, TERM_ENDINGS_FILE),
    dictionaries.get("terms")!,
  );
  const synonymFile = dictionaryFile(SYNONYMS);
  const synonymPath = join(folder, synonymFile);
  const synonymBytes = open(synonymFile);
  const synonymCount = decodeDictionary(synonymBytes, synonymPath, 1).size;
  const synonyms = decodeDictionary(synonymBytes, synonymPath, synonymUniverse(texts.size, synonymCount));
  if (synonyms.slots !== SYNONYM_SLOTS)
    throw new FormatError(synonymPath, "has another number of posting lists per word");

  const setNames = decodeDictionary(open(SET_NAMES_FILE), join(folder, SET_NAMES_FILE), 1);
  const setItems = openBlob("sets", folder, setNames.size, open);
  const openOrder = (name: OrderName): OrderTable =>
    decodeOrderTable(open(orderFile(name)), join(folder, orderFile(name)), manifest.icons, facetCounts.sizes);
  const orders = Object.fromEntries(ORDER_NAMES.map((name) => [name, openOrder(name)])) as Generation["orders"];
  const removedFile = dictionaryFile(REMOVED);
  const removed = decodeDictionary(open(removedFile), join(folder, removedFile), manifest.icons);

  return {
    name,
    manifest,
    builtAt: statSync(join(folder, MANIFEST_FILE)).mtime,
    builtAtOf: (other) => statSync(join(artifacts, other, MANIFEST_FILE), { throwIfNoEntry: false })?.mtime,
    hashes,
    palettes,
    shapes,
    vectors,
    facetCounts,
    orders,
    termTrie,
    termEndings,
    synonyms,
    removed,
    dictionary: (dictionary) => dictionaries.get(dictionary) as Dictionary,
    blob: (blob) => blobs.get(blob) as BlobReader,
    sets: { names: setNames, items: setItems },
  };
}

/**
 * @throws FormatError if a generation was built with other rules than this program's, so that lookups would not match
 */
export function checkRules({ fold, phash }: Manifest, path: string): void {
  if (fold !== FOLD_VERSION || phash !== PHASH_VERSION) {
    throw new FormatError(
      path,
      `was built with fold version ${fold} and hash version ${phash}; this program has ${FOLD_VERSION} and ${PHASH_VERSION}`,
      REBUILD,
    );
  }
}

/** Reads a file of a generation. A missing file, or a path that is not a file, counts as damage. */
function readPart<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (GONE.includes(code)) throw new FormatError(path, "is missing");
    throw error instanceof IrregularFileError ? new FormatError(path, error.problem) : error;
  }
}

function openerOf(folder: string, manifest: Manifest): (file: string) => Uint8Array {
  const sizes = new Map(manifest.files.map(({ name, size }) => [name, size]));
  return (file) => {
    const path = join(folder, file);
    const size = sizes.get(file);
    if (size === undefined) throw new FormatError(path, "is not listed in the manifest");
    const bytes = readPart(path, () => mapFile(path));
    if (bytes.length !== size) throw new FormatError(path, `has ${bytes.length} bytes, the manifest says ${size}`);
    return bytes;
  };
}

/** @param items number of its items */
function openBlob(blob: Blob, folder: string, items: number, open: (file: string) => Uint8Array): BlobReader {
  const file = BLOBS[blob].locator;
  const locator = decodeLocator(open(file), join(folder, file));
  if (locator.count === 0 && OPTIONAL_BLOBS.has(blob)) return emptyBlob(locator, join(folder, file));
  if (locator.count !== items) throw new FormatError(join(folder, file), `has ${locator.count} items, not ${items}`);
  const names = Array.from({ length: locator.shards }, (_, shard) => shardFile(blob, shard));
  const shards = names.map((name) => {
    const bytes = open(name);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  });
  const paths = names.map((name) => join(folder, name));
  return readBlob(locator, join(folder, file), shards, paths, BLOBS[blob].maxBytes);
}

const RECORD_BLOBS: readonly RecordBlob[] = ["records", "cards", "images"];
/** A blob whose files are missing, since no icon has an item. */
const NO_VARIANTS = emptyBlob(
  decodeLocator(encodeLocator([], new Uint32Array(0)), BLOBS.variants.locator),
  BLOBS.variants.locator,
);
/** Nothing exists at the path, or a link leads nowhere. */
const GONE: readonly string[] = ["ENOENT", "ENOTDIR", "ELOOP"];

/** The manifest of a generation, or undefined if there is none that this program can read. */
export function readManifest(artifacts: string, generation: string): Manifest | undefined {
  const path = join(artifacts, generation, MANIFEST_FILE);
  try {
    return decodeManifest(readRegularFile(path, MAX_MANIFEST_BYTES), path);
  } catch {
    return undefined;
  }
}
