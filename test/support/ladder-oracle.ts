import { type CommonWords, readCommonWords } from "#build/synonyms/common-words.js";
import type { Synonymy } from "#src/catalog/search/query-terms.js";
import { FACETS, labelsOf } from "#src/format/filter-facets.js";
import type { IconRecord } from "#src/format/record.js";
import type { Rung } from "#src/format/rungs.js";
import { drawingStyle, isStyleNoun, withoutStyle } from "#src/text/drawing-styles.js";
import { fillersOf } from "#src/text/fillers.js";
import { composeHangul } from "#src/text/fold.js";
import { searchableWords } from "#src/text/inner-words.js";
import { stemmerOf } from "#src/text/stem.js";
import { type TextWord, textTerms, textWords } from "#src/text/text-terms.js";
import { listByBruteForce, type OracleQuery } from "./oracle.js";

/** What the words of a dataset mean. */
export interface Meaning {
  readonly language: string | undefined;
  readonly synonyms: ReadonlyMap<
    string,
    { readonly strong: readonly string[]; readonly weak: readonly string[]; readonly names: readonly string[] }
  >;
}

/** The expected results of one rung. */
export interface RungResults {
  readonly matched: Rung | undefined;
  readonly ids: readonly string[];
  readonly dropped: readonly string[];
}

/** Weights by kind of match, then by level, from a whole name to a label. */
const OWN = [16, 14, 10, 16, 15, 11, 9, 8, 6, 2];
const PHRASE = [14, 10, 9, 12, 13, 9, 8, 7, 5, 4];
const STRONG = [11, 7, 7, 10, 11, 7, 5, 6, 4, 4];
const BESIDE = [11, 7, 7, 11, 7, 5, 5];
const AFTER = [4, 3, 2, 4, 4, 3, 2];
const WEAK = [6, 5, 4, 6, 6, 4, 4, 3, 2, 2];
/** Of the whole name of an icon that means the same as a phrase, as a word, or, in `mention`, as either: the likeliest. */
const NAMED = { phrase: 14, word: 10, after: 4 };
/** Other names weigh so much less. */
const LESS_LIKELY = 3;
/** Of the word itself in a query with one of these words. */
const COMPARED = [8, 8, 8, 8, 15, 11, 9, 8, 6, 5];
const COMPARING =
  "alternative alternatives but clone clones competitor competitors instead like replace replacement replacements rival rivals similar substitute substitutes".split(
    " ",
  );
/** Of a word of a name that ends with the only word of a query, after at least three letters. */
const COMPOUND = 13;
const MAX_ENDINGS = 64;
/** Of a word in a name or label, as opposed to a text. */
const NAME_LEVELS = [0, 1, 2, 9];
const LEAST_COVERAGE = 0.5;
const DIVERSE = 32;
const NONE: ReadonlySet<string> = new Set();
const FEW = 20;

/** A term of a query with the weight of every icon that matches it. */
interface FoundTerm {
  readonly word: string;
  readonly weights: ReadonlyMap<number, number>;
  readonly specificity: number;
  /** The icons that have it in a name or a label. */
  readonly naming: ReadonlySet<number>;
  /** Those in whose names it, or what means the same, weighs as much as a word of a name. */
  readonly inName: ReadonlySet<number>;
  readonly isKeyword: boolean;
}

/**
 * The expected results of the rungs of a search, by checking every record against explicitly written rules: the ladder
 * of docs/search.md without its corrections of spelling.
 */
