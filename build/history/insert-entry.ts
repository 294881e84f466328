import { type Node, parseTree } from "jsonc-parser";
import type { VersionEntry } from "#src/format/record.js";

const FIELD = "versionHistory";

/** A text to insert into another one. */
export interface Insertion {
  /** Offset in characters. */
  readonly at: number;
  readonly text: string;
}

/**
 * Computes the insertion that adds an entry to a record's history, newest first. The rest of the text stays unchanged;
 * the inserted text copies the formatting of its neighbors.
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

/** Inserts an entry before the first one that is not newer, in the same formatting; at the end if all are newer. */
function insertBetween(text: string, history: Node, entry: VersionEntry): Insertion {
  const entries = history.children!;
  const older = entries.findIndex((node) => {
    const date = dateOf(node);
    return date <= entry.date.slice(0, date.length);
  });
  const neighbor = entries[older] ?? entries.at(-1)!;
  const written = writeObject(entry, styleOf(text, neighbor), 0);
  if (older < 0) return insertBehind(text, history, neighbor, written);
  return { at: neighbor.offset, text: `${written},${whitespaceBefore(text, history, neighbor)}` };
}

/** Inserts text after the last child of an object or array, with the same white space before it. */
function insertBehind(text: string, parent: Node, last: Node, inserted: string): Insertion {
  return { at: last.offset + last.length, text: `,${whitespaceBefore(text, parent, last)}${inserted}` };
}

function dateOf(entry: Node): string {
  return entry.children!.find(({ children }) => children![0]!.value === "date")!.children![1]!.value as string;
}

/** Formatting of objects. */
export interface JsonStyle {
  /** Text between a field's name and its value, such as `: `. */
  readonly colon: string;
  /** The line end and the indentation before each member; undefined if members share a line. */
  readonly line: { readonly end: string; readonly outer: string; readonly unit: string } | undefined;
  /** White space after commas, if members share a line. */
  readonly gap: string;
  /** White space inside brackets, if members share a line. */
  readonly padding: string;
}

/** The formatting of an object with at least one member. */
function styleOf(text: string, object: Node): JsonStyle {
  const members = object.children!;
  const [first] = members;
  const [name, value] = first!.children as [Node, Node];
  const last = members.at(-1)!;
  const before = whitespaceBefore(text, object, last);
  const opening = whitespaceBefore(text, object, first!);
  const closing = text.slice(last.offset + last.length, object.offset + object.length - 1);
  const colon = text.slice(name.offset + name.length, value.offset);
  const isInLine = members.length > 1 && !before.includes("\n");
  return {
    colon,
    line: before.includes("\n") ? lineOf(before, closing) : undefined,
    // A single member has no comma, so assume the same spacing as after colons.
    gap: isInLine ? before : colon.endsWith(" ") ? " " : "",
    padding: opening.includes("\n") ? "" : opening,
  };
}

/** The white space between a child and the comma or bracket before it. */
function whitespaceBefore(text: string, parent: Node, child: Node): string {
  let start = child.offset;
  while (start > parent.offset && /\s/.test(text[start - 1]!)) start--;
  return text.slice(start, child.offset);
}

/** Writes an object. @param depth levels below the object whose style it has */
function writeObject(object: object, style: JsonStyle, depth: number): string {
  const members = Object.entries(object).map(
    ([name, value]) => `${JSON.stringify(name)}${style.colon}${JSON.stringify(value)}`,
  );
  return bracketed("{", members, "}", style, depth, style.padding);
}

/** Writes an array of formatted items, without white space inside its brackets if it is on one line. */
function writeArray(items: readonly string[], style: JsonStyle, depth: number): string {
  return bracketed("[", items, "]", style, depth, "");
}

function bracketed(
  open: string,
  parts: readonly string[],
  close: string,
  { line, gap }: JsonStyle,
  depth: number,
  padding: string,
): string {
  if (line === undefined) return `${open}${padding}${parts.join(`,${gap}`)}${padding}${close}`;
  const { end, outer, unit } = line;
  const ahead = `${end}${outer}${unit.repeat(depth)}`;
  return `${open}${ahead}${unit}${parts.join(`,${ahead}${unit}`)}${ahead}${close}`;
}

/** @param before white space before a member @param closing white space before the closing bracket */
function lineOf(before: string, closing: string): NonNullable<JsonStyle["line"]> {
  const inner = lastLine(before);
  const outer = closing.includes("\n") ? lastLine(closing) : "";
  const nested = inner.startsWith(outer) && inner.length > outer.length;
  const end = before.includes("\r\n") ? "\r\n" : "\n";
  return nested ? { end, outer, unit: inner.slice(outer.length) } : { end, outer: inner, unit: "" };
}

function lastLine(whitespace: string): string {
  return whitespace.slice(whitespace.lastIndexOf("\n") + 1);
}
