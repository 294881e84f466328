import type { Check } from "../check.js";

/** The build's own validation, which finds before any check begins. */
export const valid: Check = {
  severity: "error",
  about:
    "what `icons build` refuses: files that are no JSON, records that do not fit the schema, ids that stand twice, unknown labels",
  remedy: "Mend the record; nothing else is looked for until then.",
};
