import type { IconifyInfo } from "@iconify/types";
import { FormatError } from "../format/format-error.js";
import {
  type AliasData,
  charactersKey,
  type Dimensions,
  decodeSetIcon,
  encodeSetIcon,
  type IconData,
  iconifyCredits,
  isSetIcon,
  SET_KEYS,
  type SetFacts,
  type SetList,
  setKey,
} from "../format/icon-sets.js";
import { keyBytes } from "../format/key-bytes.js";
import { decodeStoredImage } from "../format/stored-image.js";
import { composeDrawing } from "../images/compose-drawing.js";
import { toIconData } from "../images/drawing-parts.js";
import { toImageRequest } from "../images/image-options.js";
import { asByteText, type ByteText, fromByteText, toByteText } from "../text/byte-text.js";
import type { CooperativeTask } from "./execution/cooperative-task.js";
import type { Generation } from "./generation/generation.js";
import type { RecordReader } from "./records.js";

/** The names that the Iconify API accepts. */
export const ICON_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Names of icons, aliases and characters. */
const ITEM_NAME = /^[a-z0-9-]+$/;
const MAX_SAMPLES = 6;
const AS_STORED = toImageRequest({ format: "svg" });
/** Records listed per step of the task, about a millisecond. */
const STEP_RECORDS = 256;

/** A set with the parts of responses that don't depend on a request, as JSON in byte text. */
export interface IconSet {
  readonly prefix: string;
  readonly facts: SetFacts;
  /** Undefined without `facts.info`. */
  readonly info: ByteText | undefined;
  /** The members `prefix`, `lastModified` and default dimensions of a response with icons, without braces. */
  readonly head: ByteText;
}

/** The Iconify sets of a generation, and a set of the records whose ids have no prefix. */
export interface IconSets {
  /** The sets by prefix, in display order. */
  readonly all: ReadonlyMap<string, IconSet>;
  /** The set of a prefix, also of one that is not listed since all of its icons were renamed. */
  find(prefix: string): IconSet | undefined;
  /** Prefix of the set of records without a prefix; undefined if there are none, or the generation has such a set. */
  readonly ownPrefix: string | undefined;
  /** The set and name of the record with this id; undefined if it is in no set. */
  placeOf(id: string): { readonly prefix: string; readonly name: string } | undefined;
  /**
   * An icon, alias or character; of a former id an alias, or if the icon is in another set, its drawing. Undefined if
   * there is none. Cheaper than `item`, which has to be parsed.
   * @throws FormatError if it is damaged
   */
  icon(prefix: string, name: string): IconData | AliasData | undefined;
  /** The same as text, see `encodeSetIcon`: as stored, checked the first time. @throws FormatError if it is damaged */
  item(prefix: string, name: string): ByteText | undefined;
  /**
   * The list of a set as JSON, without the closing brace, and its characters. Long work for records without a prefix.
   */
  list(set: IconSet): CooperativeTask<{ readonly list: ByteText; readonly characters: ByteText | undefined }>;
  /** The words of all names, sorted. */
  keywords(): CooperativeTask<readonly string[]>;
}

/** The names of records without a prefix. */
interface OwnNames {
  readonly list: SetList;
  readonly keywords: readonly string[];
}

/**
 * Opens the sets of a generation. Cost: parses their facts, about 1 KB per set.
 *
 * @param ownPrefix prefix of the records whose ids have none
 * @throws FormatError if the facts are damaged
 */
