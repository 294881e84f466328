import { readFileSync } from "node:fs";
import { DEFAULT_LANGUAGE } from "#src/text/language.js";
import { type NumberedLists, type NumberedMeaning, textsOf } from "./numbered-meaning.js";
import type { Synonyms } from "./synonyms.js";

const SYNONYMS = new URL("./built-in-synonyms.json", import.meta.url);
const TRANSLATIONS = new URL("./built-in-translations.json", import.meta.url);

/** Terms with commas between them, and the numbers of their lists: 16 bits each, little-endian, in Base64. */
interface StoredLists {
  readonly terms: string;
  readonly numbers: string;
}

/** Read once per process, since the tables are part of the package. */
let known: NumberedMeaning | undefined;
let knownSynonyms: Synonyms | undefined;

const NO_LISTS: NumberedLists = { terms: [], numbers: new Uint16Array() };
const NO_MEANING: NumberedMeaning = { words: [], phrases: [], synonyms: NO_LISTS, translations: NO_LISTS };

/**
 * What words mean by the tables that this package ships. In English: synonyms for interface icons, applications and
 * everyday tasks, and translations of words of other languages, and emoji, for what icons show and applications do.
 * Nothing in other languages. `tools/make-synonyms.mjs` writes the tables.
 *
 * @param language of a dataset
 * Cost: about 60 ms and 10 MB the first time, so only builds and checks read them.
 */
export function readBuiltInMeaning(language: string = DEFAULT_LANGUAGE): NumberedMeaning {
  if (language !== DEFAULT_LANGUAGE) return NO_MEANING;
  known ??= readTables();
  return known;
}

/** The synonyms of `readBuiltInMeaning` as texts. Cost: about 100 ms and 17 MB the first time. */
export function readBuiltInSynonyms(language: string = DEFAULT_LANGUAGE): Synonyms {
  if (language !== DEFAULT_LANGUAGE) return new Map();
  knownSynonyms ??= toTexts(readBuiltInMeaning());
  return knownSynonyms;
}

function toTexts({ words, phrases, synonyms }: NumberedMeaning): Synonyms {
  const lists = textsOf(synonyms, [words, words, phrases] as const);
  return new Map(lists.map(([term, [strong, weak, names]]) => [term, { strong, weak, names }]));
}

function readTables(): NumberedMeaning {
  const read = <Table>(file: URL): Table => JSON.parse(readFileSync(file, "utf8"));
  const stored = read<StoredLists & { readonly words: string; readonly phrases: string }>(SYNONYMS);
  return {
    words: stored.words.split(","),
    phrases: stored.phrases.split(","),
    synonyms: listsOf(stored),
    translations: listsOf(read(TRANSLATIONS)),
  };
}

function listsOf({ terms, numbers }: StoredLists): NumberedLists {
  return { terms: terms.split(","), numbers: new Uint16Array(new Uint8Array(Buffer.from(numbers, "base64")).buffer) };
}
