import type { IconifyIcon, IconifyJSON } from "@iconify/types";
import { charactersKey, encodeSetIcon, SET_KEYS, type SetFacts, type SetItem, setKey } from "#src/format/icon-sets.js";
import { isPlainBody } from "../image/drawing/plain-body.js";
import { sanitizeDrawing } from "../image/drawing/sanitize-drawing.js";
import { leadsToIcon } from "../image/source/icon-set.js";
import { listSet } from "./list-set.js";
import { sortNames } from "./set-names.js";

const DIMENSIONS = ["left", "top", "width", "height"] as const;
const MAX_ITEM_BYTES = 2 ** 20;
/** Characters that a path may name instead of an icon. */
const CHARACTER = /^[a-z0-9-]+$/;

/** The sets of a dataset. */
export interface SetSource {
  /** The prefixes, in display order. */
  readonly prefixes: Iterable<string>;
  /** The set in the file of a prefix; undefined if it can't be read. */
  read(prefix: string): Promise<IconifyJSON | undefined>;
  /** Whether the dataset has a record that shows this icon of a set. */
  has(prefix: string, name: string): boolean;
}

/**
 * Packs sets for the Iconify API: what a record shows, its aliases and characters, and the hidden icons of the set.
 * Bodies without anything that runs or loads stay as they are; others are sanitized. Icons that can't be sanitized are
 * omitted. Cost: a few µs per KB, 20 for unusual drawings. Memory: one set, and the keywords.
 *
 * @returns the items in batches, by ascending key
 */
export async function* packSets({ prefixes, read, has }: SetSource): AsyncGenerator<readonly SetItem[]> {
  const order = [...prefixes];
  const facts = new Map<string, SetFacts>();
  const keywords = new Set<string>();
  for (const prefix of [...order].sort((a, b) => (`${a}:` < `${b}:` ? -1 : 1))) {
    const whole = await read(prefix);
    if (whole === undefined) continue;
    const set = shownPart({ ...whole, prefix }, (name) => has(prefix, name));
    const listed = listSet(set);
    if (listed.facts.total === 0) continue;
    facts.set(prefix, factsOf(set, listed.facts));
    if (set.info !== undefined && set.info.hidden !== true) for (const word of listed.keywords) keywords.add(word);
    yield itemsOf(set, listed);
  }
  if (facts.size === 0) return;
  const shown = order.filter((prefix) => facts.has(prefix));
  const byPrefix = Object.fromEntries(shown.map((prefix) => [prefix, facts.get(prefix)]));
  yield [
    { key: SET_KEYS.keywords, json: JSON.stringify([...keywords].sort()) },
    { key: SET_KEYS.sets, json: JSON.stringify(byPrefix) },
  ];
}

/** The part of a set that records show, with safe bodies. */
function shownPart(set: IconifyJSON, has: (name: string) => boolean): IconifyJSON {
  const { icons, broken } = sortNames(set);
  const omitted = new Set(broken.map(({ name }) => name));
  for (const [record, others] of icons) if (!has(record)) for (const name of [record, ...others]) omitted.add(name);
  const shown: Record<string, IconifyIcon> = Object.create(null);
  for (const [name, icon] of Object.entries(set.icons)) {
    if (omitted.has(name) || typeof icon?.body !== "string") continue;
    const body = safeBody(icon.body);
    if (body !== undefined) shown[name] = body === icon.body ? icon : { ...icon, body };
  }
  const aliases = Object.entries(set.aliases ?? {}).filter(
    ([name, { parent }]) => shown[name] === undefined && !omitted.has(name) && typeof parent === "string",
  );
  const kept = Object.assign(Object.create(null), Object.fromEntries(aliases));
  const part = { ...set, icons: shown, aliases: kept };
  for (const name of Object.keys(kept)) if (!leadsToIcon(name, part)) delete kept[name];
  return part;
}

const START = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 16 16">';
const END = "</svg>";

/** The body without anything that runs or loads; undefined if it is not the inside of a drawing, or too large. */
function safeBody(body: string): string | undefined {
  if (body.length > MAX_ITEM_BYTES) return undefined;
  if (isPlainBody(body)) return body;
  const trimmed = body.trim();
  const svg = START + trimmed + END;
  let text: string;
  try {
    ({ text } = sanitizeDrawing(svg));
  } catch {
    return undefined;
  }
  if (text === svg) return body;
  return text.endsWith(END) ? text.slice(text.indexOf(">") + 1, -END.length) : undefined;
}

function factsOf(set: IconifyJSON, listed: Pick<SetFacts, "total" | "style">): SetFacts {
  const { info, lastModified } = set;
  const dimensions = DIMENSIONS.filter((name) => typeof set[name] === "number" && set[name] !== 0);
  return {
    ...listed,
    ...(info ? { info: { ...info, total: listed.total } } : {}),
    ...(lastModified ? { lastModified } : {}),
    ...Object.fromEntries(dimensions.map((name) => [name, set[name]])),
  };
}

function itemsOf(set: IconifyJSON, { list, characters }: ReturnType<typeof listSet>): SetItem[] {
  const { prefix } = set;
  const items: SetItem[] = [{ key: setKey(prefix, ""), json: JSON.stringify(list) }];
  const add = (name: string, json: string): void => {
    if (json.length <= MAX_ITEM_BYTES) items.push({ key: setKey(prefix, name), json });
  };
  for (const [name, icon] of Object.entries(set.icons)) add(name, encodeSetIcon(icon));
  for (const [name, alias] of Object.entries(set.aliases ?? {})) add(name, encodeSetIcon(alias));
  for (const [character, parent] of Object.entries(characters ?? {}))
    if (CHARACTER.test(character)) add(character, encodeSetIcon({ parent }));
  if (characters !== undefined) items.push({ key: charactersKey(prefix), json: JSON.stringify(characters) });
  // Keys are ASCII.
  return items.sort((a, b) => (a.key < b.key ? -1 : 1));
}