export function openIconSets(generation: Generation, records: RecordReader, ownPrefix: string): IconSets {
  const { names, items } = generation.sets;
  const checked = new Uint8Array(Math.ceil(names.size / 8));
  const damaged = (index: number): FormatError =>
    new FormatError(items.path(index), `item ${index} is damaged: it is not JSON as a build writes it`);

  const parse = (index: number): unknown => {
    try {
      return JSON.parse(fromByteText(items.text(index)));
    } catch {
      throw damaged(index);
    }
  };
  const parsed = <T>(key: string): T | undefined => {
    const index = names.find(keyBytes(key));
    return index < 0 ? undefined : (parse(index) as T);
  };
  const expectOnce = (index: number, isWhole: () => boolean): void => {
    const bit = 1 << (index & 7);
    if ((checked[index >>> 3]! & bit) !== 0) return;
    if (!isWhole()) throw damaged(index);
    checked[index >>> 3]! |= bit;
  };

  const objectText = (key: string): ByteText | undefined => {
    const index = names.find(keyBytes(key));
    if (index < 0) return undefined;
    expectOnce(index, () => isObject(parse(index)));
    return items.text(index);
  };

  const all = new Map<string, IconSet>();
  for (const [prefix, facts] of Object.entries(parsed<Record<string, SetFacts>>(SET_KEYS.sets) ?? {})) {
    if (!ICON_NAME.test(prefix) || !isObject(facts)) throw damaged(names.find(keyBytes(SET_KEYS.sets)));
    all.set(prefix, iconSet(prefix, facts));
  }
  const own = all.has(ownPrefix) ? undefined : ownSet(generation, records, ownPrefix, all);
  if (own !== undefined) all.set(ownPrefix, own);
  let ownNames: OwnNames | undefined;
  const listOwn = function* (): CooperativeTask<OwnNames> {
    ownNames ??= yield* listRecords(generation, records, own!);
    return ownNames;
  };

  const indexOf = (prefix: string, name: string): number =>
    prefix === own?.prefix ? -1 : names.find(keyBytes(setKey(prefix, name)));
  // Without records of its own, former ids without a prefix remain.
  const hasOwn = all.get(ownPrefix) === own;
  const ownDrawing = (prefix: string, name: string): IconData | undefined =>
    prefix === own?.prefix ? drawingOf(generation, records.find(name)) : undefined;
  const former = (prefix: string, name: string): IconData | AliasData | undefined => {
    const ordinal = records.renamed(hasOwn && prefix === ownPrefix ? name : setKey(prefix, name));
    if (ordinal === undefined) return undefined;
    const { id } = records.item(ordinal);
    const colon = id.indexOf(":");
    const parent = id.slice(colon + 1);
    const isSameSet = prefix === (colon >= 0 ? id.slice(0, colon) : hasOwn ? ownPrefix : undefined);
    if (!isSameSet || !ICON_NAME.test(parent)) return drawingOf(generation, ordinal, all.get(prefix)?.facts);
    const exists = indexOf(prefix, parent) >= 0 || ownDrawing(prefix, parent) !== undefined;
    return exists ? { parent } : undefined;
  };
  const isName = (prefix: string, name: string): boolean =>
    prefix === own?.prefix ? ICON_NAME.test(name) : ITEM_NAME.test(name);

  return {
    all,
    find(prefix) {
      const set = all.get(prefix);
      if (set !== undefined) return set;
      const formerIds = generation.dictionary("former-ids");
      const [from, to] = formerIds.prefixRange(keyBytes(prefix === ownPrefix ? "" : setKey(prefix, "")));
      return from === to ? undefined : iconSet(prefix, { total: 0 });
    },
    ownPrefix: own?.prefix,
    placeOf(id) {
      const prefix = id.slice(0, Math.max(0, id.indexOf(":")));
      if (prefix !== own?.prefix && all.has(prefix)) return { prefix, name: id.slice(prefix.length + 1) };
      return own === undefined ? undefined : { prefix: own.prefix, name: id };
    },
    icon(prefix, name) {
      if (!isName(prefix, name)) return undefined;
      const index = indexOf(prefix, name);
      if (index < 0) return ownDrawing(prefix, name) ?? former(prefix, name);
      const icon = decodeSetIcon(fromByteText(items.text(index)));
      if (icon === undefined) throw damaged(index);
      return icon;
    },
    item(prefix, name) {
      if (!isName(prefix, name)) return undefined;
      const index = indexOf(prefix, name);
      if (index < 0) {
        const icon = ownDrawing(prefix, name) ?? former(prefix, name);
        return icon === undefined ? undefined : toByteText(encodeSetIcon(icon));
      }
      const item = items.text(index);
      expectOnce(index, () => isSetIcon(fromByteText(item)));
      return item;
    },
    *list(set) {
      const { prefix } = set;
      if (prefix === own?.prefix) {
        const { list } = yield* listOwn();
        return { list: toByteText(JSON.stringify(list).slice(0, -1)), characters: undefined };
      }
      const list = objectText(setKey(prefix, ""));
      if (list === undefined) return missingList(set);
      return { list: asByteText(list.slice(0, -1)), characters: objectText(charactersKey(prefix)) };
    },
    *keywords() {
      const words = parsed<readonly string[]>(SET_KEYS.keywords) ?? [];
      if (own === undefined) return words;
      const { keywords } = yield* listOwn();
      return words.length === 0 ? keywords : [...new Set([...words, ...keywords])].sort();
    },
  };
}

