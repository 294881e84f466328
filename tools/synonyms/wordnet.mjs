import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Files with data by part of speech, as their names end. */
export const PARTS = ["noun", "verb", "adj"];
/** Synsets with a usage label of these are offensive. */
const OFFENSIVE = /^(?:ethnic_slur|disparagement|dirty_word|obscenity|vulgarism|depreciation|derogation)$/;

/**
 * Reads WordNet.
 *
 * @param {string} folder with `data.noun` and `index.sense`
 * @returns synsets by part and offset, and senses of each lemma, most frequent first
 */
export function readWordNet(folder) {
  const synsets = new Map();
  for (const part of PARTS) {
    for (const line of readFileSync(join(folder, `data.${part}`), "latin1").split("\n")) {
      if (line === "" || line.startsWith("  ")) continue;
      const synset = parseSynset(line, part);
      synsets.set(synset.id, synset);
    }
  }
  const senses = new Map();
  const types = { 1: "noun", 2: "verb", 3: "adj", 5: "adj" };
  for (const line of readFileSync(join(folder, "index.sense"), "latin1").split("\n")) {
    const [key, offset, number, count] = line.split(" ");
    if (key === "") continue;
    const [lemma, rest] = key.split("%");
    const part = types[rest[0]];
    if (part === undefined) continue;
    const of = senses.get(lemma) ?? [];
    senses.set(lemma, of);
    of.push({ synset: synsets.get(part + offset), part, number: Number(number), count: Number(count) });
  }
  for (const of of senses.values()) of.sort((a, b) => b.count - a.count || a.number - b.number);
  const offensive = (synset) =>
    synset.pointers.some(
      ({ type, to }) => type === ";u" && synsets.get(to)?.words.some((word) => OFFENSIVE.test(word)),
    );
  return { synsets, senses, offensive };
}

function parseSynset(line, part) {
  const [head, gloss = ""] = line.split(" | ");
  const [offset, , , wordCount, ...fields] = head.trim().split(" ");
  const words = [];
  let at = 0;
  for (let left = Number.parseInt(wordCount, 16); left > 0; left--, at += 2)
    words.push(fields[at].replace(/\((?:a|p|ip)\)$/, ""));
  const pointers = [];
  for (let left = Number(fields[at++]); left > 0; left--, at += 4) {
    const [type, to, of, ends] = fields.slice(at, at + 4);
    const target = { n: "noun", v: "verb", a: "adj", s: "adj" }[of];
    if (target === undefined) continue;
    // Words count from 1; 0 stands for the whole synset.
    const [from, into] = [Number.parseInt(ends.slice(0, 2), 16), Number.parseInt(ends.slice(2), 16)];
    pointers.push({ type, to: target + to, from, into });
  }
  return { id: part + offset, part, words, pointers, gloss };
}
