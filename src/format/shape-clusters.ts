import { SHAPE_BYTES } from "../shape/shape-text.js";
import { byteSection, decodeContainer, layOutContainer, type Pieces, u32Section } from "./container.js";
import { FormatError } from "./format-error.js";
import {
  INDEXED_FROM,
  isDescriptor,
  ORDINAL_BYTES,
  ordinalAt,
  type ReadDescriptors,
  SUM_BYTES,
  sumsAt,
  TILE,
  writeOrdinal,
} from "./shape-index.js";

/** The number of clusters, if there are as many descriptors. At a million icons, each has about as many members. */
export const MOST_CLUSTERS = 2 ** 10;

/** Members whose sums are laid out in one pass over the descriptors: 32 MB. A multiple of `TILE`. */
const SUMS_AT_ONCE = 2 ** 20;
const NO_MEMBER = 2 ** 32 - 1;

/** Descriptors grouped by the nearest of some of them, the centers. */
export interface ShapeClusters {
  /** The center of each, one after the other. */
  readonly centers: Uint8Array;
  /** The start of each, counted in members, followed by the number of all members. */
  readonly starts: Uint32Array;
  /** The ordinals of the members, see `ordinalAt`, ascending within each cluster. */
  readonly ordinals: Uint8Array;
}

/** Finds the nearest center of each descriptor of a piece. */
export type AssignCenters = (centers: Uint8Array, descriptors: Uint8Array) => Uint16Array;

/**
 * Groups descriptors. Icons without one are in no cluster.
 *
 * @param count number of icons
 * @param size number of descriptors
 * @returns undefined for fewer icons than `INDEXED_FROM`
 * Cost: two passes over the descriptors, and a comparison of each with all centers. Memory: 9 bytes per icon.
 */
export function clusterShapes(
  count: number,
  size: number,
  read: ReadDescriptors,
  assign: AssignCenters,
): ShapeClusters | undefined {
  if (count < INDEXED_FROM || size === 0) return undefined;
  const centers = chooseCenters(size, read);
  const clusters = new Uint16Array(size);
  const members = new Uint32Array(size);
  const starts = new Uint32Array(centers.length / SHAPE_BYTES + 1);
  let [ordinal, found] = [0, 0];
  for (const piece of read()) {
    const nearest = assign(centers, piece);
    for (let at = 0; at < piece.length; at += SHAPE_BYTES, ordinal++) {
      if (!isDescriptor(piece, at)) continue;
      const cluster = nearest[at / SHAPE_BYTES]!;
      starts[cluster + 1]!++;
      clusters[found] = cluster;
      members[found++] = ordinal;
    }
  }
  for (let cluster = 0; cluster < starts.length - 1; cluster++) starts[cluster + 1]! += starts[cluster]!;
  const ordinals = new Uint8Array(ORDINAL_BYTES * size);
  const next = starts.slice();
  for (let at = 0; at < size; at++) writeOrdinal(ordinals, next[clusters[at]!]!++, members[at]!);
  return { centers, starts, ordinals };
}

/** Descriptors evenly spread over the table. */
function chooseCenters(size: number, read: ReadDescriptors): Uint8Array {
  const count = Math.min(MOST_CLUSTERS, size);
  const centers = new Uint8Array(SHAPE_BYTES * count);
  let [seen, chosen] = [0, 0];
  for (const piece of read()) {
    for (let at = 0; at < piece.length && chosen < count; at += SHAPE_BYTES) {
      if (!isDescriptor(piece, at)) continue;
      if (seen === Math.floor((chosen * size) / count))
        centers.set(piece.subarray(at, at + SHAPE_BYTES), SHAPE_BYTES * chosen++);
      seen++;
    }
  }
  return centers;
}

/** The clusters as a file; empty if there are none. */
export function layOutShapeClusters(clusters: ShapeClusters | undefined): Pieces {
  if (clusters === undefined) return layOutContainer("SCLU", 0, [], []);
  const { centers, starts, ordinals } = clusters;
  return layOutContainer("SCLU", 0, [centers.length, starts.byteLength, ordinals.length], [centers, starts, ordinals]);
}

/**
 * The sums of the members of all clusters as a file, in tiles of 16 members: their first bytes, then their second ones,
 * and so on. Empty if there are none.
 *
 * @param count number of icons
 * Cost: a pass over the descriptors for each million. Memory: 4 bytes per icon, and up to 32 MB.
 */
export function layOutShapeSums(clusters: ShapeClusters | undefined, count: number, read: ReadDescriptors): Pieces {
  if (clusters === undefined) return layOutContainer("SSUM", 0, [0], []);
  return layOutContainer("SSUM", 0, [bytesOfSums(clusters)], sumsOf(clusters, count, read));
}

function bytesOfSums({ starts }: ShapeClusters): number {
  return Math.ceil(starts.at(-1)! / TILE) * TILE * SUM_BYTES;
}

function* sumsOf({ starts, ordinals }: ShapeClusters, count: number, read: ReadDescriptors): Generator<Uint8Array> {
  const size = starts.at(-1)!;
  const members = new Uint32Array(count).fill(NO_MEMBER);
  for (let member = 0; member < size; member++) members[ordinalAt(ordinals, member)] = member;
  const sums = new Uint8Array(SUM_BYTES);
  for (let first = 0; first < size; first += SUMS_AT_ONCE) {
    const tiles = new Uint8Array(Math.ceil(Math.min(SUMS_AT_ONCE, size - first) / TILE) * TILE * SUM_BYTES);
    let ordinal = 0;
    for (const piece of read()) {
      for (let at = 0; at < piece.length; at += SHAPE_BYTES) {
        const place = members[ordinal++]! - first;
        if (place < 0 || place >= SUMS_AT_ONCE) continue;
        sumsAt(piece, at, sums);
        const start = (place - (place % TILE)) * SUM_BYTES + (place % TILE);
        for (let byte = 0; byte < SUM_BYTES; byte++) tiles[start + byte * TILE] = sums[byte]!;
      }
    }
    yield tiles;
  }
}

/**
 * Opens a file of clusters; their members are checked on use.
 *
 * @returns undefined if it is empty
 * @throws FormatError if its sections don't add up
 */
export function decodeShapeClusters(content: Uint8Array, file: string): ShapeClusters | undefined {
  const container = decodeContainer(content, "SCLU", file);
  if (container.sections.length === 0) return undefined;
  const [centers, starts, ordinals] = [byteSection(container, 0), u32Section(container, 1), byteSection(container, 2)];
  const isComplete = centers.length === SHAPE_BYTES * (starts.length - 1) && starts.length - 1 <= MOST_CLUSTERS;
  if (!isComplete || ordinals.length !== ORDINAL_BYTES * starts.at(-1)!)
    throw new FormatError(file, "the clusters do not add up");
  return { centers, starts, ordinals };
}

/**
 * Opens a file of sums of the members of clusters.
 *
 * @returns undefined if it is empty
 * @throws FormatError if it is damaged
 */
export function decodeShapeSums(
  content: Uint8Array,
  clusters: ShapeClusters | undefined,
  file: string,
): Uint8Array | undefined {
  const sums = byteSection(decodeContainer(content, "SSUM", file), 0);
  if (sums.length !== (clusters === undefined ? 0 : bytesOfSums(clusters)))
    throw new FormatError(file, "has sums of a different number of shapes");
  return clusters && sums;
}
