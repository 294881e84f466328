import { NO_SPLICE } from "../format/locator.js";
import type { BlobReader } from "./generation.js";
import type { Neighbour } from "./nearest.js";

/**
 * Renders list items as a JSON array, cut from the pre-rendered cards without decoding them.
 *
 * @param origin the public origin, for icons whose picture is ours
 */
export function renderItems(cards: BlobReader, ordinals: Iterable<number>, origin: string): Buffer {
  const insertion = jsonInner(origin);
  const pieces: Buffer[] = [];
  for (const ordinal of ordinals) pushCard(pieces, cards, ordinal, insertion, COMMA);
  return closeArray(pieces);
}

/** The same for look-alikes: each item also says its distance and similarity. */
export function renderNeighbours(cards: BlobReader, neighbours: readonly Neighbour[], origin: string): Buffer {
  const insertion = jsonInner(origin);
  const pieces: Buffer[] = [];
  for (const { ordinal, distance } of neighbours) {
    const tail = `,"distance":${distance},"similarity":${1 - distance / 64}},`;
    pushCard(pieces, cards, ordinal, insertion, Buffer.from(tail));
  }
  return closeArray(pieces);
}

const OPEN = Buffer.from("[");
const COMMA = Buffer.from("},");

/** A card without its closing `},`, the origin put in, then `tail`. */
function pushCard(pieces: Buffer[], cards: BlobReader, ordinal: number, insertion: Buffer, tail: Buffer): void {
  const card = cards.view(ordinal);
  const splice = cards.locator.splice(ordinal);
  const end = card.length - COMMA.length;
  if (splice === NO_SPLICE) pieces.push(card.subarray(0, end), tail);
  else pieces.push(card.subarray(0, splice), insertion, card.subarray(splice, end), tail);
}

/** Copies everything out of the mapping; the last comma becomes the bracket. */
function closeArray(pieces: Buffer[]): Buffer {
  if (pieces.length === 0) return Buffer.from("[]");
  const array = Buffer.concat([OPEN, ...pieces]);
  array.write("]", array.length - 1);
  return array;
}

function jsonInner(text: string): Buffer {
  return Buffer.from(JSON.stringify(text).slice(1, -1));
}
