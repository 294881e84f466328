import { joinPieces } from "#src/format/container.js";
import { createTermTrieBuilder, decodeTermTrie, type TermTrie } from "#src/format/term-trie.js";
import { copyOf } from "./tables.js";

/** All distinct prefixes of all words, sorted by bytes. */
export function beginningsOf(words: readonly string[]): string[] {
  const terms = words.flatMap((word) => [...word].map((_, at, letters) => letters.slice(0, at + 1).join("")));
  return [...new Set(terms)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

export function trieOf(terms: readonly string[]): TermTrie {
  const builder = createTermTrieBuilder();
  for (const term of terms) builder.add(Buffer.from(term));
  return decodeTermTrie(copyOf(joinPieces(builder.encode())), "x.bin");
}
