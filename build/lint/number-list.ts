import { layEndToEnd } from "../lay-end-to-end.js";

const BLOCK = 2 ** 14;

/** Numbers that are added one by one: 8 bytes each, as many as there are. */
export interface NumberList {
  readonly length: number;
  add(number: number): void;
  /** All of them; what is added later is not in it. */
  all(): Float64Array;
}

export function createNumberList(): NumberList {
  const blocks: Float64Array[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(number) {
      if (length % BLOCK === 0) blocks.push(new Float64Array(BLOCK));
      blocks.at(-1)![length++ % BLOCK] = number;
    },
    all: () => layEndToEnd(blocks, new Float64Array(blocks.length * BLOCK)).subarray(0, length),
  };
}
