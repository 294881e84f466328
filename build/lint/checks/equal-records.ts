import { words } from "#src/text/fold.js";
import { createNumberList, textNumber } from "../../dataset/number-list.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import type { Finding, Subject } from "./check.js";

/** Legal forms of companies, which are often omitted. */
const COMPANY =
  /[\s,]+(inc|llc|ltd|limited|gmbh|ag|se|corp|corporation|co|company|plc|s\.?a|s\.?r\.?l|b\.?v|ab|oy|pty)\.?$/i;

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
 * Reports each record with the key of an earlier one. @param tell receives the record and the first one with its key
 */
export function reportEqual(
  { report, readRecord }: Subject,
  keys: EqualKeys,
  tell: (record: SourceRecord, first: SourceRecord) => Finding,
): void {
  for (const [first, ...others] of keys.groups()) {
    for (const other of others) {
      report(other, async () => tell(await readRecord(other), await readRecord(first!)), [first!]);
    }
  }
}

/** A name in the form that searches compare: folded words joined by single spaces, or its symbols if it has no word. */
export function comparableName(name: string): string {
  return words(name).join(" ") || name.trim();
}

/** A developer without the legal form, normalized like a name. */
export function comparableDeveloper(developer: string): string {
  let short = developer.trim();
  // "Acme Pty. Ltd." has two.
  while (COMPANY.test(short)) short = short.replace(COMPANY, "");
  return comparableName(short);
}
