import { ICON_NAME } from "../../catalog/icon-sets.js";

/** A shorter last word is not taken as a part of a word. */
export const MIN_PART = 2;

/** One way to read a query. All conditions must be met. */
export interface Reading {
  /** Whole words of a name. */
  readonly words: readonly string[];
  /** The last word, which may also begin or end a word of a name; undefined if it must be whole. */
  readonly part: string | undefined;
  /** Texts that a name contains. */
  readonly texts: readonly string[];
  /** The set, or the beginning of sets if it ends with a dash; undefined: any. */
  readonly prefix: string | undefined;
}

/** A word of a query, split at its dashes: at least one piece, which may be empty at the beginning or end. */
type Pieces = readonly string[];

/**
 * The readings of a query, by the rules of @iconify/api: the words as they are; the first one, or its beginning, as a
 * prefix; and neighboring words written as one.
 *
 * @param words of the query, without conditions
 * @param mayNameSet whether the first word may be a prefix
 * @param mayBePart whether the last word may be a part of a word
 * @returns none if a word is invalid
 */
export function readingsOf(words: readonly string[], mayNameSet: boolean, mayBePart: boolean): Reading[] {
  const query = words.map((word) => word.split("-"));
  if (!query.every(isValid)) return [];
  const candidates = [
    ...(mayNameSet ? withPrefix(query, mayBePart) : []),
    readPieces(query, mayBePart),
    ...joined(query).map((pieces) => readPieces(pieces, mayBePart)),
  ];
  return candidates.filter((reading) => reading !== undefined);
}

function isValid(pieces: Pieces): boolean {
  return pieces.some(Boolean) && pieces.every((piece) => piece === "" || ICON_NAME.test(piece));
}

function withPrefix([first = [], ...rest]: readonly Pieces[], mayBePart: boolean): (Reading | undefined)[] {
  const [start, ...others] = first;
  const empty = first.indexOf("");
  const isName = empty < 0 || (empty > 0 && empty === first.length - 1);
  return [
    rest.length > 0 && isName ? readPieces(rest, mayBePart, first.join("-")) : undefined,
    start && others[0] ? readPieces([others, ...rest], mayBePart, start) : undefined,
  ];
}

/** The query with neighboring words joined, in all ways. */
function joined(query: readonly Pieces[]): (readonly Pieces[])[] {
  const results: (readonly Pieces[])[] = [];
  for (let from = 0; from < query.length; from++) {
    let text = "";
    for (let to = from; to < query.length && query[to]!.length === 1; to++) {
      text += query[to]![0];
      if (to > from) results.push([...query.slice(0, from), [text], ...query.slice(to + 1)]);
    }
  }
  return results;
}

function readPieces(query: readonly Pieces[], mayBePart: boolean, prefix?: string): Reading | undefined {
  const words = new Set<string>();
  const texts = new Set<string>();
  let part: string | undefined;
  for (const [at, pieces] of query.entries()) {
    for (const [place, piece] of pieces.entries()) {
      const isLast = at === query.length - 1 && place === pieces.length - 1;
      if (isLast && mayBePart && piece.length >= MIN_PART) part = piece;
      else if (piece !== "") words.add(piece);
    }
    const text = textOf(pieces);
    if (text !== undefined) texts.add(text);
  }
  if (words.size === 0 && part === undefined) return undefined;
  return { words: [...words], part, texts: [...texts], prefix };
}

/** What a name must contain because of dashes. After a dash at the beginning it is what no name has. */
function textOf(pieces: Pieces): string | undefined {
  if (pieces.length === 1) return undefined;
  return (pieces[0] === "" ? "-" : "") + pieces.join("-");
}
