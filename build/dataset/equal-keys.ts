import { nameWords } from "#src/text/name-words.js";
import { createNumberList, textNumber } from "./number-list.js";

/** Finds owners with equal keys without storing the keys. Memory: 16 bytes per entry, 20 while reading groups. */
export interface EqualKeys {
  /** @param owner of the key, an integer */
  add(key: string, owner: number): void;
  /** The owners of each duplicate key, in the order in which they were added. Cost: a sort. */
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

/**
 * A name in the form in which names are compared: folded words joined by single spaces, with the symbols that tell names
 * apart, as in C++ and C#; or its symbols if it has no word.
 */
export function comparableName(name: string): string {
  return nameWords(name).join(" ") || name.trim();
}
