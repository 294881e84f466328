import { SHAPE_BYTES, SHAPE_VERSION } from "../shape/shape-text.js";
import { byteSection, decodeContainer, joinPieces, layOutContainer, type Pieces } from "./container.js";
import { FormatError, REBUILD } from "./format-error.js";
import {
  type AssignCenters,
  clusterShapes,
  decodeShapeSums,
  layOutShapeSums,
  type ShapeClusters,
} from "./shape-clusters.js";
import { decodeShapeChunks, isDescriptor, layOutShapeChunks, type ShapeChunk } from "./shape-index.js";

/** What searches read before they read descriptors. */
export interface ShapeIndex {
  readonly chunks: readonly ShapeChunk[];
  readonly clusters: ShapeClusters;
  /** Those of the members of all clusters, see `layOutShapeSums`. */
  readonly sums: Uint8Array;
}

/** The shape descriptors by ordinal. */
export interface ShapeTable {
  readonly file: string;
  /** Number of ordinals; 0 if no icon has a descriptor. */
  readonly count: number;
  /** `SHAPE_BYTES` per ordinal, in place; zeros if it has no descriptor. */
  readonly bytes: Uint8Array;
  /** Undefined for small tables. */
  readonly index: ShapeIndex | undefined;
  /** The descriptor of `ordinal`, a view; undefined if it has none. */
  get(ordinal: number): Uint8Array | undefined;
}

/**
 * The file in pieces. Fits 16 million icons, since a file has at most 1 GiB.
 *
 * @param length bytes of all descriptors; 0 if no icon has one
 */
export function layOutShapeTable(length: number, descriptors: Iterable<Uint8Array>): Pieces {
  return layOutContainer("SHAP", SHAPE_VERSION, [length], descriptors);
}

/**
 * Opens a table in place.
 *
 * @param openIndex opens the index for this number of icons
 * @throws FormatError if it is damaged or has descriptors of another version
 */
export function decodeShapeTable(
  content: Uint8Array,
  file: string,
  openIndex: (count: number) => ShapeIndex | undefined,
): ShapeTable {
  const container = decodeContainer(content, "SHAP", file);
  const bytes = byteSection(container, 0);
  const count = bytes.length / SHAPE_BYTES;
  if (container.parameter !== SHAPE_VERSION)
    throw new FormatError(
      file,
      `has shapes of version ${container.parameter}, this program has ${SHAPE_VERSION}`,
      REBUILD,
    );
  if (!Number.isInteger(count)) throw new FormatError(file, "does not hold a whole number of shapes");
  return {
    file,
    count,
    bytes,
    index: openIndex(count),
    get(ordinal) {
      if (!(ordinal >= 0 && ordinal < count)) return undefined;
      const descriptor = bytes.subarray(ordinal * SHAPE_BYTES, (ordinal + 1) * SHAPE_BYTES);
      return descriptor.some((byte) => byte !== 0) ? descriptor : undefined;
    },
  };
}

/**
 * A table in memory, with its index. @param blocks whole descriptors, by ordinal @param file its name in messages
 */
export function createShapeTable(blocks: readonly Uint8Array[], file: string, assign: AssignCenters): ShapeTable {
  let [length, size] = [0, 0];
  for (const block of blocks) {
    length += block.length;
    for (let at = 0; at < block.length; at += SHAPE_BYTES) if (isDescriptor(block, at)) size++;
  }
  const read = (): readonly Uint8Array[] => blocks;
  return decodeShapeTable(joinPieces(layOutShapeTable(length, blocks)), file, (count) => {
    const clusters = clusterShapes(count, size, read, assign);
    const sums = decodeShapeSums(joinPieces(layOutShapeSums(clusters, count, read)), clusters, file);
    const chunks = decodeShapeChunks(joinPieces(layOutShapeChunks(count, size, read)), file);
    return chunks && clusters && sums && { chunks, clusters, sums };
  });
}
