import { createReadStream } from "node:fs";

const NEWLINE = 0x0a;
/** UTF-8: bytes that go on with a character, and those that begin one of two UTF-16 code units. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;
const beginsPair = (byte: number): boolean => byte >= 0xf0;

/** A place in a file: from 1; columns in UTF-16 code units, as editors and SARIF count them. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Line and column of byte offsets of a UTF-8 file. @param offsets rising. Cost: one pass up to the last of them */
export async function lineColumns(file: string, offsets: readonly number[]): Promise<LineColumn[]> {
  const found: LineColumn[] = [];
  if (offsets.length === 0) return found;
  let [line, column, at] = [1, 1, 0];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      while (offsets[found.length] === at) found.push({ line, column });
      if (found.length === offsets.length) return found;
      if (byte === NEWLINE) [line, column] = [line + 1, 1];
      else if (!isContinuation(byte)) column += beginsPair(byte) ? 2 : 1;
      at++;
    }
  }
  while (found.length < offsets.length) found.push({ line, column });
  return found;
}
