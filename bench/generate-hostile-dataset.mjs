// Writes a valid dataset that is expensive to search, as NDJSON:
// node bench/generate-hostile-dataset.mjs COUNT OUT.ndjson
//
// Every record has a name that ends in a run of symbols, a developer of ninety one-letter words, unique labels in three
// facets, five colors and a hash near those of all others. In addition, each belongs to a group: names that space the
// same letters differently, long words two letters apart, texts of combining marks, texts of a script without spaces,
// large records. The same count produces the same bytes.
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { parseArgs } from "node:util";
import { nearestLabel } from "../dist/src/color/nearest-label.js";
import { COMPOSED, LETTERS, LONG_WORD, MARK, MARKED_LETTER, SIGNS, SPACED_LETTERS } from "./tools/hostile-texts.mjs";
import { createRandom } from "./tools/random.mjs";

const [count = "1000", out = "hostile.ndjson"] = parseArgs({ allowPositionals: true }).positionals;
const LONGEST_TEXT = 200;
const MOST_ALIASES = 50;
const BATCH_CHARACTERS = 1 << 20;
/** Records per cycle. The constants below are the sizes of its groups; the rest space letters differently. */
const PART = 100;
const WORDS_PART = 20;
const MARKS_PART = 1;
const COMPOSED_PART = 1;
const LARGE_PART = 1;

const random = createRandom(1);
const stream = createWriteStream(out);
let batch = "";
for (let n = 0; n < Number(count); n++) {
  batch += `${JSON.stringify(makeRecord(n))}\n`;
  if (batch.length < BATCH_CHARACTERS) continue;
  if (!stream.write(batch)) await once(stream, "drain");
  batch = "";
}
stream.end(batch);
await once(stream, "finish");

function makeRecord(n) {
  return {
    id: `h${n}`,
    developer: manyLetters(n),
    category: `c${n.toString(36)}`,
    style: `s${n.toString(36)}`,
    mood: `m${n.toString(36)}`,
    phash: `${nearHash(n)}`,
    colorPalette: makePalette(n),
    ...groupMembers(n),
  };
}

function groupMembers(n) {
  const place = n % PART;
  const index = Math.floor(n / PART);
  if (place < WORDS_PART) return { name: named(nearWord(index * WORDS_PART + place)) };
  if (place < WORDS_PART + MARKS_PART) return texts(marked);
  if (place < WORDS_PART + MARKS_PART + COMPOSED_PART) return texts(composed);
  if (place < WORDS_PART + MARKS_PART + COMPOSED_PART + LARGE_PART) return { name: named("large"), ...largeMembers() };
  const at = index * PART + place;
  return { name: named(spaced(at)), aliases: [spaced(at + 0x10000), spaced(at + 0x20000)] };
}

function named(text) {
  return `${text} ${SIGNS}`;
}

/** The letters, with spaces where the number has ones. */
function spaced(number) {
  return [...SPACED_LETTERS].map((letter, at) => ((number >> at) & 1 ? `${letter} ` : letter)).join("") + (number % 7);
}

/** The long word with two letters replaced, differently for each index. */
function nearWord(index) {
  const letters = [...LONG_WORD];
  const pairs = (letters.length * (letters.length - 1)) / 2;
  let pair = index % pairs;
  let first = 0;
  while (pair >= letters.length - 1 - first) pair -= letters.length - 1 - first++;
  const change = Math.floor(index / pairs);
  letters[first] = LETTERS[change % 26];
  letters[first + 1 + pair] = LETTERS[Math.floor(change / 26) % 26];
  return letters.join("");
}

/** A name and the maximum number of aliases; only the last one has the letter that the others lack. */
function texts(make) {
  const aliases = Array.from({ length: MOST_ALIASES }, (_, at) => make(at + 1));
  return { name: make(0), aliases: [...new Set(aliases)].slice(0, MOST_ALIASES - 1).concat("zz") };
}

/** Marks that folding drops and marks that it keeps, all on a few letters. */
function marked(at) {
  return (MARKED_LETTER + MARK.repeat(LONGEST_TEXT - 4) + at).slice(0, LONGEST_TEXT);
}

function composed(at) {
  return COMPOSED.repeat(LONGEST_TEXT - at);
}

/** Members of the maximum size for a record without attributes, and attributes. */
function largeMembers() {
  return {
    description: "d".repeat(1000),
    versionHistory: Array.from({ length: 200 }, (_, at) => ({ version: `${at}`, date: "2020", note: "n".repeat(500) })),
    aiTags: Array.from({ length: 100 }, (_, at) => ({ tag: `t${at}`, confidence: 0.5 })),
    aliases: Array.from({ length: MOST_ALIASES }, (_, at) => `l${at}`.padEnd(LONGEST_TEXT, "l")),
    attributes: { numbers: Array.from({ length: 7000 }, (_, at) => at % 10) },
  };
}

/** Ninety of a hundred letters as words, different ones in each record. */
function manyLetters(n) {
  const left = new Set(Array.from({ length: 10 }, (_, at) => (n * 7 + at * 11 + (n >> 3)) % 100));
  return [...LETTERS]
    .slice(0, 100)
    .filter((_, at) => !left.has(at))
    .join(" ");
}

/** All within a few bits of each other; a third are equal. */
function nearHash(n) {
  if (n % 3 === 0) return "a5c3f00f9669e817";
  const flips = (1 << Math.floor(random() * 30)) ^ (1 << Math.floor(random() * 30));
  return `a5c3f00f${((0x9669e817 ^ flips) >>> 0).toString(16).padStart(8, "0")}`;
}

/** Five colors, nearly the same everywhere. */
function makePalette(n) {
  return Array.from({ length: 5 }, (_, at) => {
    const channel = (shift) => (60 + at * 40 + ((n >> shift) % 8)).toString(16).padStart(2, "0");
    const hex = `#${channel(0)}${channel(3)}${channel(6)}`;
    return { hex, name: nearestLabel(hex), share: 0.2 };
  });
}
