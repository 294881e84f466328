import { join } from "node:path";
import { assignCenters } from "#src/catalog/similar/assign-centers.js";
import { SHAPE_CLUSTERS_FILE, SHAPE_FILE, SHAPE_INDEX_FILE, SHAPE_SUMS_FILE } from "#src/format/artifact-files.js";
import { clusterShapes, layOutShapeClusters, layOutShapeSums } from "#src/format/shape-clusters.js";
import { isDescriptor, layOutShapeChunks } from "#src/format/shape-index.js";
import { layOutShapeTable } from "#src/format/shape-table.js";
import { SHAPE_BYTES } from "#src/shape/shape-text.js";
import type { ArtifactWriter } from "./artifact-writer.js";
import { openSpool } from "./spool.js";

/** Maximum number of records without descriptors that are written in one step. */
const LACKING_AT_ONCE = 1 << 12;
const NO_SHAPES = new Uint8Array(LACKING_AT_ONCE * SHAPE_BYTES);

/** Appends shape descriptors by ascending ordinal. They are kept in a file until their number is known. */
export interface ShapeWriter {
  /** @param shapes those of the next `records` records; empty if none of them has one */
  append(shapes: Uint8Array, records: number): void;
  /** Writes the table and its index. They stay empty if no icon has a descriptor. */
  close(): void;
}

/** @param scratch folder for temporary data; it is removed at the end */
export function createShapeWriter(writer: ArtifactWriter, scratch: string): ShapeWriter {
  const spool = openSpool(join(scratch, "shapes"));
  /** Number of descriptors. */
  let size = 0;
  /** Records without descriptors that have not been appended yet. */
  let lacking = 0;
  const catchUp = (): void => {
    while (lacking > 0) {
      const records = Math.min(lacking, LACKING_AT_ONCE);
      spool.append(NO_SHAPES.subarray(0, records * SHAPE_BYTES));
      lacking -= records;
    }
  };
  return {
    append(shapes, records) {
      if (shapes.length === 0) {
        lacking += records;
        return;
      }
      catchUp();
      spool.append(shapes);
      for (let at = 0; at < shapes.length; at += SHAPE_BYTES) if (isDescriptor(shapes, at)) size++;
    },
    close() {
      if (spool.size() > 0) catchUp();
      const count = spool.size() / SHAPE_BYTES;
      const clusters = clusterShapes(count, size, spool.read, assignCenters);
      writer.write(SHAPE_CLUSTERS_FILE, layOutShapeClusters(clusters).pieces);
      writer.write(SHAPE_SUMS_FILE, layOutShapeSums(clusters, count, spool.read).pieces);
      writer.write(SHAPE_INDEX_FILE, layOutShapeChunks(count, size, spool.read).pieces);
      writer.write(SHAPE_FILE, layOutShapeTable(spool.size(), spool.drain()).pieces);
    },
  };
}
