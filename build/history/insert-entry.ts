import { type Node, parseTree } from "jsonc-parser";
import type { VersionEntry } from "#src/format/record.js";
import { styleOf, whitespaceBefore, writeArray, writeObject } from "./json-style.js";

const FIELD = "versionHistory";

/** A text that goes into another one. */
export interface Insertion {
  /** Offset in characters. */
  readonly at: number;
  readonly text: string;
}

/**
 * Works out what to insert into a record's text so that its history has one more entry, the newest first. Nothing else of the text changes;
 * what is inserted is written as its neighbours are.
 *
 * @param text of a record that the compiler accepts
 */
export function insertEntry(text: string, entry: VersionEntry): Insertion {
  const record = parseTree(text)!;
  const properties = record.children!;
  const property = properties.find(({ children }) => children![0]!.value === FIELD);
  const style = styleOf(text, record);
  if (property === undefined) {
    const field = `${JSON.stringify(FIELD)}${style.colon}${writeArray([writeObject(entry, style, 2)], style, 1)}`;
    return insertBehind(text, record, properties.at(-1)!, field);
  }
  const history = property.children![1]!;
  if (history.children!.length === 0) {
    const inner = writeArray([writeObject(entry, style, 2)], style, 1).slice(1, -1);
    return { at: history.offset + 1, text: inner };
  }
  return insertBetween(text, history, entry);
}

/** Puts an entry before the first that is not newer, written as that is; behind all where all are newer. */
function insertBetween(text: string, history: Node, entry: VersionEntry): Insertion {
  const entries = history.children!;
  const older = entries.findIndex((node) => {
    const date = dateOf(node);
    return date <= entry.date.slice(0, date.length);
  });
  const neighbour = entries[older] ?? entries.at(-1)!;
  const written = writeObject(entry, styleOf(text, neighbour), 0);
  if (older < 0) return insertBehind(text, history, neighbour, written);
  return { at: neighbour.offset, text: `${written},${whitespaceBefore(text, history, neighbour)}` };
}

/** What follows the last child of an object or array, behind the same white space. */
function insertBehind(text: string, parent: Node, last: Node, inserted: string): Insertion {
  return { at: last.offset + last.length, text: `,${whitespaceBefore(text, parent, last)}${inserted}` };
}

function dateOf(entry: Node): string {
  return entry.children!.find(({ children }) => children![0]!.value === "date")!.children![1]!.value as string;
}
