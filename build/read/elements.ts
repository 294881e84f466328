import { isPointer, POINTER_FAULT } from "#src/platform/decode-text.js";
import { MAX_RECORD_BYTES } from "../dataset/parse-record.js";

/** The text of one record in its file. */
export interface Element {
  /** Byte offset in the file. */
  readonly offset: number;
  /** Line of its first character, from 1. */
  readonly line: number;
  /** Truncated to one byte more than the limit if the element is longer. */
  readonly bytes: Buffer;
}

/** A file whose brackets or commas don't form an array of values. */
export class StructureError extends Error {
  override readonly name = "StructureError";
  /** From 1. */
  readonly line: number;
  /** What to do. */
  readonly remedy: string;
  /** Error code of the system, if the file can't be read. */
  readonly code: string | undefined;

  constructor(
    line: number,
    message: string,
    remedy = "A file holds an array of records; fix its brackets and commas.",
    code?: string,
  ) {
    super(message);
    this.line = line;
    this.remedy = remedy;
    this.code = code;
  }
}

const OR_CONVERT = ", or convert the file with `icons import records`";
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const SLASH = 0x2f;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF_16_BOMS = [0xfeff, 0xfffe];

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Extracts the elements of a top-level JSON array from a stream of chunks, without parsing them: it only tracks strings
 * and brackets, so a file of any size takes only the memory of its largest element. A file with a single object yields
 * that object.
 *
 * @param maxBytes of a longer element, only the beginning is kept and returned
 * @throws StructureError if the file is not an array, ends early, has text between or after its elements, or is in
 * UTF-16
 */
export async function* arrayElements(
  chunks: AsyncIterable<Buffer>,
  maxBytes = MAX_RECORD_BYTES,
): AsyncGenerator<Element> {
  const cutter = createCutter(maxBytes);
  for await (const chunk of wholeStart(chunks)) yield* cutter.push(chunk);
  cutter.end();
}

/**
 * The non-empty lines of a stream, each an element. Lines of white space are skipped.
 *
 * @param maxBytes of a longer line, only the beginning is kept and returned
 * @throws StructureError if the file is in UTF-16
 */
export async function* lineElements(
  chunks: AsyncIterable<Buffer>,
  maxBytes = MAX_RECORD_BYTES,
): AsyncGenerator<Element> {
  const rest = createParts(maxBytes);
  let line = 1;
  let lineStart = 0;
  let offset = 0;
  const take = function* (bytes: Buffer): Generator<Element> {
    if (bytes.length > maxBytes || !bytes.every(isSpace)) yield { offset: lineStart, line, bytes };
  };
  for await (const raw of wholeStart(chunks)) {
    const chunk = offset === 0 ? withoutBom(raw) : raw;
    let base = offset + raw.length - chunk.length;
    if (offset === 0) lineStart = base;
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      yield* take(rest.endWith(chunk.subarray(from, at)));
      from = at + 1;
      line++;
      lineStart = base + from;
    }
    rest.add(chunk.subarray(from));
    base += chunk.length;
    offset = base;
  }
  yield* take(rest.endWith(Buffer.alloc(0)));
}

/** Pieces of an element that spans several chunks. */
interface Parts {
  add(piece: Buffer): void;
  /** The element that ends with this piece; the next piece starts another one. */
  endWith(piece: Buffer): Buffer;
}

function createParts(maxBytes: number): Parts {
  let pieces: Buffer[] = [];
  let held = 0;
  const fitting = (piece: Buffer): Buffer => piece.subarray(0, maxBytes + 1 - held);
  return {
    add(piece) {
      const kept = fitting(piece);
      if (kept.length === 0) return;
      pieces.push(kept);
      held += kept.length;
    },
    endWith(piece) {
      const kept = fitting(piece);
      const whole = pieces.length === 0 ? kept : Buffer.concat([...pieces, kept]);
      pieces = [];
      held = 0;
      return whole;
    },
  };
}

type Expecting = "start" | "element" | "element or end" | "comma or end" | "nothing";

