import type { IconRecord } from "#src/format/record.js";
import { fold } from "#src/text/fold.js";
import { literalsOf } from "#src/text/text-terms.js";

export interface OracleQuery {
  readonly q?: string;
  readonly category?: readonly string[];
  readonly color?: readonly string[];
  readonly style?: readonly string[];
  readonly mood?: readonly string[];
  readonly license?: readonly string[];
}

/** The words of an icon's texts. */
interface Words {
  readonly name: readonly string[];
  readonly aliases: readonly (readonly string[])[];
  readonly developer: readonly string[];
}

/** Split once for each record, since many queries are compared with every record. */
const wordsByRecord = new WeakMap<IconRecord, Words>();

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
const has = (asked: readonly string[] | undefined, labels: readonly (string | undefined)[]): boolean =>
  asked === undefined ||
  asked.length === 0 ||
  asked.some((label) => labels.some((own) => own?.toLowerCase() === label.toLowerCase()));

/**
 * The expected ids of a list request for which another query was searched.
 *
 * @throws Error if the original query finds something
 */
export function listRespelled(records: readonly IconRecord[], query: OracleQuery, didYouMean?: string): string[] {
  if (didYouMean === undefined) return listByBruteForce(records, query);
  if (query.q === undefined || listByBruteForce(records, { q: query.q }).length > 0)
    throw new Error(`${query.q} finds icons, but ${didYouMean} was searched`);
  return listByBruteForce(records, { ...query, q: didYouMean });
}

/**
 * The expected ids of a list request, in order, by checking every record against explicitly written rules.
 *
 * @param written the query as it is written
 */
export function listByBruteForce(
  records: readonly IconRecord[],
  query: OracleQuery,
  written: string = query.q ?? "",
): string[] {
  const passing = records.filter(
    ({ category, categories = [category], colors = [], style, mood, license }) =>
      has(query.category, categories) &&
      has(query.color, colors) &&
      has(query.style, [style]) &&
      has(query.mood, [mood]) &&
      has(query.license, [license]),
  );
  const { q } = query;
  if (q === undefined || /^[\s\p{White_Space}\u200b\u2060]*$/u.test(q)) return passing.map(({ id }) => id);
  const asked = wordsOf(q);
  const ranked = passing.map((record, position) => {
    const tier = tierOf(record, q, asked);
    return { id: record.id, position, tier: tier === 1 && lacksSymbols(record.name, written) ? 1.5 : tier };
  });
  return ranked
    .filter(({ tier }) => tier > 0)
    .sort((a, b) => a.tier - b.tier || a.position - b.position)
    .map(({ id }) => id);
}

/** 1 exact name, 2 exact alias, 3 name begins with the query, 4 all words in the name, 5 the rest; 0 no match. */
function tierOf(record: IconRecord, q: string, asked: readonly string[]): number {
  if (asked.length === 0) return record.name.includes(q) ? 5 : 0;
  const { name, aliases, developer } = wordsOfRecord(record);
  const anyBegins = (words: readonly string[], word: string): boolean => words.some((own) => beginsIn(own, word));
  const inAll = (word: string): boolean =>
    anyBegins(name, word) || aliases.some((alias) => anyBegins(alias, word)) || anyBegins(developer, word);
  if (!asked.every(inAll)) return 0;
  const joined = asked.join(" ");
  if (name.join(" ") === joined) return 1;
  if (aliases.some((alias) => alias.join(" ") === joined)) return 2;
  if (name.join(" ").startsWith(joined)) return 3;
  return asked.every((word) => anyBegins(name, word)) ? 4 : 5;
}

/** Whether a name lacks a word with symbols, such as `c++` or `.net`, of a query. */
export function lacksSymbols(name: string, q: string): boolean {
  const own = literalsOf(fold(name));
  return literalsOf(fold(q)).some((literal) => !own.includes(literal));
}

function wordsOfRecord(record: IconRecord): Words {
  const known = wordsByRecord.get(record);
  if (known !== undefined) return known;
  const { name, aliases = [], developer } = record;
  const words = { name: wordsOf(name), aliases: aliases.map(wordsOf), developer: wordsOf(developer) };
  wordsByRecord.set(record, words);
  return words;
}

/** Whether a word is a prefix of another, or part of a run of a script without spaces, starting at a letter. */
function beginsIn(own: string, word: string): boolean {
  for (let at = own.indexOf(word); at >= 0; at = own.indexOf(word, at + 1)) {
    if (
      at === 0 ||
      /^(?!\p{M})[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u.test(
        own.slice(at),
      )
    ) {
      return true;
    }
  }
  return false;
}

/** The labels of these records with the number of records, by count, then by code unit. */
export function facetsByBruteForce(records: readonly IconRecord[]): Record<string, { label: string; count: number }[]> {
  const labelsOf: Record<string, (record: IconRecord) => readonly (string | undefined)[]> = {
    category: ({ category, categories = [category] }) => categories,
    color: ({ colors = [] }) => colors,
    style: ({ style }) => [style],
    mood: ({ mood }) => [mood],
    license: ({ license }) => [license],
  };
  return Object.fromEntries(
    Object.entries(labelsOf).map(([facet, of]) => {
      const counts = new Map<string, number>();
      for (const label of records.flatMap((record) => of(record)))
        if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
      const counted = Array.from(counts, ([label, count]) => ({ label, count }));
      return [facet, counted.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))];
    }),
  );
}
