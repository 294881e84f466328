import fc from "fast-check";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import type { IconRecord } from "#src/format/record.js";
import { temporaryFolder } from "./folder.js";

/** Words that share prefixes, change their length by folding, have no spaces between them, or have no letters. */
const WORDS = [
  ..."goo google Googol map Maps maple über Uber Straße strasse ﬁle file Ærø x² İstanbul Łódź été e\u0301te\u0301".split(
    " ",
  ),
  ..."微信 微信支付 支付 カメラ 東京カメラ部 กรุงเทพ हिन्दी Яндекс Ελλάς 한국 \u1112\u1161\u11ab가 C C++ C# .NET + !!! ❤\ufe0f".split(
    " ",
  ),
];

export interface Texts {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly developer: string;
}

const word = fc.constantFrom(...WORDS);
const phrase = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom(" ", " ", "-", ""))
  .map(([words, between]) => words.join(between));

/** The texts of an icon; many icons share words, and some names are also aliases. */
export const texts: fc.Arbitrary<Texts> = fc
  .record({ name: phrase, aliases: fc.uniqueArray(phrase, { maxLength: 3 }), developer: phrase, again: fc.nat(4) })
  .map(({ again, name, aliases, developer }) => {
    const also = again === 0 ? [name.toUpperCase()] : [];
    return { name, aliases: [...new Set([...also, ...aliases])], developer };
  });

/** The texts of a dataset's icons. */
export const manyTexts = fc.array(texts, { minLength: 1, maxLength: 40 });

const piece = fc
  .tuple(word, fc.nat(2), fc.nat(5))
  .map(([whole, from, length]) => [...whole].slice(from, from + length + 1).join(""));

/** Words and parts of words from the texts. */
export const query: fc.Arbitrary<string> = fc
  .array(fc.oneof(word, piece), { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.join(" "))
  .filter((q) => q.trim() !== "");

/** Settings for properties that build a dataset in each run: shrinking one would build hundreds. */
export const BUILDING = { numRuns: 6, endOnFailure: true };

/** Builds and opens a dataset of these texts. Returns it with its records. */
export async function openTexts(all: readonly Texts[]): Promise<{ catalog: Catalog; records: IconRecord[] }> {
  const data = all.map((each, at) => ({ id: `icon-${at}`, category: "any", ...each }));
  const folder = temporaryFolder({ "data.json": data });
  await compile({ data: `${folder}/data.json`, out: folder, jobs: 1, cache: false });
  const catalog = openCatalog(folder);
  return { catalog, records: Array.from({ length: catalog.size }, (_, at) => catalog.record(at)) };
}

/** The ordinals of all pages of a search by name, concatenated. */
export function allOrdinals(catalog: Catalog, q: string, limit = 100): number[] {
  const { total, totalPages } = catalog.list({ q, match: "name", limit });
  const ordinals = Array.from({ length: totalPages }, (_, at) => [
    ...catalog.list({ q, match: "name", limit, page: at + 1 }).ordinals,
  ]).flat();
  if (ordinals.length !== total) throw new Error(`${ordinals.length} icons on the pages of ${total}`);
  return ordinals;
}
