import { decodeListItem } from "../../format/list-item.js";
import type { PostingList } from "../../format/posting-list.js";
import type { Match, Rung } from "../../format/rungs.js";
import { drawingStyle, isStyleNoun } from "../../text/drawing-styles.js";
import type { Fillers } from "../../text/fillers.js";
import { emojiIn } from "../../text/symbols.js";
import { spelledOut } from "../../text/text-terms.js";
import type { WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import { type Query, readQuery } from "../list-request.js";
import type { Resolver } from "../resolve.js";
import type { Clause } from "../sets/clause.js";
import { allOf } from "../sets/ordinals.js";
import { type NearestWords, nearestWords, respell, unswapped } from "../spelling/respell.js";
import { type Hits, NO_HITS, oneAfterOther } from "./hits.js";
import { searchInside } from "./inside-search.js";
import { searchNames } from "./name-search.js";
import { haveWholeWords, isNameAsWritten } from "./names-as-written.js";
import { isWrittenInNames } from "./names-with-symbols.js";
import { negatedName } from "./negation.js";
import { pastedName } from "./pasted-names.js";
import { isKnownWord, lookUpTerms, phrasesAmong, type QueryTerms, type Synonymy } from "./query-terms.js";
import { readTextRules, type TextRules } from "./text-rules.js";
import { createTextSearch, FEW, MAX_TERMS, type TextSearch } from "./text-search.js";
import { translationsOf } from "./translate.js";

/** Words that fewer icons have, in texts only, are a mention, */
const MIN_MENTIONS = 3;
/** and of fewer than one in so many in small datasets. */
const ICONS_PER_MENTION = 256;
/** Shorter words are not corrected if the query has no result even then. */
const MIN_CORRECTED = 7;

/** The result of a search. */
export interface LadderHits extends Hits {
  /** The query that was searched instead, its words joined by single spaces. Undefined if the original query was searched. */
  readonly didYouMean: string | undefined;
  /** The rung that found the icons. Undefined: names, aliases and developers, or no rung. */
  readonly matched: Rung | undefined;
  /** The query words that the first result regardless of filters does not have. */
  readonly dropped: readonly string[];
  /** Whether the query is a word that texts only mention in passing, so that other rungs come first. */
  readonly isPassing: boolean;
}

/**
 * Searches one generation.
 *
 * @throws QueryTooExpensiveError, also when a tier is computed later
 */
export type Ladder = (
  query: Query,
  match: Match,
  filters: readonly Clause[],
  budget: WorkBudget,
  scope?: readonly Clause[],
) => LadderHits;

/**
 * Creates the search of a generation. The search tries one rung after the other and returns the results of the first
 * rung that has any. The text alone decides which rung that is: filters are applied to its results. Icons outside of a
 * scope count as absent, so that they decide nothing; a scope is also part of the filters.
 *
 * @param scratch memory for a bitset of all ordinals; results may use it, and are valid until the next search
 */
export function createLadder(generation: Generation, scratch: Uint32Array, resolve: Resolver): Ladder {
  const cards = generation.blob("cards");
  const nameOf = (ordinal: number): string => decodeListItem(cards.view(ordinal), ordinal).name;
  const texts = createTextSearch(generation.manifest.icons, scratch, nameOf);
  let rules: TextRules | undefined;
  const ladder: Ladder = (query, match, filters, budget, scope = []) => {
    const names = (tried: Query) => (clauses: readonly Clause[]) =>
      searchNames(generation, tried, clauses, scratch, budget);
    const named = (tried: Query): Hits | undefined => hitsWithin(filters, scope, names(tried));
    const nearestOf: NearestWords = remembered((word, alone) =>
      nearestWords(generation, word, alone, rules!.isEveryday, budget),
    );
    const find = (tried: Query, isTranslation: boolean): LadderHits => {
      // Most queries match names, and don't need the rules.
      const climbing = (): Climb => {
        rules ??= readTextRules(generation);
        const translated = (words: readonly string[]) => find(toQuery(words), true);
        return {
          generation,
          texts,
          rules,
          query: tried,
          filters,
          scope,
          budget,
          names,
          named,
          lookUp: remembered((words, text) => lookUpTerms(generation, text, new Set(words), rules!, budget)),
          nearest: nearestOf,
          translated,
          isTranslation,
        };
      };
      // A translation is complete, so that longer words are no matches: `poubelle` means a bin, not binoculars.
      const isWhole = !isTranslation || haveWholeWords(generation, tried.words, scope, budget);
      if (isWhole && (match !== "meaning" || tried.words.length === 0)) {
        const spelled = match === "auto" && tried.literals.length > 0 ? bySpellingOut(climbing()) : undefined;
        if (spelled !== undefined) return spelled;
        const hits = named(tried);
        const mayBeFew = match === "auto" && tried.words.length > 0 && hits !== undefined && hits.total < FEW;
        const isFew = mayBeFew && !isNameAsWritten(generation, tried, hits, scope, budget);
        const search = isFew ? climbing() : undefined;
        const terms = search?.lookUp(tried.words, tried.text)(tried.words.length === 1 ? "named" : "same");
        // Most words that people have not finished typing are no words.
        if (search !== undefined && isComplete(terms!)) {
          const more = byFewNames(search, terms!, hits!);
          // The second search has reused the memory of the first.
          return more ?? toLadderHits(undefined, named(tried)!);
        }
        if (hits !== undefined) return toLadderHits(undefined, hits);
        if (tried.words.length === 0) return (match === "name" ? undefined : byEmoji(climbing())) ?? NO_LADDER_HITS;
      }
      if (match !== "auto" || isTranslation) return climb(climbing(), match);
      const search = climbing();
      const pasted = pastedName(generation, resolve, tried.text, search.rules.fillers, scope, budget);
      const hits = pasted === undefined ? undefined : named(readQuery(pasted)!);
      if (hits !== undefined) return { ...toLadderHits("pasted", hits), didYouMean: pasted };
      const negated = negatedName(generation, tried.words, budget);
      if (negated === undefined) return climb(search, match);
      const { others } = negated;
      return ladder(toQuery(negated.words), match, [...filters, others], budget, [...scope, others]);
    };
    return find(query, false);
  };
  return ladder;
}

/** One search. */
interface Climb {
  readonly generation: Generation;
  readonly texts: TextSearch;
  readonly rules: TextRules;
  readonly query: Query;
  readonly filters: readonly Clause[];
  readonly scope: readonly Clause[];
  readonly budget: WorkBudget;
  /** Searches the names within some clauses. */
  readonly names: (tried: Query) => (clauses: readonly Clause[]) => Hits;
  /** Searches the names within the filters, as `hitsWithin`. */
  readonly named: (tried: Query) => Hits | undefined;
  /** As `lookUpTerms`: the words to look up, and the query. */
  readonly lookUp: (words: readonly string[], text: string) => (synonymy: Synonymy) => QueryTerms;
  /** As `nearestWords`, which takes a walk. */
  readonly nearest: NearestWords;
  /** Searches a translation of the query by the rungs before spelling. */
  readonly translated: (words: readonly string[]) => LadderHits;
  readonly isTranslation: boolean;
}

/** Tries the rungs above the names. */
function climb(search: Climb, match: Match): LadderHits {
  const { generation, rules, query, filters, scope, budget } = search;
  const [meaningful, essential] = withoutFillers(query.words, rules.fillers);
  if (match === "name") {
    const find = (words: readonly string[]) => toRung(undefined, search.named(toQuery(words)));
    return bySpelling(search, query.words, find) ?? NO_LADDER_HITS;
  }
  const byText = (words: readonly string[]) => byMeaning(search, words, query.text);
  const byNames = (words: readonly string[]) => byFewerNames(search, words);
  const [first, second] = match === "meaning" ? [byText, byNames] : [byNames, byText];
  const phrased = keepPhrases(search, meaningful);
  const isStyled = query.words.some((word, at) => drawingStyle(word, query.words[at + 1]).length > 0);
  const strict =
    (phrased === meaningful
      ? undefined
      : (ifStrict(byText(phrased)) ?? ifStrict(bySynonyms(search, phrased, "same")))) ??
    first(meaningful) ??
    second(meaningful) ??
    (essential === meaningful
      ? undefined
      : ((isStyled ? undefined : ifStrict(bySynonyms(search, meaningful, "same"))) ??
        first(essential) ??
        second(essential))) ??
    (match === "meaning" ? toRung(undefined, search.named(query)) : undefined);
  if (strict !== undefined && !strict.isPassing) return strict;
  if (search.isTranslation) return ifStrict(bySynonyms(search, meaningful, "same")) ?? NO_LADDER_HITS;
  const translations = strict === undefined ? translationsWithoutNames(search) : [];
  return (
    byUnswapping(search, essential) ??
    (strict === undefined ? byStrictSynonyms(search, meaningful) : undefined) ??
    toRung(
      "inside",
      hitsWithin(filters, scope, (clauses) => searchInside(generation, essential, clauses, budget)),
    ) ??
    byTranslation(search, translations) ??
    bySynonyms(search, meaningful, "same") ??
    (essential === meaningful ? undefined : bySynonyms(search, essential, "same")) ??
    strict ??
    bySpelling(
      search,
      essential,
      (words) => toRung(undefined, search.named(toQuery(words))) ?? byMeaning(search, words, words.join(" ")),
    ) ??
    (essential.length > 1
      ? byFewerWords(search, essential, translations[0])
      : bySynonyms(search, essential, "similar")) ??
    NO_LADDER_HITS
  );
}

/** The translations of the query, unless it names an icon: `spotify musik` is about Spotify. */
function translationsWithoutNames(search: Climb): readonly (readonly string[])[] {
  const { generation, rules, query, budget } = search;
  const translations = translationsOf(generation, query.words, rules, budget);
  const isNaming = translations.length > 0 && search.lookUp(query.words, query.text)("none").named.length > 0;
  return isNaming ? [] : translations;
}

function byEmoji(search: Climb): LadderHits | undefined {
  const { generation, rules, query, budget } = search;
  return byTranslation(search, translationsOf(generation, emojiIn(query.text), rules, budget));
}

/** The results of the first translation that has any. */
function byTranslation(search: Climb, translations: readonly (readonly string[])[]): LadderHits | undefined {
  for (const words of translations) {
    const hits = search.translated(words);
    if (hits !== NO_LADDER_HITS) return { ...hits, matched: "translation", didYouMean: words.join(" ") };
  }
  return undefined;
}

function ifStrict(hits: LadderHits | undefined): LadderHits | undefined {
  return hits?.matched === "meaning" || hits?.matched === "synonyms" ? hits : undefined;
}

/** The query words without fillers, and without ambiguous ones. All of them if none is left. */
function withoutFillers(
  words: readonly string[],
  { isFiller, isAmbiguous }: Fillers,
): readonly [meaningful: readonly string[], essential: readonly string[]] {
  const meaningful = orAll(
    words.filter((word, at) => !isFiller(word) && !isStyleNoun(word, words[at - 1])),
    words,
  );
  return [
    meaningful,
    orAll(
      meaningful.filter((word) => !isAmbiguous(word)),
      meaningful,
    ),
  ];
}

/** The words that are not fillers, and those in phrases that have synonyms: `sign in` is not about a sign. */
function keepPhrases({ generation, rules, query, budget }: Climb, meaningful: readonly string[]): readonly string[] {
  if (meaningful.length === query.words.length) return meaningful;
  const isInPhrase = phrasesAmong(generation, query.words, rules.stem, budget);
  const kept = query.words.filter((word, at) => isInPhrase[at] || meaningful.includes(word));
  return kept.length === meaningful.length ? meaningful : kept;
}

function orAll(some: readonly string[], all: readonly string[]): readonly string[] {
  return some.length === 0 || some.length === all.length ? all : some;
}

/**
 * If few icons have the words in their names, none of them as a whole one, and other icons have the words or synonyms:
 * these follow, for a single word those that have it in a name or as a keyword. `cinema` finds Cinema 4D, then Movie.
 * Not for several words if names have them as they are: `visual code` means Visual Studio Code.
 *
 * @param hits of the names, few within the filters and none of them meant
 */
function byFewNames(search: Climb, terms: QueryTerms, hits: Hits): LadderHits | undefined {
  const { generation, texts, rules, query, filters, scope, budget, names } = search;
  const isFiltered = filters.length > scope.length;
  const regardless = isFiltered ? names(query)(scope) : hits;
  if (isFiltered && (regardless.total >= FEW || isNameAsWritten(generation, query, regardless, scope, budget)))
    return undefined;
  const first = keep(search, regardless);
  if (!texts.any(terms.found, [first.others, ...scope], budget)) return undefined;
  const others = texts.every({ ...terms, named: [] }, [first.others, ...filters], budget);
  // In an icon set, `tick` means a check rather than a ticket.
  const last = query.words.at(-1)!;
  const isEveryday = rules.isEveryday(last) || rules.isEveryday(query.words.join(" "));
  const haveWhole = (word: string): boolean =>
    haveWholeWords(generation, [...query.words.slice(0, -1), word], scope, budget);
  const isBegun = isEveryday && !haveWhole(last) && !haveWhole(`${last}s`);
  return toLadderHits(
    "few-names",
    isBegun ? oneAfterOther(others, first.passing) : oneAfterOther(first.passing, others),
  );
}

/** The icons that have fewer words than the query in their names. If they are few, those of `byMeaning` follow. */
function byFewerNames(search: Climb, words: readonly string[]): LadderHits | undefined {
  const { query, filters, scope, names, named } = search;
  if (words.length === query.words.length) return undefined;
  const tried = toQuery(words, query.literals);
  const regardless = names(tried)(scope);
  if (regardless.total === 0) return undefined;
  if (regardless.total >= FEW) return toRung("fillers", named(tried));
  const first = keep(search, regardless);
  const others = byMeaning({ ...search, filters: [first.others, ...filters] }, words, query.text);
  return toLadderHits("fillers", others === undefined ? first.passing : oneAfterOther(first.passing, others));
}

/**
 * Copies a few hits, since the next search reuses their memory.
 *
 * @param hits regardless of the filters
 * @returns those that pass the filters, and the condition that others meet
 */
function keep({ generation, filters, budget }: Climb, hits: Hits): { readonly passing: Hits; readonly others: Clause } {
  const { icons } = generation.manifest;
  const lists = hits.tiers.map((tier) => toPostings(tier.slice(0, tier.count()).slice()));
  const within = lists.map((list) => {
    const tier = allOf([{ any: [list] }, ...filters], icons, budget);
    return toPostings(tier.slice(0, tier.count()));
  });
  const passing: Hits = {
    total: within.reduce((sum, { count }) => sum + count, 0),
    tiers: within.map((list) => allOf([{ any: [list] }], icons, budget)),
    found: { any: within, disjoint: true },
  };
  return { passing, others: { not: true, any: lists } };
}

/** The icons that have every word, or a synonym of it, in any text. */
function bySynonyms(search: Climb, words: readonly string[], synonymy: "same" | "similar"): LadderHits | undefined {
  const { texts, query, filters, scope, budget } = search;
  const terms = search.lookUp(words, query.text)(synonymy);
  if (!isComplete(terms)) return undefined;
  const hits = hitsWithin(filters, scope, (clauses) => texts.all(terms, clauses, budget));
  const isMention = hits !== undefined && areMentions(search, terms);
  if (isMention && words.length === 1) return undefined;
  return toRung(isMention || synonymy === "similar" ? "related" : "synonyms", hits);
}

/** The same, only strict hits, for one word, or several that are all in phrases with synonyms: `log off` is not about a spotlight. */
function byStrictSynonyms(search: Climb, words: readonly string[]): LadderHits | undefined {
  const { generation, rules, budget } = search;
  if (words.length > 1 && phrasesAmong(generation, words, rules.stem, budget).includes(false)) return undefined;
  return ifStrict(bySynonyms(search, words, "same"));
}

/**
 * If any icon has every word in its texts: these, and icons that have synonyms in their names or as keywords. After
 * mentions, synonyms come last: `envelope` finds the one icon with this keyword, then Mail.
 */
function byMeaning(search: Climb, words: readonly string[], text: string): LadderHits | undefined {
  const { texts, rules, filters, scope, budget } = search;
  const termsWith = search.lookUp(words, text);
  const terms = termsWith("none");
  if (!isComplete(terms) || !texts.any(terms.found, scope, budget)) return undefined;
  const isSingle = words.length === 1;
  if (!areMentions(search, terms))
    return toLadderHits("meaning", texts.all(isSingle ? termsWith("beside") : terms, filters, budget));
  // "german linkedin" is what XING mentions, "paypal for website" isn't about a website.
  const isNamed = words.some(rules.fillers.isAmbiguous);
  const after = termsWith("after");
  const mentioned = isNamed ? after : { ...after, named: [] };
  const isPassing = isSingle && !terms.found[0]!.isKeyword;
  return { ...toLadderHits("mention", texts.all(mentioned, filters, budget)), isPassing };
}

/** Whether every word of a query was found, and not too many. */
function isComplete({ found, unmatched }: QueryTerms): boolean {
  return unmatched.length === 0 && found.length > 0 && found.length <= MAX_TERMS;
}

/** Whether few icons have all words, and these only in texts. */
function areMentions({ generation, texts, scope, budget }: Climb, { found }: QueryTerms): boolean {
  const least = Math.min(MIN_MENTIONS, Math.ceil(generation.manifest.icons / ICONS_PER_MENTION));
  return texts.areMentions(found, least, scope, budget);
}

function bySpelling(
  { generation, rules, nearest, budget }: Climb,
  words: readonly string[],
  find: (words: readonly string[]) => LadderHits | undefined,
): LadderHits | undefined {
  let found: LadderHits | undefined;
  const respelled = respell(
    generation,
    words,
    {
      isKnown: (word) => isKnownWord(generation, word, rules.stem, budget),
      nearest,
      finds(candidate) {
        found = find(candidate);
        return found !== undefined;
      },
    },
    budget,
  );
  return respelled && found && { ...found, matched: "spelling", didYouMean: respelled.join(" ") };
}

/** Keeps what a function has returned for words. @param find what it returns depends on its arguments as text */
function remembered<Args extends readonly unknown[], Found>(find: (...args: Args) => Found): typeof find {
  const known = new Map<string, Found>();
  return (...args) => {
    const key = args.join("\n");
    let found = known.get(key);
    if (found === undefined) {
      found = find(...args);
      known.set(key, found);
    }
    return found;
  };
}

/** If no name has a word such as `c#` with its symbols: the icons with `csharp` or `c sharp` in their names. */
function bySpellingOut({ generation, rules, query, named, scope, budget }: Climb): LadderHits | undefined {
  const [meaningful] = withoutFillers(query.words, rules.fillers);
  const forms = meaningful === query.words ? [meaningful] : [query.words, meaningful];
  for (const literal of query.literals) {
    if (isWrittenInNames(generation, literal, scope, budget)) continue;
    for (const spelled of forms.flatMap((words) => spelledOut(words, literal))) {
      const tried = toQuery(spelled);
      // `.m` is the beginning of `.mp3`, not of `dotmac`.
      if (!haveWholeWords(generation, tried.words, scope, budget)) continue;
      const hits = named(tried);
      if (hits !== undefined) return { ...toLadderHits("spelling", hits), didYouMean: tried.words.join(" ") };
    }
  }
  return undefined;
}

/** A swap of two letters is likelier than a part of a word: `guage` means Gauge, not Languages. */
function byUnswapping({ generation, named, budget }: Climb, words: readonly string[]): LadderHits | undefined {
  const didYouMean = words.length === 1 ? unswapped(generation, words[0]!, budget) : undefined;
  const hits = didYouMean === undefined ? undefined : named(toQuery([didYouMean]));
  return hits && { ...toLadderHits("spelling", hits), didYouMean };
}

/**
 * The icons that have the most specific words together.
 *
 * @param translation the words to look for instead; without one, words without any match are corrected, if possible
 */
function byFewerWords(search: Climb, words: readonly string[], translation?: readonly string[]): LadderHits {
  const { texts, query, nearest, filters, budget } = search;
  const asWritten = search.lookUp(words, query.text)("missing");
  const correct = (word: string): string =>
    word.length >= MIN_CORRECTED && asWritten.unmatched.includes(word) ? (nearest(word, false)[0] ?? word) : word;
  const replaced = translation ?? words.map(correct);
  const isWritten = replaced.join(" ") === words.join(" ");
  const terms = isWritten ? asWritten : search.lookUp(replaced, replaced.join(" "))("missing");
  if (terms.found.length === 0) return NO_LADDER_HITS;
  const some = texts.some({ ...terms, found: terms.found.slice(0, MAX_TERMS) }, filters, budget);
  const lacking = new Set([...terms.unmatched, ...some.lacks]);
  return {
    ...toLadderHits("fewer-words", some),
    didYouMean: isWritten ? undefined : replaced.join(" "),
    dropped: replaced.filter((word) => lacking.has(word)),
  };
}

/** The results of a search within filters, or undefined if it has none in the scope regardless of the filters. */
function hitsWithin(
  filters: readonly Clause[],
  scope: readonly Clause[],
  search: (filters: readonly Clause[]) => Hits,
): Hits | undefined {
  const hits = search(filters);
  if (hits.total > 0) return hits;
  return filters.length > scope.length && search(scope).total > 0 ? hits : undefined;
}

function toRung(matched: Rung | undefined, hits: Hits | undefined): LadderHits | undefined {
  return hits === undefined ? undefined : toLadderHits(matched, hits);
}

function toLadderHits(matched: Rung | undefined, hits: Hits): LadderHits {
  return { ...hits, didYouMean: undefined, matched, dropped: [], isPassing: false };
}

const NO_LADDER_HITS = toLadderHits(undefined, NO_HITS);

function toPostings(list: Uint32Array): PostingList {
  return { count: list.length, list };
}

/** @param literals of a query that has these words and others */
function toQuery(words: readonly string[], literals: Query["literals"] = []): Query {
  return { ...readQuery(words.join(" "))!, literals };
}
