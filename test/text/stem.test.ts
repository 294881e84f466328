import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "#src/text/fold.js";
import { stemmerOf } from "#src/text/stem.js";

/** Forms of one word each, by language. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  en: [
    "photo photos",
    "company companies",
    "run running runs",
    "setting settings",
    "box boxes",
    "connect connected",
    "lens lenses",
    "bus buses",
    "virus viruses",
    "menu menus",
    "canvas canvases",
    "spy spies",
    "movie movies",
  ],
  de: ["Schlüssel Schlüssels", "Wolke Wolken", "Änderung Änderungen", "Straße Straßen", "Gerät Geräte", "Pfeil Pfeile"],
  fr: ["réglage réglages", "musée musées", "écran écrans", "télécharger téléchargement", "journal journaux"],
  es: ["canción canciones", "configuración configuraciones", "botón botones", "energía energías", "flecha flechas"],
  pt: [
    "canção canções",
    "configuração configurações",
    "imagem imagens",
    "botão botões",
    "coração corações",
    "jornal jornais",
    "seta setas",
  ],
  it: ["impostazione impostazioni", "amico amici", "nuvola nuvole", "immagine immagini"],
  nl: ["instelling instellingen", "sleutel sleutels", "coördinaat coördinaten", "wolk wolken"],
  sv: ["inställning inställningar", "nyckel nyckels", "bild bilder", "värde värden", "pil pilar"],
  ru: ["ключ ключи ключей", "красный красная красные", "большой большая", "сообщение сообщения", "стрелка стрелки"],
};

/** Words that must stay apart. */
const APART: Readonly<Record<string, string>> = {
  en: "photo phone news new sky ski run ruin canvas canva gas ga withings with iconic icon",
  de: "Pfeil Pfeife Wolke Wolle Bild Bildung",
  fr: "mesa mes",
  ru: "ключ клюв стрелка стрела красный красивый",
};

describe.each(Object.entries(FORMS))("stemmerOf(%j)", (language, groups) => {
  const stem = stemmerOf(language);

  it.each(groups)("gives the folded forms %s one stem", (forms) => {
    const stems = forms.split(" ").map((form) => stem(fold(form)));
    expect(new Set(stems).size).toBe(1);
    expect(stems[0]).toBe(fold(stems[0]!));
  });
});

it.each(Object.entries(APART))("keeps different words of %s apart", (language, list) => {
  const stems = list.split(" ").map((word) => stemmerOf(language)(fold(word)));
  expect(new Set(stems).size).toBe(stems.length);
});

it("is English for datasets without a language", () => {
  expect([stemmerOf(undefined)("running"), stemmerOf(undefined)("photos")]).toEqual(["run", "photo"]);
});

it("returns every word of a language without a stemmer unchanged", () => {
  for (const language of ["ja", "zh", "ko", "th", "xx", "__proto__"]) {
    for (const word of ["設定", "ファイル", "설정", "running", "photos"]) expect(stemmerOf(language)(word)).toBe(word);
  }
});

it("returns words with digits or symbols, Japanese words and very long words unchanged", () => {
  for (const word of ["24hours", "mp3s", "c++ings", "設定", "設定ing2", `${"a".repeat(60)}tions`, ""])
    expect(stemmerOf("en")(word)).toBe(word);
});

it.each(["ar", "da", "el", "fi", "ga", "hi", "hu", "hy", "id", "lt", "nb", "nn", "no", "ro", "sr", "ta", "tr", "uk"])(
  "never throws and never loses a word of %s",
  (language) => {
    const stem = stemmerOf(language);
    const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 14 }).map(fold);
    fc.assert(fc.property(texts, (word) => word === "" || stem(word) !== ""));
    expect(stem("спутник")).not.toBe("");
  },
);
