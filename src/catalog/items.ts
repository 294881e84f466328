import { NO_SPLICE } from "../format/locator.js";
import { asByteText, type ByteText, toByteText } from "../text/byte-text.js";
import type { BlobReader } from "./generation/blob-reader.js";
import type { Identity } from "./identity-kinds.js";
import type { Resolution } from "./resolve.js";
import type { SimilarIcon } from "./similar/find-similar.js";
import { CHANCE_DISTANCE } from "./similar/similar-request.js";

/** Length of the end of a stored item: its brace, and the comma between items. */
const CLOSING_LENGTH = 2;
/** Text that needs no escaping in JSON. Almost every origin matches. */
const PLAIN = /^[\w.:/-]*$/;

/**
 * Renders list items as a JSON array by concatenating the stored items without decoding them. The result does not refer
 * to the mapping.
 *
 * @param stored the list items of the generation
 * @param origin the public origin, for icons whose image is served here
 * @throws FormatError if the location of an item is invalid
 */
export function renderItems(stored: BlobReader, ordinals: Uint32Array, origin: string): ByteText {
  return asByteText(`[${stored.joined(ordinals, jsonInner(origin)).slice(0, -1)}]`);
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
  const ordinals = Uint32Array.from(matches, ({ ordinal }) => ordinal);
  const rendered = openItems(stored, ordinals, origin).map(
    (item, at) => `${item}${renderNearness(matches[at]!)}${more?.(ordinals[at]!) ?? ""}}`,
  );
  return asByteText(`[${rendered.join(",")}]`);
}

/** Identities as a JSON array, each with its icon, or null, and the reason. */
export function renderResolved(
  stored: BlobReader,
  identities: readonly Identity[],
  resolved: readonly Resolution[],
  origin: string,
): ByteText {
  const ordinals = Uint32Array.from(resolved.flatMap(({ ordinal }) => ordinal ?? []));
  const items = openItems(stored, ordinals, origin).values();
  const rendered = identities.map(({ kind, value }, at) => {
    const { ordinal, reason } = resolved[at]!;
    const icon = ordinal === undefined ? "null" : `${items.next().value}}`;
    return `{"kind":"${kind}","value":${toByteText(JSON.stringify(value))},"icon":${icon},"reason":"${reason}"}`;
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
  const rendered = openItems(stored, ordinals, origin).map((item, at) => `${item}${toByteText(more(ordinals[at]!))}}`);
  return asByteText(`[${rendered.join(",")}]`);
}

/** A list item as a JSON object without its closing brace, so that members can be appended. */
export function renderOpenItem(stored: BlobReader, ordinal: number, origin: string): ByteText {
  return openItems(stored, Uint32Array.of(ordinal), origin)[0]!;
}

/** The members of a similar icon that follow its list item. */
function renderNearness(icon: SimilarIcon): ByteText {
  const { distance, weightedDistance, variant, lowDetail, colorDistance, shapeDistance, score, vectorSimilarity } =
    icon;
  let members =
    distance === undefined ? "" : `,"distance":${distance},"similarity":${Math.max(0, 1 - distance / CHANCE_DISTANCE)}`;
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

/** List items without their closing braces. */
function openItems({ joined, locator }: BlobReader, ordinals: Uint32Array, origin: string): ByteText[] {
  const insertion = jsonInner(origin);
  const text = joined(ordinals, insertion);
  let from = 0;
  return Array.from(ordinals, (ordinal) => {
    const { start, end } = locator.place(ordinal);
    const inserted = locator.splice(ordinal) === NO_SPLICE ? 0 : insertion.length;
    const to = from + end - start + inserted;
    const item = asByteText(text.slice(from, to - CLOSING_LENGTH));
    from = to;
    return item;
  });
}

function jsonInner(text: string): ByteText {
  return PLAIN.test(text) ? asByteText(text) : toByteText(JSON.stringify(text).slice(1, -1));
}
