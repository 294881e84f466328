import { textNumber } from "../text-number.js";
import { createNumberList } from "./number-list.js";

/** Finds who has the same key, without holding the keys. Memory: 16 bytes an entry, 20 while groups are taken. */
export interface EqualKeys {
  /** @param owner whose key it is, a whole number */
  add(key: string, owner: number): void;
  /** The owners of each key that was added more than once, in the order in which they were added. Cost: a sort. */
  groups(): Generator<readonly number[]>;
}

export function createEqualKeys(): EqualKeys {
  const keys = createNumberList();
  const owners = createNumberList();
  return {
    add(key, owner) {
      keys.add(textNumber(key));
      owners.add(owner);
    },
    *groups() {
      const keyOf = keys.all();
      const ownerOf = owners.all();
      const order = Uint32Array.from(keyOf, (_, at) => at).sort((a, b) => keyOf[a]! - keyOf[b]! || a - b);
      for (let from = 0, to = 1; from < order.length; from = to++) {
        while (to < order.length && keyOf[order[to]!] === keyOf[order[from]!]) to++;
        if (to - from > 1) yield Array.from(order.subarray(from, to), (at) => ownerOf[at]!);
      }
    },
  };
}