function createCutter(maxBytes: number): { push(chunk: Buffer): Generator<Element>; end(): void } {
  let expecting: Expecting = "start";
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** Whether the element is a number or bare word at the top level of the array, without a closing bracket. */
  let bare = false;
  let line = 1;
  let offset = 0;
  /** Whether the file is a single record instead of an array. */
  let soleObject = false;
  const parts = createParts(maxBytes);
  let elementOffset = 0;
  let elementLine = 0;

  function* push(raw: Buffer): Generator<Element> {
    const chunk = offset === 0 ? withoutBom(raw) : raw;
    const base = offset + raw.length - chunk.length;
    let from = depth > 0 || inString || bare ? 0 : -1;

    const finish = (end: number): Element => {
      const bytes = parts.endWith(chunk.subarray(from, end));
      from = -1;
      bare = false;
      expecting = soleObject ? "nothing" : "comma or end";
      return { offset: elementOffset, line: elementLine, bytes };
    };

    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) yield finish(at + 1);
        }
      } else if (depth > 0) {
        if (byte === QUOTE) inString = true;
        else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
        else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
          depth--;
          if (depth === 0) yield finish(at + 1);
        }
      } else if (bare && (isSpace(byte) || byte === COMMA || byte === CLOSE_BRACKET)) {
        yield finish(at);
        at--;
        continue;
      } else if (!bare && !isSpace(byte)) {
        if (startsElement(byte)) {
          from = at;
          elementOffset = base + at;
          elementLine = line;
          if (byte === QUOTE) inString = true;
          else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth = 1;
          else bare = true;
        }
      }
      if (byte === NEWLINE) line++;
    }
    if (from >= 0) parts.add(chunk.subarray(from));
    offset = base + chunk.length;
  }

  /** Tracks brackets and commas at the top level. @returns whether the byte starts an element */
  function startsElement(byte: number): boolean {
    if (byte === SLASH)
      throw new StructureError(line, "has a comment; JSON has no comments", `Remove the comment${OR_CONVERT}.`);
    if (expecting === "start") {
      if (byte === OPEN_BRACKET) {
        expecting = "element or end";
        return false;
      }
      if (byte !== OPEN_BRACE) throw new StructureError(line, "expected an array of records, `[`, or one record, `{`");
      soleObject = true;
      return true;
    }
    if (byte === CLOSE_BRACKET && (expecting === "element or end" || expecting === "comma or end")) {
      expecting = "nothing";
      return false;
    }
    if (byte === COMMA && expecting === "comma or end") {
      expecting = "element";
      return false;
    }
    if (expecting === "element" || expecting === "element or end") {
      if (byte !== COMMA && byte !== CLOSE_BRACKET && byte !== CLOSE_BRACE) return true;
    }
    const isTrailing = expecting === "element" && byte === CLOSE_BRACKET;
    const found = JSON.stringify(String.fromCharCode(byte));
    throw new StructureError(
      line,
      `expected ${expecting === "nothing" ? "the end of the file" : expecting}, found ${found}`,
      isTrailing ? `Remove the comma after the last record${OR_CONVERT}.` : undefined,
    );
  }

  return {
    push,
    end() {
      if (expecting === "start" && depth === 0)
        throw new StructureError(line, "is empty; expected an array of records");
      if (inString) throw new StructureError(elementLine, "ends inside a string that starts in this record");
      if (depth > 0 || bare) throw new StructureError(elementLine, "ends inside this record; a bracket is not closed");
      if (expecting !== "nothing") throw new StructureError(line, "ends early; the closing `]` is missing");
    },
  };
}

/** The same bytes, with a first chunk that is long enough to detect a byte order mark. */
async function* wholeStart(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start !== undefined) start = Buffer.concat([start, chunk]);
    if (start === undefined) yield chunk;
    else if (start.length >= BOM.length) {
      refuseOtherFiles(start);
      yield start;
      start = undefined;
    }
  }
  if (start !== undefined && start.length > 0) yield start;
}

function refuseOtherFiles(start: Buffer): void {
  if (isPointer(start)) throw new StructureError(1, POINTER_FAULT.message, POINTER_FAULT.remedy);
  if (UTF_16_BOMS.includes(start.readUInt16BE(0)))
    throw new StructureError(1, "is in UTF-16; records are read in UTF-8", `Save the file as UTF-8${OR_CONVERT}.`);
}

/** The same bytes without the byte order mark of UTF-8. */
export function withoutBom(chunk: Buffer): Buffer {
  return chunk.subarray(0, BOM.length).equals(BOM) ? chunk.subarray(BOM.length) : chunk;
}
