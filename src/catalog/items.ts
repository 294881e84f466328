import { type Locator, NO_SPLICE } from "../format/locator.js";
import { type ByteText, toByteText } from "../text/byte-text.js";
import type { BlobReader } from "./generation.js";
import type { Highlight } from "./highlight.js";
import type { SimilarIcon } from "./similar/find-similar.js";
import { MAX_DISTANCE } from "./similar/hamming.js";

/** A card ends in `},`. */
const COMMA_LENGTH = 1;
const CLOSING_LENGTH = 2;
/** Text that JSON shows as it stands, as it does nearly every origin. */
const PLAIN = /^[\w.:/-]*$/;

/**
 * Renders list items as a JSON array, cut from the pre-rendered cards without decoding them. Cards that lie side by side are
 * read in one piece; nothing of the result lies in the mapping.
 *
 * @param origin the public origin, for icons whose picture is ours
 * @throws FormatError when a card's place is impossible
 */
export function renderItems(cards: BlobReader, ordinals: Uint32Array, origin: string): ByteText {
  const insertion = jsonInner(origin);
  let items = "[";
  for (let from = 0; from < ordinals.length; ) {
    const to = endOfRun(cards.locator, ordinals, from);
    items += renderRun(cards, ordinals, from, to, insertion);
    from = to;
  }
  return `${items}]`;
}

/** The same for similar icons: each item also has its distances. */
export function renderMatches(cards: BlobReader, matches: readonly SimilarIcon[], origin: string): ByteText {
  const insertion = jsonInner(origin);
  let items = "[";
  let comma = "";
  for (const match of matches) {
    items += `${comma}${openCard(cards, match.ordinal, insertion)}${renderNearness(match)}}`;
    comma = ",";
  }
  return `${items}]`;
}

/** The same for search results whose items also say which letters the query matches. */
export function renderHighlighted(
  cards: BlobReader,
  ordinals: Uint32Array,
  highlight: (ordinal: number) => Highlight,
  origin: string,
): ByteText {
  const insertion = jsonInner(origin);
  const items = Array.from(ordinals, (ordinal) => {
    const marks = toByteText(JSON.stringify(highlight(ordinal)));
    return `${openCard(cards, ordinal, insertion)},"_highlight":${marks}}`;
  });
  return `[${items.join(",")}]`;
}

/** Members of a similar icon, after those of its list item. */
function renderNearness({ distance, variant, lowDetail, colorDistance }: SimilarIcon): ByteText {
  let members = distance === undefined ? "" : `,"distance":${distance},"similarity":${1 - distance / MAX_DISTANCE}`;
  if (variant !== undefined) members += `,"variant":"${variant}"`;
  if (lowDetail) members += ',"lowDetail":true';
  // Rounded, since shares and colours are.
  if (colorDistance !== undefined) members += `,"colorDistance":${Math.round(colorDistance * 1e4) / 1e4}`;
  return members;
}

/** A card as a JSON object that is not closed yet, so that more can follow. */
export function renderOpenCard(cards: BlobReader, ordinal: number, origin: string): ByteText {
  return openCard(cards, ordinal, jsonInner(origin));
}

function openCard(cards: BlobReader, ordinal: number, insertion: ByteText): ByteText {
  const text = cards.text(ordinal, ordinal, CLOSING_LENGTH);
  const splice = cards.locator.splice(ordinal);
  return splice === NO_SPLICE ? text : text.slice(0, splice) + insertion + text.slice(splice);
}

/** Index behind the last of the ordinals from `from` on whose cards lie side by side. */
function endOfRun(locator: Locator, ordinals: Uint32Array, from: number): number {
  let to = from + 1;
  if (ordinals[to] !== ordinals[from]! + 1) return to;
  const { shard } = locator.place(ordinals[from]!);
  while (ordinals[to] === ordinals[to - 1]! + 1 && locator.place(ordinals[to]!).shard === shard) to++;
  return to;
}

/** Cards `from` to `to`, one behind the other in their shard, the origin put in; the last of all without its comma. */
function renderRun(cards: BlobReader, ordinals: Uint32Array, from: number, to: number, insertion: ByteText): ByteText {
  const text = cards.text(ordinals[from]!, ordinals[to - 1]!, to === ordinals.length ? COMMA_LENGTH : 0);
  let rendered = "";
  let done = 0;
  let start = 0;
  for (let index = from; index < to; index++) {
    const splice = cards.locator.splice(ordinals[index]!);
    if (splice !== NO_SPLICE) {
      rendered += text.slice(done, start + splice) + insertion;
      done = start + splice;
    }
    if (index + 1 === to) break;
    const place = cards.locator.place(ordinals[index]!);
    start += place.end - place.start;
  }
  return rendered + text.slice(done);
}

function jsonInner(text: string): ByteText {
  return PLAIN.test(text) ? text : toByteText(JSON.stringify(text).slice(1, -1));
}
