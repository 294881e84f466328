import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";

type Path = readonly (string | number)[];

/** A place in a text, both from 0; columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the node at `path` stands within `text`, a property by its key; the nearest ancestor that exists, else the text's start. */
export function positionOfPath(text: string, path: Path): Position {
  const offset = offsetOfPath(text, path);
  return { line: linesBefore(text, offset), column: offset - (text.slice(0, offset).lastIndexOf("\n") + 1) };
}

/** The line alone. */
export function lineOfPath(text: string, path: Path): number {
  return linesBefore(text, offsetOfPath(text, path));
}

function offsetOfPath(text: string, path: Path): number {
  if (path.length === 0) return 0;
  const tree = parseTree(text);
  for (let length = path.length; tree && length > 0; length--) {
    const node = findNodeAtLocation(tree, [...path.slice(0, length)]);
    if (node) return (node.parent?.type === "property" ? node.parent : node).offset;
  }
  return 0;
}

/** Where and why `text` is no JSON. The line counts from 0. @param relaxed comments and commas at the end are allowed */
export function syntaxErrorOf(text: string, relaxed = false): { readonly line: number; readonly message: string } {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: !relaxed, allowTrailingComma: relaxed });
  const [first] = errors;
  if (first === undefined) return { line: 0, message: "is no valid JSON" };
  const words = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const near = showNear(text, first.offset);
  return { line: linesBefore(text, first.offset), message: `is no valid JSON: ${words} at ${near}` };
}

/** How many lines end before `offset`. */
export function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function showNear(text: string, offset: number): string {
  return offset >= text.length ? "the end" : JSON.stringify(text.slice(offset, offset + 20));
}

/** A path as people write it: `versionHistory[0].date`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}