function missingList({ prefix }: IconSet): never {
  throw new FormatError("set-names", `has no list of ${prefix}`);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function iconSet(prefix: string, facts: SetFacts): IconSet {
  const { info, lastModified, left, top, width, height } = facts;
  const head = JSON.stringify({ prefix, lastModified, left, top, width, height }).slice(1, -1);
  return {
    prefix,
    facts,
    info: info === undefined ? undefined : toByteText(JSON.stringify(info)),
    head: toByteText(head),
  };
}

/** The set of the records whose ids have no prefix of another set; undefined if there are none. */
function ownSet(
  generation: Generation,
  records: RecordReader,
  prefix: string,
  others: ReadonlyMap<string, IconSet>,
): IconSet | undefined {
  const { manifest, builtAt } = generation;
  const ids = generation.dictionary("ids");
  let total = ids.size;
  for (const other of others.keys()) {
    const [from, to] = ids.prefixRange(keyBytes(setKey(other, "")));
    total -= to - from;
  }
  if (total === 0) return undefined;
  const samples: string[] = [];
  for (let ordinal = 0; ordinal < Math.min(STEP_RECORDS, manifest.icons) && samples.length < MAX_SAMPLES; ordinal++) {
    const { id } = records.item(ordinal);
    if (ICON_NAME.test(id)) samples.push(id);
  }
  const { name, credits = {} } = manifest.dataset;
  const info: IconifyInfo = { name, total, ...iconifyCredits(credits), samples };
  return iconSet(prefix, { total, info, lastModified: Math.floor(builtAt.getTime() / 1000) });
}

/**
 * The drawing of the record at `ordinal` in the look of the record; undefined if there is no such record, or its image
 * is a raster image.
 *
 * @param defaults of the requested set
 */
function drawingOf(
  generation: Generation,
  ordinal: number | undefined,
  defaults: Dimensions = {},
): IconData | undefined {
  if (ordinal === undefined) return undefined;
  const item = generation.blob("images").view(ordinal);
  const image = item.length === 0 ? undefined : decodeStoredImage(item);
  if (image?.kind !== "svg") return undefined;
  return toIconData(composeDrawing(image, AS_STORED), image, defaults);
}

function* listRecords(
  { manifest }: Generation,
  records: RecordReader,
  { prefix, facts }: IconSet,
): CooperativeTask<OwnNames> {
  const categories: Record<string, string[]> = Object.create(null);
  const keywords = new Set<string>();
  let total = 0;
  for (let ordinal = 0; ordinal < manifest.icons; ordinal++) {
    if (ordinal % STEP_RECORDS === STEP_RECORDS - 1) yield;
    const { id, category } = records.item(ordinal);
    if (!ICON_NAME.test(id)) continue;
    total++;
    categories[category] ??= [];
    categories[category].push(id);
    for (const word of id.split("-")) keywords.add(word);
  }
  for (const names of Object.values(categories)) names.sort();
  const list = { prefix, total, title: facts.info!.name, categories };
  return { list, keywords: [...keywords].sort() };
}
