import { FormatError } from "../../format/format-error.js";
import { isListItem } from "../../format/list-item.js";
import { type Locator, NO_SPLICE, NUMBERS_OF_PLACE, type Place } from "../../format/locator.js";
import { asByteText, type ByteText, bytesOf } from "../../text/byte-text.js";

/** Items of varying size, in mapped shards. */
export interface BlobReader {
  readonly locator: Locator;
  /** Path of the file that contains an item. */
  path(ordinal: number): string;
  /**
   * The bytes of an item: a view of the mapping, empty if an optional blob has none. Copy it if it leaves the process
   * or outlives the request.
   */
  view(ordinal: number): Buffer;
  /** Copies an item as byte text. Cheaper than a view. */
  text(ordinal: number): ByteText;
  /**
   * Copies items that are UTF-8 as one byte text, one after the other, each with a text inserted at its splice. Cheaper
   * than one by one, above all if they lie apart: the processor waits for memory once, and a call into the runtime is
   * made once.
   *
   * @throws FormatError if the location or splice of an item is invalid
   */
  joined(ordinals: Uint32Array, insertion: ByteText): ByteText;
}

const NO_BYTES = Buffer.alloc(0);
const NO_TEXT = asByteText("");
/** Bytes that are copied at a time. */
const STEP = 8;
/** Memory kept for joining items: more than a page of list items has. */
const KEPT_BYTES = 64 * 1024;
/** Places kept for it: as many as the largest page has items. */
const KEPT_PLACES = 100;

/** The items of a blob that has none, since no icon has an item. @param locator of no items */
export function emptyBlob(locator: Locator, locatorFile: string): BlobReader {
  return {
    locator,
    path: () => locatorFile,
    view: () => NO_BYTES,
    text: () => NO_TEXT,
    joined: () => NO_TEXT,
  };
}

/**
 * @param locatorFile path of the locator, for errors @param shards their bytes @param paths their paths
 * @param maxBytes of an item that is read alone
 */
export function readBlob(
  locator: Locator,
  locatorFile: string,
  shards: readonly Buffer[],
  paths: readonly string[],
  maxBytes: number,
): BlobReader {
  const shardOf = (shard: number, end: number, ordinal: number): Buffer => {
    const bytes = shards[shard];
    if (bytes !== undefined && end <= bytes.length) return bytes;
    throw new FormatError(locatorFile, `item ${ordinal} lies outside its shard`);
  };
  const placeOf = (ordinal: number): Place => {
    const place = locator.place(ordinal);
    const size = place.end - place.start;
    if (size <= maxBytes) return place;
    throw new FormatError(locatorFile, `item ${ordinal} has ${size} bytes, more than ${maxBytes}`);
  };
  // Made by the first list: of most blobs, no items are joined.
  let join: ReturnType<typeof createJoin> | undefined;
  return {
    locator,
    path: (ordinal) => paths[locator.place(ordinal).shard]!,
    view(ordinal) {
      const { shard, start, end } = placeOf(ordinal);
      return shardOf(shard, end, ordinal).subarray(start, end);
    },
    text(ordinal) {
      const { shard, start, end } = placeOf(ordinal);
      return asByteText(shardOf(shard, end, ordinal).toString("latin1", start, end));
    },
    joined(ordinals, insertion) {
      if (ordinals.length === 0) return NO_TEXT;
      join ??= createJoin(locator, locatorFile, shards, shardOf);
      return join(ordinals, insertion);
    },
  };
}

/**
 * Returns a function that joins items. They are copied eight bytes at a time, since a call into the runtime for each
 * costs more than copying its few hundred bytes.
 */
