import { readRecords } from "../peers/read-records.mjs";
import { words } from "../peers/text.mjs";
import { createRandom } from "./random.mjs";

const SAMPLE = 20_000;
const COMMON = 60;
const RARE_AT_MOST = 20;
const RARE_SHARE = 1e-4;

/**
 * Raw material for requests: a sample of the records, the most common words of names, and rare words, each in at most
 * 20 records or one in 10,000. Deterministic for a file.
 */
export async function profileDataset(file) {
  const random = createRandom(7);
  const counts = new Map();
  const nameCounts = new Map();
  const sampled = [];
  let count = 0;
  for await (const { id, name, developer, phash } of readRecords(file)) {
    const record = { id, phash, nameWords: words(name), developerWords: words(developer) };
    for (const word of new Set([...record.nameWords, ...record.developerWords])) increment(counts, word);
    for (const word of new Set(record.nameWords)) increment(nameCounts, word);
    // Algorithm R (Vitter 1985): every record is kept with the same probability.
    const place = count < SAMPLE ? count : Math.floor(random() * (count + 1));
    if (place < SAMPLE) sampled[place] = record;
    count++;
  }
  const byFrequency = [...nameCounts].filter(([word]) => /^\p{L}{2,}$/u.test(word)).sort((a, b) => b[1] - a[1]);
  const common = byFrequency.slice(0, COMMON).map(([word]) => word);
  const rareAtMost = Math.max(RARE_AT_MOST, count * RARE_SHARE);
  return { count, sampled, common, isRare: (word) => word.length >= 4 && counts.get(word) <= rareAtMost };
}

function increment(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
