import { decodeText } from "#src/platform/decode-text.js";
import { parseJson } from "#src/platform/nesting.js";
import { isObject } from "../../image/source/icon-set.js";
import { arrayElements, type Element, lineElements, StructureError } from "../../read/elements.js";
import type { SkippedIcon } from "../write-records.js";

/** A file with a longer first line is treated as one response or one array. */
const MAX_LINE = 16 * 2 ** 20;
/** Maximum size of a response or a line. The store returns at most 200 results at once, about a megabyte. */
const MAX_VALUE = 64 * 2 ** 20;
const NEWLINE = 0x0a;

/** One result of the App Store API: an object with unchecked values. */
export type StoreResult = Readonly<Record<string, unknown>>;

/**
 * The results in App Store lookup responses: one response `{ resultCount, results }`, an array of responses or of
 * results, or such values line by line. Memory: the largest of these values.
 *
 * @param name of the source, for locating unreadable parts; reading continues after them if possible
 */
export async function* readLookUps(
  name: string,
  chunks: AsyncIterable<Buffer>,
  onBroken: (place: SkippedIcon) => void,
): AsyncGenerator<StoreResult> {
  const broken = (line: number, reason: string): void => onBroken({ icon: `${name}:${line}`, reason });
  try {
    for await (const { bytes, line } of await elementsOf(chunks)) {
      if (bytes.length > MAX_VALUE) {
        broken(line, `has more than ${MAX_VALUE} bytes`);
        continue;
      }
      const value = parse(bytes);
      const results = value === undefined ? [] : resultsIn(value);
      if (results.length === 0 && !isEmptyResponse(value))
        broken(line, "is not a response of the App Store lookup API");
      yield* results;
    }
  } catch (error) {
    if (!(error instanceof StructureError)) throw error;
    broken(error.line, `${error.message}. ${error.remedy}`);
  }
}

/** Lines if the first non-empty one is a value by itself. */
async function elementsOf(chunks: AsyncIterable<Buffer>): Promise<AsyncIterable<Element>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let ended = false;
  while (!ended && head.length < MAX_LINE && firstLine(head) === undefined) {
    const { value, done } = await iterator.next();
    if (done === true) ended = true;
    else head = Buffer.concat([head, value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  const line = firstLine(head) ?? (ended ? head : undefined);
  return line !== undefined && parse(line) !== undefined
    ? lineElements(whole(), MAX_VALUE)
    : arrayElements(whole(), MAX_VALUE);
}

/** The first non-empty line, if it is complete. */
function firstLine(bytes: Buffer): Buffer | undefined {
  const start = bytes.findIndex((byte) => byte > 0x20);
  const end = start < 0 ? -1 : bytes.indexOf(NEWLINE, start);
  return end < 0 ? undefined : bytes.subarray(start, end);
}

function parse(bytes: Buffer): unknown {
  try {
    return parseJson(decodeText(bytes));
  } catch {
    return undefined;
  }
}

function resultsIn(value: unknown): StoreResult[] {
  if (Array.isArray(value)) return value.flatMap(resultsIn);
  if (!isObject(value)) return [];
  return Array.isArray(value.results) ? value.results.filter(isObject) : [value];
}

/** The store's response for unknown ids. */
function isEmptyResponse(value: unknown): boolean {
  return isObject(value) && value.resultCount === 0;
}
