import { lstatSync } from "node:fs";
import { join } from "node:path";
import { words } from "#src/text/fold.js";
import { checkText } from "../dataset/check-text.js";
import { type SynonymSetting, SynonymSettings } from "../dataset/synonym-settings.js";
import { createValidator, type Finding, MAX_FINDINGS } from "../dataset/validate.js";
import { readJsonFile, throwFindings } from "../read/json-file.js";
import { readBuiltInSynonyms } from "./built-in-meaning.js";
import type { Synonyms, Targets } from "./synonyms.js";

/** The file of a dataset's folder with its synonyms. */
export const SYNONYMS_FILE = "synonyms.json";

/** The longest terms, in words. */
const MAX_TERM_WORDS = 3;
const checkSettings = createValidator(SynonymSettings);

/** A term and a word that it finds. */
export type Pair = readonly [term: string, target: string];

/** What one value of `synonyms.json` says. */
export interface SynonymEntry {
  readonly path: readonly (string | number)[];
  /** As written. */
  readonly value: unknown;
  /** `remove` takes built-in pairs away. */
  readonly effect: "strong" | "weak" | "remove";
  /** What it adds or removes; for a removed key, all its built-in pairs. */
  readonly pairs: readonly Pair[];
}

/**
 * The synonyms of a dataset whose `synonyms.json` changes the built-in ones of its language; undefined for others.
 *
 * @param folder the dataset's folder, with `dataset.json`; undefined if it is a single file
 * @param language of its texts; only English has built-in synonyms
 * @throws DatasetError if `synonyms.json` is invalid or can't be read
 */
export function readSynonyms(folder: string | undefined, language?: string): Synonyms | undefined {
  if (folder === undefined || !hasSynonyms(folder)) return undefined;
  const builtIn = readBuiltInSynonyms(language);
  const entries = readSynonymEntries(folder, builtIn);
  return entries.length === 0 ? undefined : merge(builtIn, entries);
}

/** Whether a dataset has `synonyms.json`, or a folder or broken link there. */
function hasSynonyms(folder: string): boolean {
  return lstatSync(join(folder, SYNONYMS_FILE), { throwIfNoEntry: false }) !== undefined;
}

/**
 * The entries of a dataset's `synonyms.json`; none without that file.
 *
 * @throws DatasetError if it is invalid or can't be read
 */
export function readSynonymEntries(folder: string, builtIn: Synonyms): readonly SynonymEntry[] {
  if (!hasSynonyms(folder)) return [];
  const file = join(folder, SYNONYMS_FILE);
  const { value, text } = readJsonFile(file, "Remove the link, or put the file there.");
  const findings = checkSettings(value);
  if (findings.length === 0) findings.push(...checkText(text));
  throwFindings(findings, file, text);
  const problems: Finding[] = [];
  const entries = entriesOf(value as SynonymSettings, builtIn, problems);
  throwFindings([...problems, ...contradictions(entries)].slice(0, MAX_FINDINGS), file, text);
  return entries;
}

/** @param problems receives what is wrong; such values have no entry */
function entriesOf(settings: SynonymSettings, builtIn: Synonyms, problems: Finding[]): SynonymEntry[] {
  const entries: SynonymEntry[] = [];
  const keys = new Map<string, string>();
  for (const [key, setting] of Object.entries(settings)) {
    if (key === "$schema") continue;
    const term = termOf(key, [key], problems);
    if (term === undefined) continue;
    const earlier = keys.get(term);
    if (earlier !== undefined) {
      const message = `is the same as ${JSON.stringify(earlier)} without case, diacritics and symbols`;
      problems.push({ path: [key], message, remedy: "Merge the two." });
    }
    keys.set(term, key);
    if (setting === false) {
      entries.push({ path: [key], value: false, effect: "remove", pairs: pairsWith(term, builtIn) });
      continue;
    }
    for (const { path, value, relation } of valuesOf(key, setting)) {
      const other = termOf(value, path, problems);
      if (other === undefined) continue;
      const pairs = pairsOf(term, other, relation);
      if (typeof pairs === "string") {
        problems.push({ path, value, message: pairs, remedy: REMEDIES[pairs] });
        continue;
      }
      const effect = relation === "not" ? "remove" : relation === "related" ? "weak" : "strong";
      entries.push({ path, value, effect, pairs });
    }
  }
  return entries;
}

type Relation = "same" | "related" | "from" | "to" | "not";

/** What is wrong with a pair, and what to do. */
const REMEDIES = {
  "is the key itself": "Remove it.",
  "can't be found by the key: it has several words": "Use a single word.",
  "finds the key, which has several words": "Make the key a single word.",
  "and the key have several words each, so neither can be found": "Use a single word for one of them.",
} as const;

