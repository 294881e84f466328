import { FormatError } from "../../format/format-error.js";
import { isListItem } from "../../format/list-item.js";
import { type Locator, NUMBERS_OF_PLACE, type Place } from "../../format/locator.js";
import { asByteText, type ByteText } from "../../text/byte-text.js";

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
   * Copies items that are UTF-8 as one byte text, one after the other. Cheaper than one by one, above all if they lie
   * apart: the processor waits for memory once, and a call into the runtime is made once.
   *
   * @throws FormatError if the location of an item is invalid
   */
  joined(ordinals: Uint32Array): ByteText;
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
    joined(ordinals) {
      if (ordinals.length === 0) return NO_TEXT;
      const last = ordinals.at(-1)!;
      const { shard, start } = locator.place(ordinals[0]!);
      const place = locator.place(last);
      const isRun = place.shard === shard && ordinals.every((ordinal, at) => ordinal === ordinals[0]! + at);
      if (isRun) return asByteText(shardOf(shard, place.end, last).toString("latin1", start, place.end));
      join ??= createJoin(locator, shards, shardOf);
      return join(ordinals);
    },
  };
}

/**
 * Returns a function that joins items which lie apart. They are copied eight bytes at a time, since a call into the
 * runtime for each costs more than copying its few hundred bytes.
 */
function createJoin(
  locator: Locator,
  shards: readonly Buffer[],
  shardOf: (shard: number, end: number, ordinal: number) => Buffer,
): (ordinals: Uint32Array) => ByteText {
  const views = shards.map(({ buffer, byteOffset, length }) => new DataView(buffer, byteOffset, length));
  const kept = Buffer.allocUnsafeSlow(KEPT_BYTES);
  const keptView = new DataView(kept.buffer);
  const keptPlaces = new Uint32Array(KEPT_PLACES * NUMBERS_OF_PLACE);
  // Written, so that the compiler does not leave out the reads.
  const sink = new Int32Array(1);

  return (ordinals) => {
    const count = ordinals.length;
    const places = count <= KEPT_PLACES ? keptPlaces : new Uint32Array(count * NUMBERS_OF_PLACE);
    locator.locate(ordinals, places);
    // Reads a few bytes of each item, in a loop that does nothing else: the reads don't depend on each other, so the
    // processor does not wait for one before it starts the next.
    let size = 0;
    let sum = 0;
    for (let at = 0, place = 0; at < count; at++, place += NUMBERS_OF_PLACE) {
      const start = places[place + 1]!;
      const end = places[place + 2]!;
      const bytes = shardOf(places[place]!, end, ordinals[at]!);
      sum ^= locator.splice(ordinals[at]!) ^ bytes[start]! ^ bytes[(start + end) >>> 1]! ^ bytes[end - 1]!;
      size += end - start;
    }
    sink[0] = sum;
    const isSmall = size <= KEPT_BYTES;
    const joined = isSmall ? kept : Buffer.allocUnsafeSlow(size);
    const target = isSmall ? keptView : new DataView(joined.buffer);
    let to = 0;
    for (let at = 0, place = 0; at < count; at++, place += NUMBERS_OF_PLACE) {
      const start = places[place + 1]!;
      const end = places[place + 2]!;
      copy(views[places[place]!]!, start, end, target, to);
      to += end - start;
    }
    return asByteText(joined.toString("latin1", 0, size));
  };
}

/**
 * Copies UTF-8 from `start` to `end` of `source` to `to`, as numbers of 64 bits: no UTF-8 reads as NaN, whose bits could
 * change. The last step goes back to end where the item ends, since a loop over the few bytes left would take longer.
 */
function copy(source: DataView, start: number, end: number, target: DataView, to: number): void {
  const shift = to - start;
  if (end - start < STEP) {
    for (let from = start; from < end; from++) target.setUint8(from + shift, source.getUint8(from));
    return;
  }
  const last = end - STEP;
  for (let from = start; from < last; from += STEP)
    target.setFloat64(from + shift, source.getFloat64(from, true), true);
  target.setFloat64(last + shift, source.getFloat64(last, true), true);
}

/**
 * The list items of a generation, each checked on first read. Answers are cut from items without decoding them; without
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
    joined(ordinals) {
      for (let at = 0; at < ordinals.length; at++) check(ordinals[at]!);
      return items.joined(ordinals);
    },
  };
}
