import { findNodeAtLocation, type Node, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";

type Path = readonly (string | number)[];

const MAX_NAME = 80;

/** A position in a text, both from 0; columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Position of the node at `path` within `text`, for a property that of its key; else of the nearest existing ancestor,
 * else the text's start.
 */
export function positionOfPath(text: string, path: Path): Position {
  const offset = offsetOfPath(text, path);
  return { line: linesBefore(text, offset), column: offset - (text.slice(0, offset).lastIndexOf("\n") + 1) };
}

/** Maps paths of a text's nodes to lines, from 0. Cost: one parse, on first use. */
export interface Lines {
  /** @param offset of the node, if known */
  lineOf(path: Path, offset?: number): number;
}

export function createLines(text: string): Lines {
  let tree: Node | undefined;
  return {
    lineOf(path, offset) {
      if (offset === undefined && path.length > 0) tree ??= parseTree(text);
      return linesBefore(text, offset ?? offsetIn(tree, path));
    },
  };
}

function offsetOfPath(text: string, path: Path): number {
  return path.length === 0 ? 0 : offsetIn(parseTree(text), path);
}

function offsetIn(tree: Node | undefined, path: Path): number {
  for (let length = path.length; tree && length > 0; length--) {
    const node = findNodeAtLocation(tree, [...path.slice(0, length)]);
    if (node) return (node.parent?.type === "property" ? node.parent : node).offset;
  }
  return 0;
}

/**
 * Line and cause of a JSON syntax error. The line counts from 0.
 *
 * @param text nested no deeper than the stack allows
 * @param relaxed allows comments and trailing commas
 */
export function syntaxErrorOf(text: string, relaxed = false): { readonly line: number; readonly message: string } {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: !relaxed, allowTrailingComma: relaxed });
  const [first] = errors;
  if (first === undefined) return { line: 0, message: "is not valid JSON" };
  const words = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const near = showNear(text, first.offset);
  return { line: linesBefore(text, first.offset), message: `is not valid JSON: ${words} at ${near}` };
}

/** Number of lines that end before `offset`. */
export function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function showNear(text: string, offset: number): string {
  return offset >= text.length ? "the end" : JSON.stringify(text.slice(offset, offset + 20));
}

/** A path as people write it: `versionHistory[0].date`; long names are truncated. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    const name = part.length > MAX_NAME ? `${part.slice(0, MAX_NAME)}…` : part;
    return text === "" ? name : `${text}.${name}`;
  }, "");
}
