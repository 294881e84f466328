import { keyBytes } from "../../format/key-bytes.js";
import { words } from "../../text/fold.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import { nearestWords } from "../spelling/respell.js";
import { spacings } from "../spelling/spacings.js";

/** Longer queries are unlikely to be names. */
const MAX_WORDS = 4;

/**
 * The whole name of an icon that a query likely means. Undefined if the query is a name itself, or there is none.
 * Candidates, in order: signs as words (`c++`), the same letters with other spaces (`book mark`), the stems of the
 * words (`cameras`), and for single words a near spelling (`usre`).
 *
 * @param respell whether spelling counts
 */
export function likelyName(
  generation: Generation,
  text: string,
  stem: (word: string) => string,
  respell: boolean,
  budget: WorkBudget,
): string | undefined {
  const names = generation.dictionary("names");
  const isName = (candidate: readonly string[]): boolean => {
    budget.spend(STEPS.lookUp);
    return names.find(keyBytes(candidate.join(" "))) >= 0;
  };
  const own = words(text);
  const spoken = words(text.replaceAll("+", " plus ").replaceAll("#", " sharp "));
  const isSpoken = spoken.length > own.length;
  if (spoken.length === 0 || spoken.length > MAX_WORDS || (isName(own) && !isSpoken)) return undefined;
  const candidates = function* (): Generator<readonly string[]> {
    if (isSpoken) yield spoken;
    yield* spacings(spoken, [names], budget);
    yield spoken.map(stem);
    if (!respell || spoken.length > 1) return;
    for (const word of nearestWords(generation, spoken[0]!, true, () => false, budget)) yield [word];
  };
  for (const candidate of candidates()) if (isName(candidate)) return candidate.join(" ");
  return undefined;
}
