import { type Locator, NO_SPLICE } from "../format/locator.js";
import { asByteText, type ByteText, toByteText } from "../text/byte-text.js";
import type { BlobReader } from "./generation/generation.js";
import type { Highlight } from "./highlight.js";
import type { SimilarIcon } from "./similar/find-similar.js";
import { MAX_DISTANCE } from "./similar/hash-distance.js";

/** Length of the comma after a stored item, which ends with `},`. */
const COMMA_LENGTH = 1;
const CLOSING_LENGTH = 2;
/** Text that needs no escaping in JSON. Almost every origin matches. */
const PLAIN = /^[\w.:/-]*$/;

/**
 * Renders list items as a JSON array by concatenating the stored items without decoding them. Adjacent items are read
 * in one piece; the result does not refer to the mapping.
 *
 * @param stored the list items of the generation
 * @param origin the public origin, for icons whose image is served here
 * @throws FormatError if the location of an item is invalid
 */
export function renderItems(stored: BlobReader, ordinals: Uint32Array, origin: string): ByteText {
  const insertion = jsonInner(origin);
  let rendered = "[";
  for (let from = 0; from < ordinals.length; ) {
    const to = endOfRun(stored.locator, ordinals, from);
    rendered += renderRun(stored, ordinals, from, to, insertion);
    from = to;
  }
  return asByteText(`${rendered}]`);
}

/** Like `renderItems`, with the distances of each similar icon. */
export function renderMatches(stored: BlobReader, matches: readonly SimilarIcon[], origin: string): ByteText {
  const insertion = jsonInner(origin);
  let rendered = "[";
  let comma = "";
  for (const match of matches) {
    rendered += `${comma}${openItem(stored, match.ordinal, insertion)}${renderNearness(match)}}`;
    comma = ",";
  }
  return asByteText(`${rendered}]`);
}

/** Like `renderItems`, with the ranges in each item that match the query. */
export function renderHighlighted(
  stored: BlobReader,
  ordinals: Uint32Array,
  highlight: (ordinal: number) => Highlight,
  origin: string,
): ByteText {
  const insertion = jsonInner(origin);
  const rendered = Array.from(ordinals, (ordinal) => {
    const marks = toByteText(JSON.stringify(highlight(ordinal)));
    return `${openItem(stored, ordinal, insertion)},"_highlight":${marks}}`;
  });
  return asByteText(`[${rendered.join(",")}]`);
}

/** A list item as a JSON object without its closing brace, so that members can be appended. */
export function renderOpenItem(stored: BlobReader, ordinal: number, origin: string): ByteText {
  return openItem(stored, ordinal, jsonInner(origin));
}

/** The members of a similar icon that follow its list item. */
function renderNearness({ distance, weightedDistance, variant, lowDetail, colorDistance }: SimilarIcon): ByteText {
  let members = distance === undefined ? "" : `,"distance":${distance},"similarity":${1 - distance / MAX_DISTANCE}`;
  if (weightedDistance !== undefined) members += `,"weightedDistance":${weightedDistance}`;
  if (variant !== undefined) members += `,"variant":"${variant}"`;
  if (lowDetail) members += ',"lowDetail":true';
  // Rounded, since shares and colors are rounded, too.
  if (colorDistance !== undefined) members += `,"colorDistance":${Math.round(colorDistance * 1e4) / 1e4}`;
  return asByteText(members);
}

function openItem(stored: BlobReader, ordinal: number, insertion: ByteText): ByteText {
  const text = stored.text(ordinal, ordinal, CLOSING_LENGTH);
  const splice = stored.locator.splice(ordinal);
  return splice === NO_SPLICE ? text : asByteText(text.slice(0, splice) + insertion + text.slice(splice));
}

/** The end (exclusive) of the run of adjacent items that starts at index `from`. */
function endOfRun(locator: Locator, ordinals: Uint32Array, from: number): number {
  let to = from + 1;
  if (ordinals[to] !== ordinals[from]! + 1) return to;
  const { shard } = locator.place(ordinals[from]!);
  while (ordinals[to] === ordinals[to - 1]! + 1 && locator.place(ordinals[to]!).shard === shard) to++;
  return to;
}

/** The items `from` to `to`, which are adjacent in their shard, with the origin inserted. The last one has no comma. */
function renderRun(stored: BlobReader, ordinals: Uint32Array, from: number, to: number, insertion: ByteText): ByteText {
  const text = stored.text(ordinals[from]!, ordinals[to - 1]!, to === ordinals.length ? COMMA_LENGTH : 0);
  let rendered = "";
  let done = 0;
  let start = 0;
  for (let index = from; index < to; index++) {
    const splice = stored.locator.splice(ordinals[index]!);
    if (splice !== NO_SPLICE) {
      rendered += text.slice(done, start + splice) + insertion;
      done = start + splice;
    }
    if (index + 1 === to) break;
    const place = stored.locator.place(ordinals[index]!);
    start += place.end - place.start;
  }
  return asByteText(rendered + text.slice(done));
}

function jsonInner(text: string): ByteText {
  return PLAIN.test(text) ? asByteText(text) : toByteText(JSON.stringify(text).slice(1, -1));
}
