import type { Static } from "#src/format/json-schema.js";

const Term = { type: "string", minLength: 1, maxLength: 200, expects: "a text of one to three words" } as const;

const Terms = {
  type: "array",
  items: Term,
  maxItems: 100,
  uniqueItems: true,
  expects: "a list of up to 100 words",
} as const;

/** The terms of a key by their relation to it. */
const Relations = { same: Terms, related: Terms, from: Terms, to: Terms, not: Terms } as const;

/** `synonyms.json`: terms with the same or a related meaning. */
export const SynonymSettings = {
  type: "object",
  properties: { $schema: { type: "string", expects: "a text" } },
  maxProperties: 10_000,
  // One schema for all forms, since each keyword applies to one type: a union would report the errors of every form.
  additionalProperties: {
    ...Terms,
    type: ["array", "object", "boolean"],
    properties: Relations,
    additionalProperties: false,
    not: { const: true },
    expects: "a list of words, an object with same, related, from, to and not, or false",
  },
  expects: "an object from words to lists of words",
} as const;

/** The value of a key: synonyms, relations, or false for no built-in synonyms. */
export type SynonymSetting =
  | readonly string[]
  | false
  | { readonly [Name in keyof typeof Relations]?: Static<typeof Terms> };

/** Keys and their values. */
export type SynonymSettings = Readonly<Record<string, SynonymSetting>>;