export function createLadderOracle(
  records: readonly IconRecord[],
  { language, synonyms }: Meaning,
  namesAreEveryday: boolean,
) {
  const stem = stemmerOf(language);
  const fillers = fillersOf(language);
  const commonWords = readCommonWords(language);
  const names = new Map(records.map(({ id, name }) => [id, name]));
  const levels = records.map((record) => levelsOf(record, stem, commonWords));
  const synonymsOfStem = new Map<string, { strong: Set<string>; weak: Set<string>; names: Set<string> }>();
  for (const [phrase, { strong, weak, names }] of synonyms) {
    const key = phrase.split(" ").map(stem).join(" ");
    const known = synonymsOfStem.get(key) ?? { strong: new Set(), weak: new Set(), names: new Set() };
    for (const name of names) known.names.add(name);
    for (const word of strong) known.strong.add(stem(word));
    for (const word of weak) known.weak.add(stem(word));
    synonymsOfStem.set(key, known);
  }
  /** The level of each icon that has a key. */
  const holders = new Map<string, Map<number, number>>();
  for (const [ordinal, own] of levels.entries())
    for (const [key, level] of own) holders.set(key, (holders.get(key) ?? new Map()).set(ordinal, level));
  const iconsWith = (key: string): ReadonlyMap<number, number> => holders.get(key) ?? new Map();

  /** Whether each word of a name is in some text. */
  const isIndexed = (name: string): boolean => name.split(" ").every((word) => iconsWith(stem(word)).size > 0);

  /** Whether a stem, or a phrase of them, has a synonym or a name of which all words are in some text. */
  const isSynonymKey = (key: string): boolean => {
    const { strong = [], weak = [], names = [] } = synonymsOfStem.get(key) ?? {};
    return (
      [...strong, ...weak].some((other) => other !== key && iconsWith(other).size > 0) || [...names].some(isIndexed)
    );
  };

  /** The icons by their whole names and aliases. */
  const namesakes = new Map<string, Set<number>>();
  /** How many icons have a whole name, plus how many have it as an alias. */
  const bearers = new Map<string, number>();
  for (const [ordinal, { name, aliases = [] }] of records.entries()) {
    const keysOf = (texts: readonly string[]) => new Set(texts.map((text) => wordsOf(text).join(" ")));
    for (const key of [...keysOf([name]), ...keysOf(aliases)]) {
      bearers.set(key, (bearers.get(key) ?? 0) + 1);
      namesakes.set(key, (namesakes.get(key) ?? new Set()).add(ordinal));
    }
  }

  /** Every beginning of a word of names, aliases and developers. */
  const beginnings = new Set(
    records.flatMap(({ name, aliases = [], developer }) =>
      [name, ...aliases, developer].flatMap(wordsOf).flatMap(beginningsOf),
    ),
  );
  /** The words of names and aliases that end with another one. */
  const compoundsWith = (word: string): string[] => {
    const endings = [...beginnings].filter((beginning) => beginning.endsWith(word));
    if ([...word].length < 3 || endings.length > MAX_ENDINGS) return [];
    return endings.filter((key) => key.length >= word.length + 3);
  };

  /** The longest whole names in a query: their words by position, their icons, and whether they are telling. */
  function namesIn(text: string) {
    const read = textWords(text, stem, fillers.isFiller);
    const runs = read.flatMap((_, from) =>
      [1, 2, 3, 4].flatMap((length) => {
        const own = read.slice(from, from + length);
        const icons = namesakes.get(own.map(({ word }) => word).join(" "));
        return own.length < length || icons === undefined ? [] : [{ from, to: from + length, own, icons }];
      }),
    );
    const hasSynonyms = (key: string): boolean => {
      const { strong = [], weak = [] } = synonymsOfStem.get(key) ?? {};
      return [...strong, ...weak].some((other) => other !== key && iconsWith(other).size > 0);
    };
    const isOrdinary = ({ word, terms }: TextWord): boolean =>
      word.length < 4 ||
      fillers.isFiller(word) ||
      fillers.isAmbiguous(word) ||
      hasSynonyms(word) ||
      terms.every(hasSynonyms);
    return runs
      .filter((run) => !runs.some((other) => other !== run && other.from <= run.from && run.to <= other.to))
      .map(({ own, icons }) => ({ own, icons, isMeaningful: !own.every(isOrdinary) }));
  }

  const isComparing = (text: string): boolean => wordsOf(text).some((word) => COMPARING.includes(word));
  const namedIn = (text: string): number[] =>
    (isComparing(text) ? [] : namesIn(text)).flatMap(({ icons, isMeaningful }) => (isMeaningful ? [...icons] : []));

  /** The terms of words, each with the weight of every icon that matches it. */
  function lookUp(words: readonly string[], text: string, synonymy: Synonymy, isMain = true) {
    const whole = textWords(text, stem, fillers.isFiller);
    const read = whole.filter(({ word }) => words.includes(word));
    const stems = read.map(({ terms }) => terms.join(" "));
    const names = isComparing(text) ? [] : namesIn(text);
    const own = isComparing(text) ? COMPARED : OWN;
    const found = new Map<string, FoundTerm>();
    const unmatched = new Set<string>();
    for (const [at, { word, terms }] of read.entries()) {
      const phrases = new Set<string>();
      const strong = new Set<string>();
      const weak = new Set<string>();
      /** Whether each is the likeliest. */
      const phraseNames = new Map<string, boolean>();
      const wordNames = new Map<string, boolean>();
      for (let from = Math.max(0, at - 2); from <= at; from++) {
        for (let to = at + 1; to <= Math.min(stems.length, from + 3); to++) {
          const known = synonymsOfStem.get(stems.slice(from, to).join(" "));
          const phrase = stems.slice(from, to).join(" ");
          const isStyle = whole.length > 1 && drawingStyle(word, whole[whole.indexOf(read[at]!) + 1]?.word).length > 0;
          if (known === undefined || synonymy === "none" || isStyle) continue;
          for (const other of known.strong) if (other !== phrase) (to - from > 1 ? phrases : strong).add(other);
          const names = to - from > 1 ? phraseNames : wordNames;
          const [likeliest] = [...known.names].filter(isIndexed);
          for (const name of known.names) names.set(name, names.get(name) === true || name === likeliest);
          if (synonymy !== "similar") continue;
          for (const other of known.weak) if (other !== phrase && !known.strong.has(other)) weak.add(other);
        }
      }
      for (const term of terms) {
        const style = whole.length > 1 ? drawingStyle(word, whole[whole.indexOf(read[at]!) + 1]?.word) : [];
        const isStyle = style.length > 0;
        const written = isStyle ? style : [...new Set([word, term, ...joinedWith(read, at)])];
        const all = [
          { keys: written, by: isStyle ? own.slice(0, 3) : synonymy === "named" ? own.slice(0, 7) : own },
          { keys: [...phrases], by: synonymy === "after" ? AFTER : PHRASE },
          {
            keys: [...strong],
            by: {
              named: BESIDE,
              beside: BESIDE,
              after: AFTER,
              same: STRONG,
              missing: STRONG,
              similar: STRONG,
              none: [],
            }[synonymy],
          },
          { keys: [...weak], by: WEAK },
        ];
        const countAt = ({ keys, by }: (typeof all)[number]): number =>
          keys.flatMap((key) => [...iconsWith(key).values()]).filter((level) => level < by.length).length;
        const isEnough = synonymy === "missing" && countAt(all[0]!) > 0;
        const kinds = isEnough ? all.slice(0, 1) : all;
        const weights = new Map<number, number>();
        const inName = new Set<number>();
        for (const { keys, by } of kinds) {
          for (const key of keys) {
            for (const [ordinal, level] of iconsWith(key)) {
              const weight = by[level] ?? 0;
              if (weight > (weights.get(ordinal) ?? 0)) weights.set(ordinal, weight);
              if (NAME_LEVELS.includes(level) && weight >= OWN[2]!) inName.add(ordinal);
            }
          }
        }
        const named = [
          ...[...(isEnough ? [] : phraseNames)].map(([name, isLikely]) => ({ name, isLikely, most: NAMED.phrase })),
          ...[...(isEnough ? [] : wordNames)].map(([name, isLikely]) => ({ name, isLikely, most: NAMED.word })),
        ].map(({ name, isLikely, most }) => ({
          name,
          weight: (synonymy === "after" ? NAMED.after : most) - (isLikely ? 0 : LESS_LIKELY),
        }));
        for (const { name, weight } of named) {
          for (const ordinal of namesakes.get(name) ?? []) {
            weights.set(ordinal, Math.max(weight, weights.get(ordinal) ?? 0));
            if (weight >= OWN[2]!) inName.add(ordinal);
          }
        }
        const compounds = isMain && read.length === 1 ? compoundsWith(word) : [];
        const isWritten = countAt(kinds[0]!) > 0 || synonymy === "named";
        const compounded = !isWritten
          ? []
          : compounds.flatMap((key) =>
              [...iconsWith(key)].filter(([, level]) => level < 3).map(([ordinal]) => ordinal),
            );
        for (const ordinal of compounded) {
          weights.set(ordinal, Math.max(COMPOUND, weights.get(ordinal) ?? 0));
          inName.add(ordinal);
        }
        for (const { own, icons } of names) {
          if (!own.some((each) => each.word === word)) continue;
          for (const ordinal of weights.size > 0 ? icons : []) {
            weights.set(ordinal, OWN[0]!);
            inName.add(ordinal);
          }
        }
        const isOwn = synonymy === "beside" || synonymy === "named" || synonymy === "after";
        const counted = isOwn ? kinds.slice(0, 1) : kinds;
        const icons =
          counted.reduce((sum, kind) => sum + countAt(kind), 0) +
          compounded.length +
          (isOwn ? 0 : named.reduce((sum, { name }) => sum + (bearers.get(name) ?? 0), 0));
        const specificity = Math.round(4 * Math.log2(1 + records.length / Math.min(records.length, icons)));
        const keys = [...written, ...phrases, ...strong];
        const isKeyword = keys.some((key) => [...iconsWith(key).values()].some((level) => [4, 5, 6].includes(level)));
        const naming = new Set(
          [...keys, ...weak]
            .flatMap((key) =>
              [...iconsWith(key)].filter(([, level]) => NAME_LEVELS.includes(level)).map(([ordinal]) => ordinal),
            )
            .concat(
              named.flatMap(({ name }) => [...(namesakes.get(name) ?? [])]),
              compounded,
            ),
        );
        if (weights.size === 0) unmatched.add(word);
        else if (!found.has(term)) found.set(term, { word, weights, specificity, naming, inName, isKeyword });
      }
    }
    return { found: [...found.values()], unmatched };
  }

  /** The other words of a text, which only count for the order, a third as much. */
  function optionalIn(words: readonly string[], text: string): FoundTerm[] {
    const all = textWords(text, stem).map(({ word }) => word);
    const others = all.filter((word) => !words.includes(word) && !fillers.isAboutFile(word));
    return lookUp(others, text, "none", false).found.map((term) => ({
      ...term,
      specificity: Math.max(1, Math.round(term.specificity / 3)),
    }));
  }

  const within = (ordinals: readonly number[], query: OracleQuery): string[] => {
    const passing = new Set(listByBruteForce(records, withoutText(query)));
    return ordinals.map((ordinal) => records[ordinal]!.id).filter((id) => passing.has(id));
  };
  /** The same, but of the first ones each name once before any comes again. */
  const diverse = (ordinals: readonly number[], query: OracleQuery, without: ReadonlySet<string> = NONE): string[] => {
    const ids = within(ordinals, query).filter((id) => !without.has(id));
    const first = ids.slice(0, DIVERSE).map((id) => ({ id, name: plainName(names.get(id)!) }));
    const isNew = ({ name }: (typeof first)[number], at: number): boolean =>
      name === "" || first.findIndex((other) => other.name === name) === at;
    const [before, after] = [first.filter(isNew), first.filter((each, at) => !isNew(each, at))];
    return [...before, ...after].map(({ id }) => id).concat(ids.slice(DIVERSE));
  };
  const ranked = (scores: ReadonlyMap<number, number>): number[] =>
    [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([ordinal]) => ordinal);

  /** @param written the query as it is written */
  function byNames(words: readonly string[], query: OracleQuery, written = ""): readonly string[] | undefined {
    const q = words.join(" ");
    const found = listByBruteForce(records, { ...query, q }, written);
    return listByBruteForce(records, { q }).length === 0 ? undefined : found;
  }

  function byTexts(
    words: readonly string[],
    text: string,
    query: OracleQuery,
    synonymy: Synonymy,
    named: readonly number[] = namedIn(text),
    without: ReadonlySet<string> = NONE,
  ): (RungResults & { readonly isPassing: boolean }) | undefined {
    const { found, unmatched } = lookUp(words, text, synonymy);
    if (unmatched.size > 0 || found.length === 0) return undefined;
    const complete = [...records.keys()].filter((ordinal) => found.every(({ weights }) => weights.has(ordinal)));
    if (complete.length === 0) return undefined;
    const all = found.length > 1 ? [...found, ...optionalIn(words, text)] : found;
    const scores = scoresOf(found.length > 1 ? [...complete, ...named] : complete, all);
    const isFew = found.length > 1 && complete.length < FEW;
    const rest = isFew ? coveredBy(all).filter((ordinal) => !scores.has(ordinal)) : [];
    const isMention =
      complete.length < Math.min(3, Math.ceil(records.length / 256)) &&
      complete.every((ordinal) => found.every(({ naming }) => !naming.has(ordinal)));
    return {
      matched: isMention ? "mention" : "meaning",
      ids: [ranked(scores), rest].flatMap((part) => diverse(part, query, without)),
      dropped: [],
      isPassing: isMention && words.length === 1 && !found[0]!.isKeyword,
    };
  }

  /** @param without ids of icons that are listed before */
  function byMeaning(words: readonly string[], text: string, query: OracleQuery, without: ReadonlySet<string> = NONE) {
    const own = byTexts(words, text, query, "none", namedIn(text), without);
    if (own === undefined) return undefined;
    if (own.matched === "meaning")
      return words.length > 1
        ? own
        : { ...own, ids: byTexts(words, text, query, "beside", namedIn(text), without)!.ids };
    const named = words.some(fillers.isAmbiguous) ? namedIn(text) : [];
    return { ...own, ids: byTexts(words, text, query, "after", named, without)!.ids };
  }

  function bySynonyms(
    words: readonly string[],
    query: OracleQuery & { readonly q: string },
    synonymy: "same" | "similar",
  ): RungResults | undefined {
    const found = byTexts(words, query.q, query, synonymy);
    if (found === undefined || (found.matched === "mention" && words.length === 1)) return undefined;
    const isLoose = found.matched === "mention" || synonymy === "similar";
    return withoutPassing({ ...found, matched: isLoose ? "related" : "synonyms" });
  }

  function firmSynonyms(
    words: readonly string[],
    query: OracleQuery & { readonly q: string },
  ): RungResults | undefined {
    const same = bySynonyms(words, query, "same");
    return same?.matched === "synonyms" ? same : undefined;
  }

  /** The words of a query that are not fillers, and those in phrases with synonyms. */
  function phrasedOf(q: string): readonly string[] {
    const words = wordsOf(q);
    const stems = words.map(stem);
    const [telling] = essentialOf(q);
    return words.filter((word, at) => {
      if (telling.includes(word)) return true;
      for (let from = Math.max(0, at - 2); from <= at; from++)
        for (let to = Math.max(from + 2, at + 1); to <= Math.min(words.length, from + 3); to++)
          if (isSynonymKey(stems.slice(from, to).join(" "))) return true;
      return false;
    });
  }

  /** Whether every word is in a phrase with synonyms. */
  function isAllPhrases(words: readonly string[]): boolean {
    const stems = words.map(stem);
    return words.every((_, at) =>
      [0, 1, 2].some((before) =>
        [2, 3].some(
          (length) =>
            at - before >= 0 &&
            length > before &&
            at - before + length <= words.length &&
            isSynonymKey(stems.slice(at - before, at - before + length).join(" ")),
        ),
      ),
    );
  }

  /** Whether an icon has all words in its name and aliases, not as beginnings of longer ones. */
  function haveWholeWords(words: readonly string[]): boolean {
    return [...records.keys()].some((ordinal) => words.every((word) => (iconsWith(word).get(ordinal) ?? 9) <= 2));
  }

  /** The icons that few names leave room for, after these. */
  function besideNames(named: readonly string[], query: OracleQuery & { readonly q: string }): RungResults | undefined {
    const words = wordsOf(query.q);
    if (words.length === 0 || namesakes.has(words.join(" "))) return undefined;
    const all = new Set(listByBruteForce(records, { q: query.q }));
    if (all.size >= FEW) return undefined;
    const inNames = records.some(({ name }) => {
      const own = searchableWordsOf(name);
      return words.every((word) => own.some((each) => each.startsWith(word)));
    });
    if (words.length > 1 && inNames && haveWholeWords(words)) return undefined;
    const { found, unmatched } = lookUp(words, query.q, words.length === 1 ? "named" : "same");
    if (unmatched.size > 0 || found.length === 0) return undefined;
    const complete = [...records.keys()].filter((ordinal) => found.every(({ weights }) => weights.has(ordinal)));
    const order =
      found.length === 1
        ? ranked(found[0]!.weights)
        : ranked(scoresOf(complete, [...found, ...optionalIn(words, query.q)]));
    const more = order.filter((ordinal) => !all.has(records[ordinal]!.id));
    if (more.length === 0) return undefined;
    const others = diverse(more, query);
    const last = words.at(-1)!;
    const isEveryday = namesAreEveryday && [last, words.join(" ")].some(hasWordSynonyms);
    const isBegun = isEveryday && ![last, `${last}s`].some((word) => haveWholeWords([...words.slice(0, -1), word]));
    return { matched: "few-names", ids: isBegun ? [...others, ...named] : [...named, ...others], dropped: [] };
  }

  /** Whether a word or phrase has a synonym of one word in some text. */
  function hasWordSynonyms(text: string): boolean {
    const key = text.split(" ").map(stem).join(" ");
    const { strong = [], weak = [] } = synonymsOfStem.get(key) ?? {};
    return [...strong, ...weak].some((other) => iconsWith(other).size > 0);
  }

  /** The icons that have the most specific words together, and the words that the first of them lacks. */
  function someBy(words: readonly string[], text: string) {
    const { found, unmatched } = lookUp(words, text, "missing");
    const covered = coveredBy([...found, ...optionalIn(words, text)]);
    const isBetter = covered.length > 0 && found.filter(({ inName }) => inName.has(covered[0]!)).length >= 2;
    const first = isBetter ? [] : ranked(scoresOf(namedIn(text), found));
    const parts = [first, covered.filter((ordinal) => !first.includes(ordinal))];
    const [best] = parts.flat();
    const lacks = found.filter(({ weights }) => !weights.has(best!)).map(({ word }) => word);
    return { parts: found.length === 0 ? [] : parts, lacks: [...unmatched, ...lacks] };
  }

  function scoresOf(ordinals: readonly number[], found: readonly FoundTerm[]): Map<number, number> {
    const scoreOf = (ordinal: number): number =>
      found.reduce((sum, { weights, specificity }) => sum + (weights.get(ordinal) ?? 0) * specificity, 0);
    return new Map(ordinals.map((ordinal) => [ordinal, scoreOf(ordinal)]));
  }

  /** The icons whose matched terms have most of the best total specificity, best first. */
  function coveredBy(found: readonly FoundTerm[]): number[] {
    const coverage = new Map<number, number>();
    const scores = new Map<number, number>();
    for (const { weights, specificity } of found) {
      for (const [ordinal, weight] of weights) {
        coverage.set(ordinal, (coverage.get(ordinal) ?? 0) + specificity);
        scores.set(ordinal, (scores.get(ordinal) ?? 0) + weight * specificity);
      }
    }
    const best = Math.max(...coverage.values());
    for (const [ordinal, covered] of coverage) {
      if (covered < best * LEAST_COVERAGE) scores.delete(ordinal);
      else scores.set(ordinal, Math.round(scores.get(ordinal)! * Math.sqrt(covered / best)));
    }
    return ranked(scores);
  }

  function essentialOf(q: string): readonly [telling: readonly string[], essential: readonly string[]] {
    const words = wordsOf(q);
    const orAll = (some: string[], all: readonly string[]) => (some.length === 0 ? all : some);
    const telling = orAll(
      words.filter((word, at) => !fillers.isFiller(word) && !isStyleNoun(word, words[at - 1])),
      words,
    );
    return [
      telling,
      orAll(
        telling.filter((word) => !fillers.isAmbiguous(word)),
        telling,
      ),
    ];
  }

  return {
    /**
     * The results of the rungs above spelling, or undefined if no rung has results: only of the rungs above translations
     * if a translation finds icons, and only of the rungs that translations may use if the query is a translation.
     */
    strict(
      query: OracleQuery & { readonly q: string },
      { isTranslated = false, isTranslation = false }: { isTranslated?: boolean; isTranslation?: boolean } = {},
    ): RungResults | undefined {
      const named = byNames(wordsOf(query.q), query, query.q);
      if (named !== undefined && (!isTranslation || haveWholeWords(wordsOf(query.q))))
        return besideNames(named, query) ?? { matched: undefined, ids: named, dropped: [] };
      const [telling, essential] = essentialOf(query.q);
      const phrased = phrasedOf(query.q);
      if (phrased.length > 0 && phrased.length !== telling.length) {
        const meant = byMeaning(phrased, query.q, query);
        if (meant?.matched === "meaning") return withoutPassing(meant);
        const same = bySynonyms(phrased, query, "same");
        if (same?.matched === "synonyms") return same;
      }
      const asked = wordsOf(query.q);
      const isStyled = asked.some((word, at) => drawingStyle(word, asked[at + 1]).length > 0);
      let mention: RungResults | undefined;
      for (const words of essential.length === telling.length ? [telling] : [telling, essential]) {
        const fewer = words.length < wordsOf(query.q).length ? byNames(words, query, query.q) : undefined;
        if (fewer !== undefined) {
          const isFew = listByBruteForce(records, { q: words.join(" ") }).length < FEW;
          const others = isFew ? (byMeaning(words, query.q, query, new Set(fewer))?.ids ?? []) : [];
          return { matched: "fillers", ids: [...fewer, ...others], dropped: [] };
        }
        const meant = byMeaning(words, query.q, query);
        if (meant !== undefined && !meant.isPassing) return withoutPassing(meant);
        if (meant !== undefined) {
          mention = withoutPassing(meant);
          break;
        }
        const isTold = words === telling && essential.length < telling.length && !isStyled;
        const same = isTold ? bySynonyms(words, query, "same") : undefined;
        if (same?.matched === "synonyms") return same;
      }
      if (isTranslation) return firmSynonyms(telling, query);
      if (mention === undefined && (telling.length === 1 || isAllPhrases(telling))) {
        const same = firmSynonyms(telling, query);
        if (same !== undefined) return same;
      }
      const inside = insideOf(records, essential);
      if (inside.length > 0) return { matched: "inside", ids: within(inside, query), dropped: [] };
      if (isTranslated) return undefined;
      for (const words of [telling, essential]) {
        const same = bySynonyms(words, query, "same");
        if (same !== undefined) return same;
      }
      return mention;
    },
    /** The results for words of a similar meaning, which are searched after corrections. */
    related(query: OracleQuery & { readonly q: string }): RungResults | undefined {
      const [, words] = essentialOf(query.q);
      return words.length > 1 ? undefined : bySynonyms(words, query, "similar");
    },
    /** The results for a query whose spelling was corrected. */
    corrected(words: readonly string[], query: OracleQuery): RungResults | undefined {
      const named = byNames(words, query);
      if (named !== undefined) return { matched: "spelling", ids: named, dropped: [] };
      const meant = byMeaning(words, words.join(" "), query);
      return meant === undefined ? undefined : withoutPassing({ ...meant, matched: "spelling" });
    },
    /** The results of the last rung. @param respelled the words after corrections, if there were any */
    fewerWords(query: OracleQuery & { readonly q: string }, respelled?: readonly string[]): RungResults {
      const words = respelled ?? essentialOf(query.q)[1];
      const text = respelled?.join(" ") ?? query.q;
      const { parts, lacks } = someBy(words, text);
      const dropped = words.filter((word) => lacks.includes(word)).map(composeHangul);
      const ids = parts.flatMap((part) => diverse(part, query));
      return { matched: parts.flat().length === 0 ? undefined : "fewer-words", ids, dropped };
    },
    wordCount: (q: string): number => essentialOf(q)[1].length,
  };
}

