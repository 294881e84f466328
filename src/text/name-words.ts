import { fold, WORD, words } from "./fold.js";
import { literalsOf, spelledOut } from "./text-terms.js";

/**
 * The folded words of a name with the symbols that tell names apart. An ampersand only joins words.
 *
 *     nameWords("Visual C++") → visual, c++
 *     nameWords("AT&T: .NET") → at, t, .net
 */
export function nameWords(name: string): string[] {
  const folded = fold(name);
  const found: string[] = [];
  let end = 0;
  for (const literal of literalsOf(folded)) {
    const at = folded.indexOf(literal, end);
    found.push(...wordsIn(folded.slice(end, at)), ...(literal.includes("&") ? wordsIn(literal) : [literal]));
    end = at + literal.length;
  }
  return [...found, ...wordsIn(folded.slice(end))];
}

/**
 * The folded words of a name, in letters and digits only, so that names with different symbols have different words.
 *
 *     spelledWords("C++") → c, plus, plus
 *     spelledWords(".NET") → dot, net
 */
export function spelledWords(name: string): string[] {
  return nameWords(name).flatMap((word) => spelledOut(words(word), word).at(-1) ?? word);
}

function wordsIn(folded: string): string[] {
  return folded.match(WORD) ?? [];
}
