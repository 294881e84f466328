import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { VECTOR_FILE, vectorShardFile } from "#src/format/artifact-files.js";
import { layOutVectorTable, vectorsPerShard } from "#src/format/vector-table.js";
import { readInto } from "#src/platform/read-regular-file.js";
import { sortedIndexOf } from "../dataset/number-list.js";
import type { QuantizedVectors } from "../vectors/dataset-vectors.js";
import type { ArtifactFile, ArtifactWriter } from "./artifact-writer.js";
import { openSpool } from "./spool.js";

/** Bytes read at once, or a single vector. */
const CHUNK_BYTES = 2 ** 20;

/** Appends vectors by ascending ordinal. Memory: 2 MiB, and 12 bytes per vector. */
export interface VectorWriter {
  /** @param ids the numbers of the next records' ids */
  append(ids: Float64Array): void;
  /** Writes the table and removes the temporary file. */
  close(): void;
  /** Closes the temporary file after a failure; no-op after a success. */
  abandon(): void;
}

/**
 * @param scratch folder for temporary data
 * @param vectors undefined: the table is empty
 */
export function createVectorWriter(
  writer: ArtifactWriter,
  scratch: string,
  vectors: QuantizedVectors | undefined,
): VectorWriter {
  if (vectors === undefined)
    return { append() {}, close: () => writer.write(VECTOR_FILE, layOutVectorTable(0, 0, []).pieces), abandon() {} };
  const { dimensions } = vectors.facts;
  const rowOf = rowFinder(vectors.ids);
  const squares = openSpool(join(scratch, "vector-squares"));
  const shardRows = vectorsPerShard(dimensions);
  const buffer = new Uint8Array(Math.max(1, Math.floor(CHUNK_BYTES / dimensions)) * dimensions);
  let fd: number | undefined = openSync(vectors.file, "r");
  let shard: ArtifactFile | undefined;
  let shards = 0;
  const closeFile = (): void => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  };
  /** Copies rows of the temporary file; a row of −1 is a missing vector. */
  const copy = (rows: Int32Array): void => {
    for (let at = 0; at < rows.length; ) {
      const row = rows[at]!;
      let run = 1;
      while (at + run < rows.length && rows[at + run] === (row < 0 ? row : row + run)) run++;
      const block = buffer.subarray(0, run * dimensions);
      if (row < 0) block.fill(0);
      else readInto(fd!, block, row * dimensions);
      shard!.append(block);
      at += run;
    }
  };
  return {
    append(ids) {
      const rows = Int32Array.from(ids, rowOf);
      const sums = Uint32Array.from(rows, (row) => (row < 0 ? 0 : vectors.squares[row]!));
      squares.append(new Uint8Array(sums.buffer));
      for (let at = 0; at < rows.length; ) {
        if (shard === undefined || shard.size() === shardRows * dimensions) {
          shard?.close();
          shard = writer.open(vectorShardFile(shards++));
        }
        const room = shardRows - shard.size() / dimensions;
        const until = Math.min(rows.length, at + room, at + buffer.length / dimensions);
        copy(rows.subarray(at, until));
        at = until;
      }
    },
    close() {
      shard?.close();
      writer.write(VECTOR_FILE, layOutVectorTable(dimensions, squares.size(), squares.drain()).pieces);
      closeFile();
      rmSync(vectors.file);
    },
    abandon: closeFile,
  };
}

/** Finds the row of an id's number; −1 if it has none. Memory: 12 bytes per row. */
function rowFinder(ids: Float64Array): (id: number) => number {
  const order = new Uint32Array(ids.length).map((_, row) => row).sort((a, b) => ids[a]! - ids[b]!);
  const sorted = Float64Array.from(order, (row) => ids[row]!);
  return (id) => order[sortedIndexOf(sorted, id)] ?? -1;
}
