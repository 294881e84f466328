import { Relations, singular } from "./groups.mjs";
import { nearestWords } from "./vectors.mjs";

/** Rarer words have unreliable vectors. */
const MAX_RANK = 40_000;
/** Cosines from which vectors confirm a relation of WordNet. */
const SAME_SYNSET = 0.45;
const SAME_SYNSET_STRONG = 0.6;
const NARROWER = 0.62;
const DERIVED = 0.5;
const SIMILAR_ADJECTIVE = 0.6;
/**
 * For nouns that WordNet only mentions together: cosine, and the rank that each has among the neighbors of the other.
 */
const NEIGHBOR = 0.68;
const NEIGHBOR_RANK = 3;
/** Among the neighbors of more words than this, a word is related to everything. */
const MAX_NEIGHBOR_OF = 12;
/** A broader term with more kinds than this is no help: instrument, organism. */
const MAX_KINDS = 80;

/**
 * Derives synonyms: relations of WordNet that word vectors confirm, and nouns that are mutual nearest neighbors and
 * that WordNet explains by each other. Neighbors among verbs and adjectives are as often opposites.
 *
 * @param wordNet result of `readWordNet`
 * @param vectors result of `readVectors`
 * @param {ReadonlySet<string>} excluded words without derived synonyms
 * @returns {Relations}
 */
export function deriveSynonyms(wordNet, vectors, excluded) {
  const relations = new Relations();
  const words = [...wordNet.senses.keys()].filter((lemma) => isUsable(lemma, wordNet, vectors, excluded));
  const usable = new Set(words);
  const opposites = oppositesIn(wordNet);
  const relate = (one, other, strength) => {
    if (opposites.has(`${one} ${other}`) || isInflection(one, other)) return;
    relations.add(one, other, strength);
    relations.add(other, one, strength);
  };
  for (const word of words) {
    for (const [rank, synset] of frequentSenses(wordNet.senses.get(word)).entries()) {
      for (const other of synset.words) {
        if (other === word || !usable.has(other)) continue;
        const otherRank = frequentSenses(wordNet.senses.get(other)).indexOf(synset);
        const cosine = vectors.cosine(word, other);
        if (otherRank < 0 || cosine < SAME_SYNSET) continue;
        relate(word, other, rank + otherRank === 0 && cosine >= SAME_SYNSET_STRONG ? "strong" : "weak");
      }
      for (const { type, to, from, into } of synset.pointers) {
        const target = wordNet.synsets.get(to);
        const ends = from === 0 ? [word, target.words] : [synset.words[from - 1], [target.words[into - 1]]];
        for (const other of ends[1]) {
          if (ends[0] !== word || !usable.has(other)) continue;
          const otherRank = frequentSenses(wordNet.senses.get(other)).indexOf(target);
          if (otherRank < 0) continue;
          const cosine = vectors.cosine(word, other);
          if (type === "+" && cosine >= DERIVED) relate(word, other, "weak");
          if (type === "&" && rank + otherRank === 0 && cosine >= SIMILAR_ADJECTIVE) relate(word, other, "weak");
          if (type === "@" && synset.part === "noun" && rank + otherRank === 0 && cosine >= NARROWER)
            if (kindsOf(target) <= MAX_KINDS) relations.add(word, other, "weak");
        }
      }
    }
  }
  for (const phrase of wordNet.senses.keys()) addPhrase(relations, phrase, { wordNet, vectors, usable, excluded });
  const nouns = words.filter((word) => isNoun(word, wordNet));
  const nearest = nearestWords(nouns, vectors.unitVector, { count: NEIGHBOR_RANK, least: NEIGHBOR });
  const neighborOf = new Map();
  for (const [, near] of nearest) for (const { word } of near) neighborOf.set(word, (neighborOf.get(word) ?? 0) + 1);
  const isHub = (word) => (neighborOf.get(word) ?? 0) > MAX_NEIGHBOR_OF;
  for (const [word, near] of nearest) {
    for (const { word: other } of near) {
      const isMutual = nearest.get(other).some((each) => each.word === word);
      if (!isMutual || relations.has(word, other) || isHub(word) || isHub(other)) continue;
      const isExplained = explains(word, other, wordNet) || explains(other, word, wordNet);
      if (isExplained && !areSiblings(word, other, wordNet)) relate(word, other, "weak");
    }
  }
  return relations;
}

