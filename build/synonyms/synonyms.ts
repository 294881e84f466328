/** What a term finds besides itself, sorted. No word is in both lists of words. */
export interface Targets {
  /** Words with the same meaning. */
  readonly strong: readonly string[];
  /** Related words: someone who looks for the term is glad to find them. */
  readonly weak: readonly string[];
  /** What icons are called that mean the same: whole names, of one word or several, the likeliest first, not sorted. */
  readonly names: readonly string[];
}

/**
 * Targets by term. A term is one to three folded words, separated by a space; a target is a single folded word or
 * a folded name. They are not stemmed: stem both before comparing them with stemmed texts.
 */
export type Synonyms = ReadonlyMap<string, Targets>;

/** What the words of a dataset mean. */
export interface Meaning {
  /** Undefined: English. */
  readonly language: string | undefined;
  /** Undefined: the built-in ones of the language. */
  readonly synonyms: Synonyms | undefined;
}
