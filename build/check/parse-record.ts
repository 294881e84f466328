import { syntaxErrorOf } from "./position.js";
import type { SourceRecord } from "./source-record.js";

/** Deeper than any honest record; a walk over such a value would overflow the stack. */
const MAX_DEPTH = 64;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const STRINGS_AND_BRACKETS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g;

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A record with the text that it was parsed from; it has yet to be checked. */
export interface ParsedRecord {
  readonly record: SourceRecord;
  readonly text: string;
}

/** Why bytes are no record; finding the place costs a second parse, so it is asked for. */
export interface Unparsable {
  /** The line counts from 0, in the record. */
  explain(): { readonly line: number; readonly message: string; readonly remedy: string };
}

/** Parses the bytes of one record, which may hold anything. */
export function parseRecord(bytes: Buffer): ParsedRecord | Unparsable {
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    return { explain: () => ({ line: 0, message: "has bytes that are no UTF-8", remedy: "Save the file as UTF-8." }) };
  }
  if (isTooDeep(text)) {
    const message = `is nested more than ${MAX_DEPTH} levels deep`;
    return { explain: () => ({ line: 0, message, remedy: "Flatten what lies under attributes." }) };
  }
  try {
    return { record: JSON.parse(text), text };
  } catch {
    return { explain: () => ({ ...syntaxErrorOf(text), remedy: "Mend the syntax of this record." }) };
  }
}

function isTooDeep(text: string): boolean {
  if (openings(text) <= MAX_DEPTH) return false;
  let depth = 0;
  for (const [found] of text.matchAll(STRINGS_AND_BRACKETS)) {
    if (found === "[" || found === "{") depth++;
    else if (found === "]" || found === "}") depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Opening brackets, those in strings among them: never fewer than there are levels. */
function openings(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === OPEN_BRACKET || unit === OPEN_BRACE) count++;
  }
  return count;
}
