/** Which rungs a search tries: all, from names on; only names and their spelling; texts first. */
export const MATCHES = ["auto", "name", "meaning"] as const;

export type Match = (typeof MATCHES)[number];

/**
 * The ways to find icons for a query that matches no name, alias or developer, in the order of trying. `_meta.matched`
 * of a response names the one that found its icons.
 */
export const RUNGS = {
  "few-names": { label: "names, then keywords and words with the same meaning", loose: false },
  pasted: { label: "the name in an address, a package, a component or before a version", loose: false },
  fillers: { label: "without filler words", loose: false },
  meaning: { label: "names, descriptions, tags and keywords", loose: false },
  inside: { label: "letters inside a word", loose: true },
  synonyms: { label: "words with the same meaning", loose: false },
  translation: { label: "the query in the language of the icons", loose: true },
  mention: { label: "mentions in few texts", loose: true },
  spelling: { label: "the nearest spelling", loose: false },
  related: { label: "words with a similar meaning", loose: true },
  "fewer-words": { label: "fewer words", loose: true },
} as const satisfies Record<string, { readonly label: string; readonly loose: boolean }>;

export type Rung = keyof typeof RUNGS;
