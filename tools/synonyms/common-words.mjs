import { linesOf, terms } from "./groups.mjs";

/** Of the names of a group, those that its terms describe: later ones are looser. */
const DESCRIBED = 2;
/** Terms per name, the first ones: a name with more has them for being vague. */
const MAX_TERMS = 30;
/** Words that say nothing, however they are combined. */
const EMPTY = new Set("a an and are as by for from is it its my of or that the their this to with you your".split(" "));

/**
 * The words that people commonly use for icons of a name, as [name, words, other words], sorted: first those that are a
 * term alone, then those of longer terms, each word once.
 *
 * @param groups lines `term, term > name, name`, as in name-groups.txt
 * @param lists lines `name: term, term`, as in common-words.txt
 * @throws Error if a line has another form
 */
export function readCommonWords(groups, lists) {
  const known = new Map();
  const add = (name, more) => known.set(name, [...(known.get(name) ?? []), ...more]);
  for (const line of linesOf(groups)) {
    const [keys, names] = partsOf(line, " > ");
    for (const name of names.slice(0, DESCRIBED)) add(name, keys);
  }
  for (const line of linesOf(lists)) {
    const [[name], own] = partsOf(line, ": ");
    add(name, own);
  }
  return [...known.keys()].sort().flatMap((name) => {
    const own = known.get(name).slice(0, MAX_TERMS);
    const seen = new Set([...EMPTY, ...name.split(" ")]);
    const added = (words) => words.filter((word) => !seen.has(word) && seen.add(word)).join(" ");
    const alone = added(own.filter((term) => !term.includes(" ")));
    const others = added(own.join(" ").split(" "));
    return alone === "" && others === "" ? [] : [[name, alone, others]];
  });
}

function partsOf(line, separator) {
  const parts = line.split(separator);
  if (parts.length !== 2) throw new Error(`not a line of two lists: ${line}`);
  return parts.map(terms);
}
