import type { Check } from "../check.js";

/** Labels that pixels tell; of others they say nothing. */
const MEASURED = ["glyph", "flat", "gradient"];

export const styleLabel: Check = {
  severity: "info",
  about: "a `style` of glyph, flat or gradient where the pixels tell another of the three",
  remedy: "Look at the picture; leave style out to have it measured.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source: { style }, picture }) {
      const told = picture?.style;
      if (style === undefined || told === undefined || told === style || !MEASURED.includes(style)) return;
      report(ordinal, { path: ["style"], value: style, message: `is measured as ${told}` });
    },
  }),
};
