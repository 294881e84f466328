import { type Locator, NO_SPLICE } from "../format/locator.js";
import { asByteText, type ByteText, toByteText } from "../text/byte-text.js";
import type { BlobReader } from "./generation/generation.js";
import type { Identity, Resolved } from "./resolve.js";
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
  if (ordinals.length > 0 && endOfRun(stored.locator, ordinals, 0) < ordinals.length) stored.prefetch(ordinals);
  for (let from = 0; from < ordinals.length; ) {
    const to = endOfRun(stored.locator, ordinals, from);
    rendered += renderRun(stored, ordinals, from, to, insertion);
    from = to;
  }
  return asByteText(`${rendered}]`);
}

/**
 * Like `renderItems`, with the distances of each similar icon.
 *
 * @param more further members of the item at an ordinal, JSON that begins with a comma
 */
export function renderMatches(
  stored: BlobReader,
  matches: readonly SimilarIcon[],
  origin: string,
  more?: (ordinal: number) => string,
): ByteText {
  const insertion = jsonInner(origin);
  stored.prefetch(Uint32Array.from(matches, ({ ordinal }) => ordinal));
  let rendered = "[";
  let comma = "";
  for (const match of matches) {
    rendered += `${comma}${openItem(stored, match.ordinal, insertion)}${renderNearness(match)}${more?.(match.ordinal) ?? ""}}`;
    comma = ",";
  }
  return asByteText(`${rendered}]`);
}

/** Identities as a JSON array, each with its icon and the reason, or null. */
export function renderResolved(
  stored: BlobReader,
  identities: readonly Identity[],
  resolved: readonly (Resolved | undefined)[],
  origin: string,
): ByteText {
  const insertion = jsonInner(origin);
  stored.prefetch(Uint32Array.from(resolved.filter((found) => found !== undefined).map(({ ordinal }) => ordinal)));
  const rendered = identities.map(({ kind, value }, at) => {
    const found = resolved[at];
    const icon = found === undefined ? "null" : `${openItem(stored, found.ordinal, insertion)}}`;
    const reason = found === undefined ? "null" : `"${found.reason}"`;
    return `{"kind":"${kind}","value":${toByteText(JSON.stringify(value))},"icon":${icon},"reason":${reason}}`;
  });
  return asByteText(`[${rendered.join(",")}]`);
}

/** Like `renderItems`, with further members in each item. @param more JSON that begins with a comma */
export function renderExtended(
  stored: BlobReader,
  ordinals: Uint32Array,
  more: (ordinal: number) => string,
  origin: string,
): ByteText {
  const insertion = jsonInner(origin);
  stored.prefetch(ordinals);
  const rendered = Array.from(
    ordinals,
    (ordinal) => `${openItem(stored, ordinal, insertion)}${toByteText(more(ordinal))}}`,
  );
  return asByteText(`[${rendered.join(",")}]`);
}

/** A list item as a JSON object without its closing brace, so that members can be appended. */
export function renderOpenItem(stored: BlobReader, ordinal: number, origin: string): ByteText {
  return openItem(stored, ordinal, jsonInner(origin));
}

/** The members of a similar icon that follow its list item. */
function renderNearness(icon: SimilarIcon): ByteText {
  const { distance, weightedDistance, variant, lowDetail, colorDistance, shapeDistance, score, vectorSimilarity } =
    icon;
  let members = distance === undefined ? "" : `,"distance":${distance},"similarity":${1 - distance / MAX_DISTANCE}`;
  if (weightedDistance !== undefined) members += `,"weightedDistance":${weightedDistance}`;
  if (variant !== undefined) members += `,"variant":"${variant}"`;
  if (lowDetail) members += ',"lowDetail":true';
  // Rounded, since shares, colors and vectors are rounded, too.
  if (colorDistance !== undefined) members += `,"colorDistance":${Math.round(colorDistance * 1e4) / 1e4}`;
  if (shapeDistance !== undefined) members += `,"shapeDistance":${shapeDistance}`;
  if (score !== undefined) members += `,"score":${score}`;
  if (vectorSimilarity !== undefined) members += `,"vectorSimilarity":${Math.round(vectorSimilarity * 1e4) / 1e4}`;
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