/** The directions of a relation that lead to a single word, or what is wrong. */
function pairsOf(key: string, other: string, relation: Relation): readonly Pair[] | keyof typeof REMEDIES {
  if (key === other) return "is the key itself";
  const [isKeyFound, isOtherFound] = [!key.includes(" "), !other.includes(" ")];
  if (relation === "to" && !isOtherFound) return "can't be found by the key: it has several words";
  if (relation === "from" && !isKeyFound) return "finds the key, which has several words";
  if (!isKeyFound && !isOtherFound) return "and the key have several words each, so neither can be found";
  return [
    ...(isOtherFound && relation !== "from" ? [[key, other] as const] : []),
    ...(isKeyFound && relation !== "to" ? [[other, key] as const] : []),
  ];
}

/** All built-in pairs of a term, in both directions. */
function pairsWith(term: string, builtIn: Synonyms): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [each, { strong, weak, names }] of builtIn) {
    for (const target of [...strong, ...weak, ...names])
      if (each === term || target === term) pairs.push([each, target]);
  }
  return pairs;
}

function valuesOf(
  key: string,
  setting: Exclude<SynonymSetting, false>,
): { readonly path: readonly (string | number)[]; readonly value: string; readonly relation: Relation }[] {
  if (isList(setting)) return setting.map((value, at) => ({ path: [key, at], value, relation: "same" }));
  return (Object.entries(setting) as [Relation, readonly string[]][]).flatMap(([relation, values]) =>
    values.map((value, at) => ({ path: [key, relation, at], value, relation })),
  );
}

function isList(setting: SynonymSetting): setting is readonly string[] {
  return Array.isArray(setting);
}

/** The folded words of a text; undefined, with a problem, if there are none or too many. */
function termOf(text: string, path: Finding["path"], problems: Finding[]): string | undefined {
  const parts = words(text);
  if (parts.length > 0 && parts.length <= MAX_TERM_WORDS) return parts.join(" ");
  const message = parts.length === 0 ? "has no letter or digit" : `has more than ${MAX_TERM_WORDS} words`;
  problems.push({ path, value: text, message, remedy: `Use one to ${MAX_TERM_WORDS} words.` });
  return undefined;
}

/** Pairs that one entry adds and another, with `not`, removes. */
function contradictions(entries: readonly SynonymEntry[]): Finding[] {
  const added = new Map<string, SynonymEntry>();
  for (const entry of entries)
    if (entry.effect !== "remove") for (const pair of entry.pairs) added.set(pair.join("\t"), entry);
  return entries.flatMap(({ path, value, effect, pairs }) => {
    if (effect !== "remove" || value === false) return [];
    const other = pairs.map((pair) => added.get(pair.join("\t"))).find((entry) => entry !== undefined);
    if (other === undefined) return [];
    const message = `contradicts ${JSON.stringify(other.path[0])}, which has the same pair as synonyms`;
    return [{ path, value, message, remedy: "Remove one of the two." }];
  });
}

/** Removes first, so that a removed key can get other synonyms. */
function merge(builtIn: Synonyms, entries: readonly SynonymEntry[]): Synonyms {
  const changed = new Map<string, Map<string, "strong" | "weak">>();
  const namesOf = new Map<string, Set<string>>();
  const targetsOf = (term: string): Map<string, "strong" | "weak"> => {
    const known = changed.get(term);
    if (known !== undefined) return known;
    const { strong = [], weak = [], names = [] } = builtIn.get(term) ?? {};
    const targets = new Map<string, "strong" | "weak">();
    namesOf.set(term, new Set(names));
    for (const target of strong) targets.set(target, "strong");
    for (const target of weak) targets.set(target, "weak");
    changed.set(term, targets);
    return targets;
  };
  for (const { effect, pairs } of entries) {
    if (effect !== "remove") continue;
    for (const [term, target] of pairs) {
      targetsOf(term).delete(target);
      namesOf.get(term)!.delete(target);
    }
  }
  for (const { effect, pairs } of entries) {
    if (effect === "remove") continue;
    for (const [term, target] of pairs) {
      if (effect === "strong" || !targetsOf(term).has(target)) targetsOf(term).set(target, effect);
    }
  }
  const merged = new Map<string, Targets>(builtIn);
  for (const [term, targets] of changed) {
    const list = (strength: "strong" | "weak"): string[] =>
      [...targets]
        .filter(([, each]) => each === strength)
        .map(([target]) => target)
        .sort();
    const strong = list("strong");
    const names = [...namesOf.get(term)!].filter((name) => !strong.includes(name));
    if (targets.size === 0 && names.length === 0) merged.delete(term);
    else merged.set(term, { strong, weak: list("weak"), names });
  }
  return merged;
}