/** The beginnings of a word, which are the terms that names are found by; in scripts without spaces of each inner word. */
function beginningsOf(word: string): string[] {
  return searchableWords(word).flatMap((inner) =>
    [...inner].map((_, at, letters) => letters.slice(0, at + 1).join("")),
  );
}

function searchableWordsOf(name: string): string[] {
  return wordsOf(name).flatMap(searchableWords);
}

/** A name without words for style and size at its ends. */
function plainName(name: string): string {
  return withoutStyle(wordsOf(name)).join(" ");
}

/** A word joined with the one before it and with the one after it. */
function joinedWith(read: readonly { readonly word: string }[], at: number): string[] {
  const [before, after] = [read[at - 1], read[at + 1]];
  return [
    ...(before === undefined ? [] : [before.word + read[at]!.word]),
    ...(after === undefined ? [] : [read[at]!.word + after.word]),
  ];
}

function wordsOf(text: string): string[] {
  return textWords(text, (word) => word)
    .map(({ word }) => word)
    .filter((word) => /^[\p{L}\p{N}\p{M}]+$/u.test(word));
}

/** Each key of a record with its best level. */
function levelsOf(
  record: IconRecord,
  stem: (word: string) => string,
  commonWords: CommonWords,
): ReadonlyMap<string, number> {
  const { name, aliases = [], keywords = [], aiTags = [], description, developer } = record;
  const [alone, inPhrases] = description === undefined ? (commonWords(name) ?? ["", ""]) : ["", description];
  const levels = new Map<string, number>();
  const put = (level: number, keys: readonly string[]): void => {
    for (const key of keys) if (!levels.has(key)) levels.set(key, level);
  };
  const phrases = [...keywords, ...aiTags.map(({ tag }) => tag)];
  const exact = [name, ...aliases].map(wordsOf);
  for (const own of exact) if (own.length === 1) put(0, own);
  for (const own of exact) if (own.length <= 2) put(1, own);
  for (const own of exact) put(2, own);
  for (const text of [name, ...aliases]) if (wordsOf(text).length === 1) put(3, textTerms(text, stem));
  for (const text of [name, ...aliases]) if (wordsOf(text).length <= 2) put(5, textTerms(text, stem));
  for (const phrase of phrases) {
    const read = textWords(phrase, stem);
    if (read.length === 1) put(6, read[0]!.terms);
  }
  for (const text of [name, ...aliases]) put(7, textTerms(text, stem));
  const others = [
    ...phrases.map((text) => ({ text, level: 7 })),
    { text: alone, level: 6 },
    { text: inPhrases, level: 8 },
    { text: developer, level: 8 },
    // Nobody looks for an icon by its license.
    ...FACETS.filter((facet) => facet !== "license")
      .flatMap((facet) => labelsOf(record, facet))
      .map((text) => ({ text, level: 9 })),
  ].map(({ text, level }) => ({ level, terms: textTerms(text, stem) }));
  for (const { level, terms } of others) put(level, terms);
  for (const [key, level] of levels) {
    const texts = others.reduce((sum, { terms }) => sum + terms.filter((term) => term === key).length, 0);
    if (texts >= 3) levels.set(key, Math.min(level, 4));
    else if (texts === 2) levels.set(key, Math.min(level, 5));
  }
  return levels;
}

/** The ordinals with all words inside a word of their names, then those with some of them in aliases and developer. */
function insideOf(records: readonly IconRecord[], words: readonly string[]): number[] {
  if (words.some((word) => [...word].length < 3)) return [];
  const inAll = (texts: readonly string[]): boolean =>
    words.every((word) => texts.flatMap(wordsOf).some((own) => own.includes(word)));
  const all = [...records.keys()];
  const named = all.filter((ordinal) => inAll([records[ordinal]!.name]));
  const others = all.filter((ordinal) => {
    const { name, aliases = [], developer } = records[ordinal]!;
    return !named.includes(ordinal) && inAll([name, ...aliases, developer]);
  });
  return [...named, ...others];
}

function withoutText({ q: _q, ...filters }: OracleQuery): OracleQuery {
  return filters;
}

function withoutPassing({ matched, ids, dropped }: RungResults): RungResults {
  return { matched, ids, dropped };
}
