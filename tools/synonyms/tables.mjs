// The tables that the package ships, as JSON that is quick to read: texts of a kind are one string, with commas between
// them, and lists refer to texts by number.

const MAX_NUMBER = 2 ** 16 - 1;

/**
 * The tables of synonyms and of translations; the second refers to phrases of the first.
 *
 * @param synonyms entries [term, words, related words, names]
 * @param translations entries [term, meanings]
 */
export function toMeaningTables(synonyms, translations) {
  const words = new Map();
  const phrases = new Map();
  const ofSynonyms = toLists(synonyms, [words, words, phrases]);
  const ofTranslations = toLists(translations, [phrases]);
  return {
    synonyms: toJson({ words: toText([...words.keys()]), phrases: toText([...phrases.keys()]), ...ofSynonyms }),
    translations: toJson(ofTranslations),
  };
}

/** The table of common words. @param entries [name, words, other words] */
export function toCommonWordsTable(entries) {
  const [names, alone, inPhrases] = [0, 1, 2].map((column) => toText(entries.map((entry) => entry[column])));
  return toJson({ names, alone, inPhrases });
}

/** Terms, and for each list of each term how many numbers it has, then these. @param kinds per list, numbers by text */
function toLists(entries, kinds) {
  const numbers = entries.flatMap(([, ...lists]) =>
    kinds.flatMap((known, kind) => [lists[kind].length, ...lists[kind].map((text) => numberOf(text, known))]),
  );
  const bytes = Buffer.alloc(2 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt16LE(number, 2 * at);
  return { terms: toText(entries.map(([term]) => term)), numbers: bytes.toString("base64") };
}

function numberOf(text, known) {
  const number = known.get(text) ?? known.size;
  if (number > MAX_NUMBER) throw new Error(`there are more than ${MAX_NUMBER} texts`);
  known.set(text, number);
  return number;
}

function toText(texts) {
  const wrong = texts.find((text) => text.includes(","));
  if (wrong !== undefined) throw new Error(`${wrong} contains a comma`);
  return texts.join();
}

/** One line per key. */
function toJson(table) {
  return `${JSON.stringify(table, null, 2)}\n`;
}
