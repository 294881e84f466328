import type { Node } from "jsonc-parser";

/** How somebody writes objects. */
export interface JsonStyle {
  /** What stands between a field's name and its value, such as `: `. */
  readonly colon: string;
  /** The line end and the indentation before each member; undefined where members share a line. */
  readonly line: { readonly end: string; readonly outer: string; readonly unit: string } | undefined;
  /** White space behind commas, where members share a line. */
  readonly gap: string;
  /** White space inside brackets, where members share a line. */
  readonly padding: string;
}

/** How an object with at least one member is written. */
export function styleOf(text: string, object: Node): JsonStyle {
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
    // Of a single member nobody knows; who puts a blank behind colons does so behind commas.
    gap: isInLine ? before : colon.endsWith(" ") ? " " : "",
    padding: opening.includes("\n") ? "" : opening,
  };
}

/** The white space between a child and the comma or bracket before it. */
export function whitespaceBefore(text: string, parent: Node, child: Node): string {
  let start = child.offset;
  while (start > parent.offset && /\s/.test(text[start - 1]!)) start--;
  return text.slice(start, child.offset);
}

/** Writes an object. @param depth how many levels below the one whose style it is */
export function writeObject(object: object, style: JsonStyle, depth: number): string {
  const members = Object.entries(object).map(
    ([name, value]) => `${JSON.stringify(name)}${style.colon}${JSON.stringify(value)}`,
  );
  return bracketed("{", members, "}", style, depth, style.padding);
}

/** Writes an array of what was written already, no white space inside its brackets where all is in a line. */
export function writeArray(items: readonly string[], style: JsonStyle, depth: number): string {
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
