import { isCard } from "../format/card.js";
import { FormatError } from "../format/errors.js";
import type { BlobReader } from "./generation.js";

/**
 * The cards of a generation, each checked when it is first read: answers are cut from cards without decoding them, so whatever bytes a damaged
 * or hostile file held would go out as they are.
 *
 * Reading throws FormatError where a card is not what `encodeCard` writes. Cost: that of `isCard` for the first reading of a card, then a bit
 * looked up. Memory: a bit for each card.
 */
export function checkCards(cards: BlobReader): BlobReader {
  const checked = new Uint8Array(Math.ceil(cards.locator.count / 8));
  const check = (ordinal: number): void => {
    const bit = 1 << (ordinal & 7);
    if ((checked[ordinal >>> 3]! & bit) !== 0) return;
    const text = cards.view(ordinal).toString("latin1");
    if (!isCard(text, cards.locator.splice(ordinal)))
      throw new FormatError(cards.path(ordinal), `item ${ordinal} is damaged: it is no list item as a build writes it`);
    checked[ordinal >>> 3]! |= bit;
  };
  return {
    ...cards,
    view(ordinal) {
      check(ordinal);
      return cards.view(ordinal);
    },
    text(first, last, without) {
      for (let ordinal = first; ordinal <= last; ordinal++) check(ordinal);
      return cards.text(first, last, without);
    },
  };
}
