import { readFileSync } from "node:fs";
import { DEFAULT_LANGUAGE } from "#src/text/language.js";
import type { Translations } from "./synonyms.js";

const TABLE = new URL("./built-in-translations.json", import.meta.url);

/** Read once per process, since the table is part of the package. */
let known: Translations | undefined;

/**
 * The translations into a dataset's language that this package ships: German, French, Spanish, Italian, Portuguese,
 * Dutch, Polish and Russian words for what icons show and applications do, into English. None into other languages.
 * `tools/make-synonyms.mjs` writes them. Cost: about 30 ms and 6 MB the first time, so only builds read them.
 */
export function readTranslations(language: string = DEFAULT_LANGUAGE): Translations {
  if (language !== DEFAULT_LANGUAGE) return NO_TRANSLATIONS;
  known ??= new Map(Object.entries<readonly string[]>(JSON.parse(readFileSync(TABLE, "utf8"))));
  return known;
}

const NO_TRANSLATIONS: Translations = new Map();
