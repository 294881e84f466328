/** UTF-16 units of which half a character is made, and those behind them. */
const BEYOND_SURROGATES = /[\ud800-\uffff]/;

/** Sorts texts by their UTF-8 bytes: the order of UTF-16 units, unless characters beyond the first plane meet the last of it. */
export function sortByBytes(texts: readonly string[]): string[] {
  if (!texts.some((text) => BEYOND_SURROGATES.test(text))) return [...texts].sort();
  return texts
    .map((text) => Buffer.from(text))
    .sort(Buffer.compare)
    .map((bytes) => bytes.toString());
}
