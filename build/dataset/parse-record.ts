import { isTooDeep, MAX_LEVELS } from "#src/platform/nesting.js";
import { syntaxErrorOf } from "./position.js";
import { type SourceRecord, withCategory } from "./source-record.js";

/**
 * Maximum size of a record in bytes, including white space: that of the largest record within the other limits, written
 * compactly. No more than this is kept in memory of a longer record.
 */
export const MAX_RECORD_BYTES = 2 ** 20;

/** Overflows its stack in a string with millions of escapes, which a record is too short for. */
const STRINGS_AND_MARKS = /"([^"\\]*(?:\\.[^"\\]*)*)"|[[\]{}:,]/g;
const UTF_16 = /^(?:\uFFFD\uFFFD|\uFEFF)/;

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** An unchecked value with the text that it was parsed from. */
export interface ParsedText<Value> {
  readonly record: Value;
  readonly text: string;
}

/** Why bytes can't be parsed. Locating the error takes a second parse, so it is lazy. */
export interface Unparsable {
  /** The line counts from 0, in the text; the id is the record's apparent one. */
  explain(): { readonly line: number; readonly message: string; readonly remedy: string; readonly id?: string };
}

/** Parses the untrusted bytes of one record; see `withCategory`. */
export function parseRecord(bytes: Buffer): ParsedText<SourceRecord> | Unparsable {
  if (bytes.length > MAX_RECORD_BYTES) {
    const message = `has more than ${MAX_RECORD_BYTES} bytes`;
    const remedy = "Shorten its longest text, or store it elsewhere and give its URL.";
    return withId(bytes, () => ({ line: 0, message, remedy }));
  }
  const parsed = parseText<SourceRecord>(bytes);
  if ("explain" in parsed) return withId(bytes, parsed.explain);
  return { record: withCategory(parsed.record), text: parsed.text };
}

/** Parses untrusted JSON bytes. Rejects values nested more than 64 levels deep. */
export function parseText<Value>(bytes: Buffer): ParsedText<Value> | Unparsable {
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    const explain: Unparsable["explain"] = () => {
      const message = UTF_16.test(bytes.toString("utf8", 0, 2)) ? "is in UTF-16" : "is not valid UTF-8";
      return { line: 0, message, remedy: "Save the file as UTF-8." };
    };
    return { explain };
  }
  if (isTooDeep(bytes)) {
    const message = `is nested more than ${MAX_LEVELS} levels deep`;
    return { explain: () => ({ line: 0, message, remedy: "Flatten it." }) };
  }
  try {
    return { record: JSON.parse(text), text };
  } catch {
    return { explain: () => ({ ...syntaxErrorOf(text), remedy: "Fix the syntax." }) };
  }
}

function withId(bytes: Buffer, explain: Unparsable["explain"]): Unparsable {
  return {
    explain() {
      const id = idIn(bytes.toString());
      return { ...explain(), ...(id === undefined ? {} : { id }) };
    },
  };
}

/** The value of the first `"id":` of an object, even in invalid JSON. */
function idIn(text: string): string | undefined {
  let depth = 0;
  let before: readonly (string | undefined)[] = [];
  for (const [found, string] of text.matchAll(STRINGS_AND_MARKS)) {
    if (found === "{" || found === "[") depth++;
    else if (found === "}" || found === "]") depth--;
    else if (depth === 1 && string !== undefined && before[0] === '"id"' && before[1] === ":") return string;
    before = [before[1], found];
  }
  return undefined;
}
