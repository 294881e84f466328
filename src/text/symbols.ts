/** Longer runs of symbols are found by their pieces and then compared. */
const MAX_LENGTH = 8;
const RUNS = /[^\p{L}\p{N}]+/gu;

/**
 * Every distinct piece of up to eight characters of a text's runs without letters and digits: the lookup keys of a
 * query without words. O(length · 8).
 *
 *     symbolPieces("C++ / C#") → "+", "++", "++ ", … " / ", "#"
 */
export function symbolPieces(text: string): Set<string> {
  const pieces = new Set<string>();
  for (const [run] of text.matchAll(RUNS)) {
    const characters = [...run];
    for (let from = 0; from < characters.length; from++) {
      let piece = "";
      for (const character of characters.slice(from, from + MAX_LENGTH)) {
        piece += character;
        pieces.add(piece);
      }
    }
  }
  return pieces;
}

/** The longest pieces that any text with the query contains: the query itself if it is short. */
export function longestPieces(query: string): string[] {
  const characters = [...query];
  const last = Math.max(0, characters.length - MAX_LENGTH);
  return Array.from({ length: last + 1 }, (_, from) => characters.slice(from, from + MAX_LENGTH).join(""));
}

const EMOJI = /\p{Extended_Pictographic}\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?)*/gu;
const SELECTORS = /[\ufe0e\ufe0f]/g;

/** The emoji of a text, without selectors of their style. */
export function emojiIn(text: string): string[] {
  return text.replace(SELECTORS, "").match(EMOJI) ?? [];
}