function createJoin(
  locator: Locator,
  locatorFile: string,
  shards: readonly Buffer[],
  shardOf: (shard: number, end: number, ordinal: number) => Buffer,
): (ordinals: Uint32Array, insertion: ByteText) => ByteText {
  const views = shards.map(viewOf);
  const kept = Buffer.allocUnsafeSlow(KEPT_BYTES);
  const keptView = viewOf(kept);
  const keptPlaces = new Uint32Array(KEPT_PLACES * NUMBERS_OF_PLACE);
  let inserted = { text: NO_TEXT, view: viewOf(NO_BYTES) };
  // Written, so that the compiler does not leave out the reads.
  const sink = new Int32Array(1);

  return (ordinals, insertion) => {
    const count = ordinals.length;
    const places = count <= KEPT_PLACES ? keptPlaces : new Uint32Array(count * NUMBERS_OF_PLACE);
    locator.locate(ordinals, places);
    // Reads a few bytes of each item, in a loop that does nothing else: the reads don't depend on each other, so the
    // processor does not wait for one before it starts the next.
    let size = count * insertion.length;
    let sum = 0;
    for (let at = 0, place = 0; at < count; at++, place += NUMBERS_OF_PLACE) {
      const start = places[place + 1]!;
      const end = places[place + 2]!;
      const splice = places[place + 3]!;
      const bytes = shardOf(places[place]!, end, ordinals[at]!);
      if (splice !== NO_SPLICE && start + splice > end)
        throw new FormatError(locatorFile, `the splice of item ${ordinals[at]!} lies outside the item`);
      sum ^= bytes[start]! ^ bytes[(start + end) >>> 1]! ^ bytes[end - 1]!;
      size += end - start;
    }
    sink[0] = sum;
    const isSmall = size <= KEPT_BYTES;
    const joined = isSmall ? kept : Buffer.allocUnsafeSlow(size);
    const target = isSmall ? keptView : viewOf(joined);
    if (insertion !== inserted.text) inserted = { text: insertion, view: viewOf(bytesOf(insertion)) };
    const { view } = inserted;
    let to = 0;
    for (let at = 0, place = 0; at < count; at++, place += NUMBERS_OF_PLACE) {
      const source = views[places[place]!]!;
      let start = places[place + 1]!;
      const end = places[place + 2]!;
      const splice = places[place + 3]!;
      if (splice !== NO_SPLICE) {
        to = copy(source, start, start + splice, target, to);
        to = copy(view, 0, view.byteLength, target, to);
        start += splice;
      }
      to = copy(source, start, end, target, to);
    }
    return asByteText(joined.toString("latin1", 0, to));
  };
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/**
 * Copies UTF-8 from `start` to `end` of `source` to `to`, as numbers of 64 bits: no UTF-8 reads as NaN, whose bits could
 * change. The last step goes back to end where the item ends, since a loop over the few bytes left would take longer.
 *
 * @returns the end of the copy
 */
function copy(source: DataView, start: number, end: number, target: DataView, to: number): number {
  const shift = to - start;
  if (end - start < STEP) {
    for (let from = start; from < end; from++) target.setUint8(from + shift, source.getUint8(from));
    return end + shift;
  }
  const last = end - STEP;
  for (let from = start; from < last; from += STEP)
    target.setFloat64(from + shift, source.getFloat64(from, true), true);
  target.setFloat64(last + shift, source.getFloat64(last, true), true);
  return end + shift;
}

/**
 * The list items of a generation, each checked on first read. Responses are cut from items without decoding them; without
 * the check, the bytes of a damaged or malicious file would be sent unchanged.
 *
 * Reading throws FormatError if `encodeListItem` could not have written the item. Cost: one `isListItem` on the first
 * read of an item, then one bit.
 * Memory: one bit per item.
 */
export function checkItems(items: BlobReader): BlobReader {
  const checked = new Uint8Array(Math.ceil(items.locator.count / 8));
  const check = (ordinal: number): void => {
    const bit = 1 << (ordinal & 7);
    if ((checked[ordinal >>> 3]! & bit) !== 0) return;
    const text = asByteText(items.view(ordinal).toString("latin1"));
    if (!isListItem(text, items.locator.splice(ordinal)))
      throw new FormatError(
        items.path(ordinal),
        `item ${ordinal} is damaged: it is not a list item as a build writes it`,
      );
    checked[ordinal >>> 3]! |= bit;
  };
  return {
    ...items,
    view(ordinal) {
      check(ordinal);
      return items.view(ordinal);
    },
    text(ordinal) {
      check(ordinal);
      return items.text(ordinal);
    },
    joined(ordinals, insertion) {
      for (let at = 0; at < ordinals.length; at++) check(ordinals[at]!);
      return items.joined(ordinals, insertion);
    },
  };
}
