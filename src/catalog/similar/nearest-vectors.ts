import { FormatError } from "../../format/format-error.js";
import type { VectorTable } from "../../format/vector-table.js";
import type { CooperativeTask } from "../execution/cooperative-task.js";
import { openVectorKernel, type VectorKernel, windowVectors } from "./vector-kernel.js";

/** Windows per step: a megabyte of vectors, which takes a fraction of a millisecond if it is in memory. */
const STEP_WINDOWS = 8;

/**
 * Similarities farther apart than this are in their true order: a square root and a division are each off by at most
 * 2^-53 of a number up to 1.
 */
const ROUNDED = 1e-15;

const shared = openVectorKernel();

/** A search for the icons whose vectors have the most similar direction. */
export interface VectorSearch {
  readonly vectors: VectorTable;
  /** Quantized, with as many dimensions as the table. */
  readonly query: Int8Array;
  /** The sum of the squares of its components; not 0. */
  readonly square: number;
  readonly limit: number;
  /** Whether an icon may be in the result. Called only for icons that are similar enough. */
  isWanted(ordinal: number): boolean;
}

/** An icon with its cosine similarity to the query. */
export interface VectorMatch {
  readonly ordinal: number;
  /** −1 to 1. */
  readonly similarity: number;
}

/** A match with the integers that its similarity derives from. */
interface Candidate extends VectorMatch {
  /** The sum of the products of the components. */
  readonly product: number;
  /** The sum of the squares of the icon's components. */
  readonly square: number;
}

/**
 * The icons with the largest cosine similarity of their quantized vectors, ties in display order. Exact: similarities
 * that floating point can't tell apart are compared as integers.
 *
 * Cost: one pass over all vectors, a byte per component.
 * @throws FormatError if the stored length of a match's vector is wrong
 */
export function* nearestVectors(search: VectorSearch, kernel: VectorKernel = shared): CooperativeTask<VectorMatch[]> {
  const { vectors, query, square: querySquare, limit, isWanted } = search;
  const { count, dimensions, squares } = vectors;
  const { window, products } = kernel;
  const most = windowVectors(dimensions);
  const nearest: Candidate[] = [];
  if (limit < 1) return [];
  let bound = Number.NEGATIVE_INFINITY;
  let windows = 0;
  for (let first = 0; first < count; ) {
    // Other searches may have used the kernel since the last step.
    if (windows++ % STEP_WINDOWS === 0) kernel.setQuery(query);
    const size = Math.min(most, vectors.shardEnd(first) - first);
    window.set(vectors.rows(first, first + size));
    kernel.multiply(size, dimensions);
    for (let at = 0; at < size; at++) {
      const square = squares[first + at] as number;
      if (square === 0) continue;
      const product = products[at] as number;
      const similarity = product / Math.sqrt(square * querySquare);
      if (similarity < bound || !isWanted(first + at)) continue;
      insert(nearest, { ordinal: first + at, similarity, product, square }, limit);
      if (nearest.length === limit) bound = nearest[limit - 1]!.similarity - ROUNDED;
    }
    first += size;
    if (windows % STEP_WINDOWS === 0) yield;
  }
  for (const { ordinal, square } of nearest) checkSquare(vectors, ordinal, square);
  return nearest.map(({ ordinal, similarity }) => ({ ordinal, similarity }));
}

/**
 * The vector at `ordinal`; undefined if it has none.
 *
 * @throws FormatError if its stored length is wrong
 */
export function vectorAt(vectors: VectorTable, ordinal: number): { query: Int8Array; square: number } | undefined {
  const square = vectors.squares[ordinal] ?? 0;
  if (square === 0) return undefined;
  checkSquare(vectors, ordinal, square);
  return { query: vectors.rows(ordinal, ordinal + 1).slice(), square };
}

function checkSquare(vectors: VectorTable, ordinal: number, square: number): void {
  const sum = vectors.rows(ordinal, ordinal + 1).reduce((squares, component) => squares + component * component, 0);
  if (sum !== square) throw new FormatError(vectors.file, `has a wrong length for the vector of ordinal ${ordinal}`);
}

/** Inserts a candidate that comes after all others in display order. */
function insert(nearest: Candidate[], candidate: Candidate, limit: number): void {
  let at = nearest.length;
  while (at > 0 && isNearer(candidate, nearest[at - 1]!)) at--;
  if (at >= limit) return;
  nearest.splice(at, 0, candidate);
  if (nearest.length > limit) nearest.pop();
}

function isNearer(a: Candidate, b: Candidate): boolean {
  // Many icons may have the same vector.
  if (a.product === b.product && a.square === b.square) return false;
  const difference = a.similarity - b.similarity;
  if (Math.abs(difference) > ROUNDED) return difference > 0;
  return signedSquare(a.product) * BigInt(b.square) > signedSquare(b.product) * BigInt(a.square);
}

function signedSquare(product: number): bigint {
  return BigInt(product) * BigInt(Math.abs(product));
}