/** Adds a term of two or three words as a key. */
function addPhrase(relations, lemma, { wordNet, vectors, usable, excluded }) {
  const parts = lemma.split("_");
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => /^[a-z]{2,}$/.test(part))) return;
  const [{ synset }] = wordNet.senses.get(lemma);
  if (!synset.words.includes(lemma) || isOffensive(lemma, wordNet) || parts.every((part) => excluded.has(part))) return;
  const phrase = parts.join(" ");
  for (const word of synset.words) {
    if (!usable.has(word) || frequentSenses(wordNet.senses.get(word)).indexOf(synset) !== 0) continue;
    if (parts.includes(word) && parts.at(-1) !== word) continue;
    const cosine = vectors.cosine(phrase, word);
    if (cosine >= SAME_SYNSET) relations.add(phrase, word, cosine >= SAME_SYNSET_STRONG ? "strong" : "weak");
  }
}

function isUsable(lemma, wordNet, vectors, excluded) {
  if (!/^[a-z]{3,}$/.test(lemma) || excluded.has(lemma) || vectors.rankOf(lemma) >= MAX_RANK) return false;
  // Names are capitalized.
  const [{ synset }] = wordNet.senses.get(lemma);
  return synset.words.includes(lemma) && !isOffensive(lemma, wordNet) && !isVerbForm(lemma, wordNet);
}

function isOffensive(lemma, wordNet) {
  return wordNet.senses.get(lemma).some(({ synset }) => wordNet.offensive(synset));
}

/** Whether the noun is what people mean most. */
function isNoun(lemma, wordNet) {
  return wordNet.senses.get(lemma)[0].part === "noun";
}

/**
 * Whether a word is a form of a verb: confused, digging. Those that are nouns first are words of their own: building.
 */
function isVerbForm(lemma, wordNet) {
  const [, stem] = /^(.+)(?:ed|ing)$/.exec(lemma) ?? [];
  if (stem === undefined || (lemma.endsWith("ing") && isNoun(lemma, wordNet))) return false;
  return [stem, `${stem}e`, stem.slice(0, -1)].some((verb) =>
    wordNet.senses.get(verb)?.some(({ part }) => part === "verb"),
  );
}

/** Synsets of the senses that people mean most: the first, and up to two more with a fifth of the uses each. */
function frequentSenses(senses) {
  const uses = senses.reduce((sum, { count }) => sum + count, 0);
  return senses
    .filter(({ count }, rank) => rank === 0 || (rank < 3 && count >= uses / 5 && count > 1))
    .map(({ synset }) => synset);
}

function kindsOf(synset) {
  return synset.pointers.filter(({ type }) => type === "~").length;
}

/** Pairs of opposite words, in both orders, including adjectives that are similar to opposite ones. */
function oppositesIn({ synsets }) {
  const pairs = new Set();
  const oppose = (one, other) => {
    pairs.add(`${one} ${other}`);
    pairs.add(`${other} ${one}`);
  };
  for (const synset of synsets.values()) {
    for (const { type, to, from, into } of synset.pointers) {
      if (type !== "!") continue;
      const target = synsets.get(to);
      oppose(synset.words[from - 1], target.words[into - 1]);
      for (const one of withSimilar(synset, synsets))
        for (const other of withSimilar(target, synsets)) oppose(one, other);
    }
  }
  return pairs;
}

function withSimilar(synset, synsets) {
  const similar = synset.pointers.filter(({ type }) => type === "&").flatMap(({ to }) => synsets.get(to).words);
  return [...synset.words, ...similar];
}

/** Whether the definition of a word names another, or the other is a broader term. */
function explains(word, other, wordNet) {
  return frequentSenses(wordNet.senses.get(word)).some(({ gloss, pointers }) => {
    const definition =
      gloss
        .split('"')[0]
        .toLowerCase()
        .match(/[a-z]+/g) ?? [];
    if (definition.some((each) => singular(each) === singular(other))) return true;
    return pointers.some(({ type, to }) => type === "@" && wordNet.synsets.get(to).words.includes(other));
  });
}

/** Whether two words are kinds of the same thing, such as dog and cat, in any of their frequent senses. */
function areSiblings(one, other, wordNet) {
  const sensesOf = (word) =>
    wordNet.senses
      .get(word)
      .slice(0, 4)
      .map(({ synset }) => synset);
  const broader = (synset) =>
    synset.pointers.filter(({ type }) => type === "@" || type === "@i").map(({ to }) => wordNet.synsets.get(to));
  const ancestors = (word) => {
    const parents = sensesOf(word).flatMap(broader);
    return new Set([...parents, ...parents.flatMap(broader)]);
  };
  const [ofOne, ofOther] = [ancestors(one), ancestors(other)];
  return [...ofOne].some((synset) => ofOther.has(synset));
}

/** Whether the words differ by an ending only, which stemming removes anyway. */
function isInflection(one, other) {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return (
    singular(short) === singular(long) ||
    [short, short.replace(/e$/, ""), `${short}${short.at(-1)}`].some((stem) =>
      ["ed", "ing", "ings", "ly", "s"].some((ending) => long === stem + ending),
    )
  );
}
