import type { Check } from "../check.js";
import { textsOf } from "../record-texts.js";

export const nameSpacing: Check = {
  severity: "warning",
  about: "a text that begins or ends with a space, or has two spaces in a row",
  remedy: "Leave one space between words, none at the ends.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, text } of textsOf(source)) {
        if (text.trim() !== text) report(ordinal, { path, value: text, message: "has a space at its start or end" });
        else if (/\s\s/.test(text)) report(ordinal, { path, value: text, message: "has two spaces in a row" });
      }
    },
  }),
};
