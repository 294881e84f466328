import type { FieldSchema } from "#src/format/json-schema.js";
import { FIELD_NAMES, isProse, RECORD_FIELDS, REQUIRED_FIELDS } from "#src/format/record-and-detail-fields.js";
import { FILL_IN, type SourceRecord } from "../../dataset/source-record.js";
import type { Check, NamedChecks } from "./check.js";

/** Format characters, private-use characters, unusual spaces, fillers, and the replacement character. */
const SUSPECT =
  /(?![\u200c-\u200d\u{e0020}-\u{e007f}])[\p{Cf}\p{Co}\p{Zl}\p{Zp}\ufffd\u3164\u115f\u1160]|(?! )\p{Zs}/gu;
/** Joiners are legitimate between letters of joining scripts and after emoji, tags in flags. */
const JOINER =
  /(?<!(?!\p{Script=Latin})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\u{e0020}-\u{e007f}])[\u200c-\u200d\u{e0020}-\u{e007f}]/gu;

/** Cyrillic and Greek letters that look like Latin ones. Source: Unicode's confusables.txt. */
const CONFUSABLE = /[асеіјорѕухһԁԛԝѵАВЕЅІЈКМНОРСТХУԌԚԜαικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/u;
const LATIN = /\p{Script=Latin}/u;
const LETTERS = /[\p{L}\p{M}]+/gu;

const placeholder: Check = {
  severity: "warning",
  about: "a field that `icons init` left to fill in",
  remedy: "Write its value.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const field of REQUIRED_FIELDS)
        if (source[field] === FILL_IN)
          report(ordinal, { path: [field], value: FILL_IN, message: "is not filled in yet" });
    },
  }),
};

const nameSpacing: Check = {
  severity: "warning",
  about: "a text with leading, trailing or double spaces",
  remedy: "Remove the extra spaces.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, text } of textsOf(source)) {
        if (text.trim() !== text) report(ordinal, { path, value: text, message: "has leading or trailing spaces" });
        else if (/\s\s/.test(text)) report(ordinal, { path, value: text, message: "has double spaces" });
      }
    },
  }),
};

const invisibleCharacter: Check = {
  severity: "warning",
  about:
    "an invisible character: zero width, direction, soft hyphen, special spaces, private use, U+FFFD; joiners are allowed in scripts and emoji that need them",
  remedy: "Retype the text; it was probably copied from a page.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, text } of textsOf(source)) {
        // Nearly all texts are ASCII.
        if (/^[\x20-\x7e]*$/.test(text)) continue;
        const found = new Set([...text.matchAll(SUSPECT), ...text.matchAll(JOINER)].map(([each]) => codeOf(each)));
        if (found.size === 0) continue;
        report(ordinal, { path, value: text, message: `has invisible characters: ${[...found].join(", ")}` });
      }
    },
  }),
};

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

const mixedScripts: Check = {
  severity: "warning",
  about: "a Latin word with Cyrillic or Greek letters that look the same, so searches miss it",
  remedy: "Retype the word.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, text } of textsOf(source)) {
        if (/^\p{ASCII}*$/u.test(text)) continue;
        const [word] = text.match(LETTERS)?.filter((each) => LATIN.test(each) && CONFUSABLE.test(each)) ?? [];
        if (word === undefined) continue;
        const strange = [...word].map((letter) => (CONFUSABLE.test(letter) ? `[${letter}]` : letter)).join("");
        report(ordinal, { path, value: text, message: `mixes scripts in a word: ${strange}` });
      }
    },
  }),
};

export const textChecks = {
  placeholder,
  "name-spacing": nameSpacing,
  "invisible-character": invisibleCharacter,
  "mixed-scripts": mixedScripts,
} satisfies NamedChecks;

/** A human-readable text of a record, with the path of its field. */
export interface RecordText {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** Every human-readable text of a record: names, labels, sentences and tags. */
function textsOf(source: SourceRecord): RecordText[] {
  return FIELD_NAMES.flatMap((name) => textsIn(RECORD_FIELDS[name].schema, source[name], [name]));
}

function textsIn(schema: FieldSchema, value: unknown, path: RecordText["path"]): RecordText[] {
  if (value === undefined) return [];
  if (schema.type === "string") return isProse(schema) ? [{ path, text: value as string }] : [];
  if (schema.type === "array")
    return (value as unknown[]).flatMap((item, at) => textsIn(schema.items, item, [...path, at]));
  if (schema.type !== "object" || schema.additionalProperties) return [];
  const members = value as Readonly<Record<string, unknown>>;
  return Object.entries(schema.properties).flatMap(([name, member]) => textsIn(member, members[name], [...path, name]));
}
