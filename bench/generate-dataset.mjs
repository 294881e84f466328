// Writes a synthetic dataset as NDJSON: node bench/generate-dataset.mjs COUNT OUT.ndjson [SEED]
//
// Names of one to four words by a Zipf distribution, developers and categories skewed alike, and hashes of which every twentieth
// is the centre of a cluster of near duplicates. The same seed gives the same bytes.
import { once } from "node:events";
import { createWriteStream } from "node:fs";

const [count = "1000", out = "synthetic.ndjson", seed = "1"] = process.argv.slice(2);

const SYLLABLES =
  "ba be bi bo bu ca ce co da de di do fa fe fi fo ga ge go ha he ho ja jo ka ke ko la le li lo lu ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te ti to va ve vi wa xi ya yo za zo".split(
    " ",
  );
const ENDINGS = ["", "n", "r", "s", "t", "x", "ly", "io", "app", "hub"];
const CATEGORIES =
  "games social productivity finance music video travel shopping education health news food design development security utilities".split(
    " ",
  );
const STYLES = ["glyph", "flat", "gradient", "outline", "layered", "illustrated"];
const MOODS = ["professional", "playful", "friendly", "bold", "calm", "elegant", "technical", "energetic"];
const COLORS = [
  "white",
  "blue",
  "black",
  "red",
  "green",
  "orange",
  "yellow",
  "purple",
  "teal",
  "gray",
  "pink",
  "brown",
];
const VOCABULARY = 20_000;

const random = createRandom(Number(seed));
const vocabulary = Array.from({ length: VOCABULARY }, makeWord);
const developers = Array.from({ length: 5000 }, () =>
  [capital(pick(vocabulary)), capital(pick(vocabulary)), pickOf(["Inc", "Labs", "Studio", "GmbH", "Co"])].join(" "),
);

const stream = createWriteStream(out);
let center = 0n;
for (let n = 0; n < Number(count); n++) {
  if (n % 20 === 0) center = randomHash();
  const record = makeRecord(n);
  if (!stream.write(`${JSON.stringify(record)}\n`)) await once(stream, "drain");
}
stream.end();
await once(stream, "finish");

function makeRecord(n) {
  const words = Array.from({ length: 1 + Math.floor(random() * random() * 4) }, () => capital(pick(vocabulary)));
  if (random() < 0.05) words.push(String(n));
  const name = words.join(" ");
  return {
    id: `app-${n}`,
    name,
    developer: pick(developers),
    category: pick(CATEGORIES),
    style: pick(STYLES),
    mood: pick(MOODS),
    colors: [...new Set([pick(COLORS), pick(COLORS), pick(COLORS)])],
    phash: hashNear(n).toString(16).padStart(16, "0"),
    description: `${name} helps with ${pick(vocabulary)} and ${pick(vocabulary)} for ${pick(CATEGORIES)}.`,
    website: `https://${words[0].toLowerCase()}-${n}.example`,
    ...(random() < 0.2
      ? {
          aliases: [
            words
              .map((word) => word[0])
              .join("")
              .toLowerCase() +
              (n % 1000),
          ],
        }
      : {}),
  };
}

/** The centre itself, then a few of its near duplicates, then hashes of their own. */
function hashNear(n) {
  const place = n % 20;
  if (place > 4) return randomHash();
  let hash = center;
  for (let flip = 0; flip < place; flip++) hash ^= 1n << BigInt(Math.floor(random() * 64));
  return hash;
}

function randomHash() {
  return (BigInt(Math.floor(random() * 2 ** 32)) << 32n) | BigInt(Math.floor(random() * 2 ** 32));
}

/** Zipf with exponent near 1 over the positions of a list. */
function pick(list) {
  return list[Math.floor(list.length ** random()) - 1] ?? list[0];
}

function pickOf(list) {
  return list[Math.floor(random() * list.length)];
}

function makeWord() {
  const length = 1 + Math.floor(random() * 3);
  return Array.from({ length }, () => pickOf(SYLLABLES)).join("") + pickOf(ENDINGS);
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

/** mulberry32, by Tommy Ettinger, public domain. */
function createRandom(start) {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
