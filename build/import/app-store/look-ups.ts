import { isObject } from "../../image/source/icon-set.js";
import { arrayElements, type Element, lineElements, StructureError } from "../../read/elements.js";
import type { SkippedIcon } from "../write-records.js";

/** A file whose first line is longer is taken for one answer or one array. */
const MAX_LINE = 16 * 2 ** 20;
/** Of an answer or a line; the store gives at most 200 results at once, which have about a megabyte. */
const MAX_VALUE = 64 * 2 ** 20;
const NEWLINE = 0x0a;

/** One result of the App Store API: an object with unchecked values. */
export type StoreResult = Readonly<Record<string, unknown>>;

/**
 * The results in answers of the App Store's look-up: one answer `{ resultCount, results }`, an array of answers or of results, or
 * such values line by line. Memory: the largest of these values.
 *
 * @param name of the source, for the places of what can't be read; what stands behind that is read on if it can be
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
      if (results.length === 0 && !isEmptyAnswer(value)) broken(line, "is not an answer of the App Store lookup API");
      yield* results;
    }
  } catch (error) {
    if (!(error instanceof StructureError)) throw error;
    broken(error.line, error.message);
  }
}

/** Lines if the first one that is not empty is a value by itself. */
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

/** The first line that is not empty, if its end is there. */
function firstLine(bytes: Buffer): Buffer | undefined {
  const start = bytes.findIndex((byte) => byte > 0x20);
  const end = start < 0 ? -1 : bytes.indexOf(NEWLINE, start);
  return end < 0 ? undefined : bytes.subarray(start, end);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function resultsIn(value: unknown): StoreResult[] {
  if (Array.isArray(value)) return value.flatMap(resultsIn);
  if (!isObject(value)) return [];
  return Array.isArray(value.results) ? value.results.filter(isObject) : [value];
}

/** The store answers so where it knows nothing of what it was asked for. */
function isEmptyAnswer(value: unknown): boolean {
  return isObject(value) && value.resultCount === 0;
}
