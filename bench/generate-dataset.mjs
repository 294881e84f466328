// Writes a synthetic dataset as NDJSON: node bench/generate-dataset.mjs COUNT OUT.ndjson [SEED] [--palettes] [--dates]
// [--identifiers] [--words N]
//
// Names of one to four words and developers follow a Zipf distribution, with real words first and invented ones after
// them; categories, styles, moods and colors are skewed alike. Of every twenty hashes, the first twelve are a cluster,
// a center and 11 near duplicates with 1 to 4 bits flipped, and eight are random. The same seed produces the same
// bytes; memory is constant. With --palettes, half of the icons have one color, the others two to five, half of them in
// common colors. With --dates, most icons have createdAt, half of them updatedAt. With --identifiers, half of the icons
// list a domain, some of them an internationalized one, half a bundle, and a third each a container image and a
// package. With --words, a description has that many words besides the name.
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { parseArgs } from "node:util";
import { nearestLabel } from "../dist/src/color/nearest-label.js";
import { createRandom } from "./tools/random.mjs";
import {
  CATEGORIES,
  COLORS,
  COMMON_WORDS,
  COMPANY_FORMS,
  ENDINGS,
  FOREIGN_NAMES,
  MOODS,
  STYLES,
  SYLLABLES,
} from "./tools/vocabulary.mjs";

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    palettes: { type: "boolean" },
    dates: { type: "boolean" },
    identifiers: { type: "boolean" },
    words: { type: "string" },
  },
});
const [count = "1000", out = "synthetic.ndjson", seed = "1"] = positionals;
const INVENTED_WORDS = 20_000;
const DEVELOPERS = 20_000;
const COMMON_COLORS = ["#000000", "#ffffff", "#ff0000", "#0000ff", "#ffcc00", "#00a651", "#808080", "#ff6600"];
/** Public suffixes, some of them of the list's private section. */
const SUFFIXES = ["com", "io", "org", "co.uk", "com.au", "github.io", "pages.dev", "app"];
const UNICODE_LABELS = ["bücher", "café", "例え", "почта", "ελληνικά"];
const DAYS = 3650;
const GROUP = 20;
const CLUSTER = 12;
/** Characters per write: a million small writes would cost more than the records. */
const BATCH_CHARACTERS = 1 << 20;

const random = createRandom(Number(seed));
const vocabulary = [...COMMON_WORDS, ...Array.from({ length: INVENTED_WORDS }, makeWord)];
const developers = Array.from({ length: DEVELOPERS }, makeDeveloper);

const stream = createWriteStream(out);
let centerHigh = 0;
let centerLow = 0;
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
  const words = nameWords(n);
  const name = words.map(capital).join(" ");
  const category = skewed(CATEGORIES);
  const site = `${words[0].toLowerCase().replace(/[^a-z0-9]/g, "") || "app"}-${n}`;
  const record = {
    id: site,
    name,
    developer: skewed(developers),
    category,
    style: skewed(STYLES),
    mood: skewed(MOODS),
    colors: distinct(skewed(COLORS), skewed(COLORS), skewed(COLORS)),
    phash: makeHash(n),
    description: describe(name, category),
    website: `https://${site}.example`,
  };
  if (flags.palettes) record.colorPalette = makePalette();
  if (random() < 0.2) record.aliases = [words.map((word) => word[0]).join("") + (n % 1000)];
  if (flags.dates) Object.assign(record, makeDates());
  if (flags.identifiers) record.identifiers = makeIdentifiers(site);
  return record;
}

/** @param site unique among the icons */
function makeIdentifiers(site) {
  const identifiers = {};
  const draw = random();
  if (draw < 0.5) identifiers.domains = [`${site}.${uniform(SUFFIXES)}`];
  if (draw < 0.1) identifiers.domains.push(`${uniform(UNICODE_LABELS)}-${site}.com`);
  if (random() < 0.5) identifiers.bundles = [`com.${site}.App`];
  if (random() < 0.3) identifiers.containerImages = [`${random() < 0.5 ? "ghcr.io/" : ""}${site}/server`];
  if (random() < 0.3) identifiers.packages = [`npm:@${site}/core`];
  return identifiers;
}

function makeDates() {
  const created = Math.floor(random() * DAYS);
  return {
    ...(random() < 0.9 ? { createdAt: day(created) } : {}),
    ...(random() < 0.5 ? { updatedAt: day(created + Math.floor(random() * 400)) } : {}),
  };
}

function day(number) {
  return new Date(Date.UTC(2016, 0, 1 + number)).toISOString().slice(0, 10);
}

function describe(name, category) {
  if (flags.words === undefined)
    return `${name} helps with ${skewed(vocabulary)} and ${skewed(vocabulary)}, for ${category}.`;
  return `${capital(Array.from({ length: Number(flags.words) }, () => skewed(vocabulary)).join(" "))}.`;
}

function makePalette() {
  const colors = Array.from({ length: random() < 0.5 ? 1 : 2 + Math.floor(random() * 4) }, () => ({
    hex: random() < 0.5 ? skewed(COMMON_COLORS) : `#${hex(randomWord()).slice(2)}`,
    weight: random(),
  }));
  const whole = colors.reduce((sum, { weight }) => sum + weight, 0);
  return colors.map((color) => ({ hex: color.hex, name: nearestLabel(color.hex), share: color.weight / whole }));
}

function nameWords(n) {
  if (random() < 0.01) return uniform(FOREIGN_NAMES).split(" ");
  const drawn = Array.from({ length: 1 + Math.floor(Math.sqrt(random()) * 3.2) }, () => skewed(vocabulary));
  const words = [...new Set(drawn)];
  if (random() < 0.05) words.push(String(n % 10_000));
  return words;
}

/** 16 hex digits. */
function makeHash(n) {
  const place = n % GROUP;
  if (place > 0 && place < CLUSTER) return nearDuplicate();
  const high = randomWord();
  const low = randomWord();
  if (place === 0) {
    centerHigh = high;
    centerLow = low;
  }
  return hex(high) + hex(low);
}

/** The center with 1 to 4 different bits flipped. */
function nearDuplicate() {
  let high = centerHigh;
  let low = centerLow;
  let flips = 1 + Math.floor(random() * 4);
  let seen = 0n;
  while (flips > 0) {
    const bit = Math.floor(random() * 64);
    if ((seen >> BigInt(bit)) & 1n) continue;
    seen |= 1n << BigInt(bit);
    if (bit < 32) low ^= 1 << bit;
    else high ^= 1 << (bit - 32);
    flips--;
  }
  return hex(high) + hex(low);
}

function randomWord() {
  return Math.floor(random() * 2 ** 32);
}

function hex(word) {
  return (word >>> 0).toString(16).padStart(8, "0");
}

/** Zipf distribution with exponent 1 over the positions of a list. */
function skewed(list) {
  return list[Math.floor((list.length + 1) ** random()) - 1];
}

function uniform(list) {
  return list[Math.floor(random() * list.length)];
}

function distinct(first, second, third) {
  const labels = second === first ? [first] : [first, second];
  if (!labels.includes(third)) labels.push(third);
  return labels;
}

function makeWord() {
  const length = 2 + Math.floor(random() * 2);
  return Array.from({ length }, () => uniform(SYLLABLES)).join("") + uniform(ENDINGS);
}

function makeDeveloper() {
  const words = [skewed(vocabulary), ...(random() < 0.6 ? [skewed(vocabulary)] : [])];
  return [...words.map(capital), uniform(COMPANY_FORMS)].join(" ");
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}
