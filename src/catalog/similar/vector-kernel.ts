import { MAX_DIMENSIONS } from "../../format/vector-table.js";
import { instantiate } from "../../platform/web-assembly.js";
import { VECTOR_KERNEL_CODE } from "./vector-kernel-code.js";

/** Bytes of a window: small enough to stay in a core's cache. */
const WINDOW_BYTES = 2 ** 17;
/** Maximum number of vectors in a window. */
const WINDOW_VECTORS = 2 ** 11;

/** Components that are multiplied at once. */
const STEP = 16;

/** A query vector and a small copy of a piece of the vector table in separate memory. */
export interface VectorKernel {
  /** Sets the query for all further multiplications. */
  setQuery(query: Int8Array): void;
  /** The vectors, one after the other, without gaps. */
  readonly window: Int8Array;
  /** Results of `multiply`. */
  readonly products: Int32Array;
  /**
   * Multiplies the first `count` vectors of the window by the query, which has `dimensions` components; `count` is
   * not 0.
   */
  multiply(count: number, dimensions: number): void;
}

/** Number of vectors that fit in a window. */
export function windowVectors(dimensions: number): number {
  return Math.min(WINDOW_VECTORS, Math.floor(WINDOW_BYTES / dimensions));
}

interface VectorKernelExports {
  memory: { buffer: ArrayBuffer };
  multiply(to: number, from: number, end: number, dimensions: number): void;
}

const WINDOW = 2 * MAX_DIMENSIONS;
/** Behind the bytes that the last step of the last vector may read. */
const PRODUCTS = WINDOW + WINDOW_BYTES + STEP;

/** In WebAssembly, 16 components at a time: including the copies, about sixteen times as fast as the plain one. */
export function createFastVectorKernel(): VectorKernel {
  const { memory, multiply } = instantiate<VectorKernelExports>(VECTOR_KERNEL_CODE);
  const query = new Int16Array(memory.buffer, 0, MAX_DIMENSIONS);
  return {
    setQuery(components) {
      query.set(components);
      query.fill(0, components.length, Math.ceil(components.length / STEP) * STEP);
    },
    window: new Int8Array(memory.buffer, WINDOW, WINDOW_BYTES),
    products: new Int32Array(memory.buffer, PRODUCTS, WINDOW_VECTORS),
    multiply: (count, dimensions) => multiply(PRODUCTS, WINDOW, WINDOW + count * dimensions, dimensions),
  };
}

/** For processes that can't use WebAssembly. */
export function createPlainVectorKernel(): VectorKernel {
  const window = new Int8Array(WINDOW_BYTES);
  const products = new Int32Array(WINDOW_VECTORS);
  let query = new Int8Array(0);
  return {
    setQuery(components) {
      query = components.slice();
    },
    window,
    products,
    multiply(count, dimensions) {
      for (let vector = 0, at = 0; vector < count; vector++) {
        let sum = 0;
        for (let component = 0; component < dimensions; component++, at++)
          sum = (sum + Math.imul(window[at] as number, query[component] as number)) | 0;
        products[vector] = sum;
      }
    },
  };
}

/** The fast kernel if the process can use WebAssembly. */
export function openVectorKernel(): VectorKernel {
  try {
    return createFastVectorKernel();
  } catch {
    return createPlainVectorKernel();
  }
}
