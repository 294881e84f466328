import { readFileSync } from "node:fs";

/**
 * Reads word vectors.
 *
 * @param {string} file JSON with `words`, most frequent first, and `vectors` that end in their length and index
 * @returns the rank of a word, from 0, and the cosine of two texts, whose vectors are those of their words added up
 */
export function readVectors(file) {
  const { words, vectors, dimensions } = JSON.parse(readFileSync(file, "utf8"));
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  const unitVectors = new Map();
  const unitVector = (text) => {
    const known = unitVectors.get(text);
    if (known !== undefined) return known;
    const sum = new Float64Array(dimensions);
    for (const word of text.split(" ")) {
      const vector = Object.hasOwn(vectors, word) ? vectors[word] : undefined;
      if (vector === undefined) return undefined;
      for (let at = 0; at < dimensions; at++) sum[at] += vector[at] / vector[dimensions];
    }
    const length = Math.hypot(...sum);
    const unit = sum.map((each) => each / length);
    unitVectors.set(text, unit);
    return unit;
  };
  const cosine = (one, other) => dot(unitVector(one), unitVector(other));
  return { rankOf: (word) => ranks.get(word) ?? Number.POSITIVE_INFINITY, unitVector, cosine };
}

/**
 * The nearest words of each word, nearest first.
 *
 * @param {readonly string[]} words
 * @param {(word: string) => Float64Array} unitVector
 * @param {{ count: number, least: number }} options how many, and the least cosine
 * @returns {Map<string, { word: string, cosine: number }[]>} Cost: quadratic in the number of words
 */
export function nearestWords(words, unitVector, { count, least }) {
  const units = words.map(unitVector);
  const nearest = words.map(() => []);
  for (let one = 0; one < words.length; one++) {
    for (let other = 0; other < one; other++) {
      const cosine = dot(units[one], units[other]);
      if (cosine < least) continue;
      nearest[one].push({ word: words[other], cosine });
      nearest[other].push({ word: words[one], cosine });
    }
  }
  return new Map(words.map((word, at) => [word, nearest[at].sort((a, b) => b.cosine - a.cosine).slice(0, count)]));
}

/** 0 if one is missing. */
function dot(one, other) {
  if (one === undefined || other === undefined) return 0;
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at] * other[at];
  return sum;
}
