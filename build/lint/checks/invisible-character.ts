import type { Check } from "../check.js";
import { textsOf } from "../record-texts.js";

/** Format characters, private ones, spaces that are no space, fillers, and the sign for what could not be decoded. */
const SUSPECT =
  /(?![\u200c-\u200d\u{e0020}-\u{e007f}])[\p{Cf}\p{Co}\p{Zl}\p{Zp}\ufffd\u3164\u115f\u1160]|(?! )\p{Zs}/gu;
/** Joiners, and the tags of flags, belong between letters of scripts that join and behind emoji. */
const JOINER =
  /(?<!(?!\p{Script=Latin})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\u{e0020}-\u{e007f}])[\u200c-\u200d\u{e0020}-\u{e007f}]/gu;

export const invisibleCharacter: Check = {
  severity: "warning",
  about:
    "a character in a text that nobody sees: zero width, direction, soft hyphen, no-break and other wide spaces, private use, U+FFFD; joiners are fine where scripts and emoji need them",
  remedy: "Type the text anew; it was probably copied from a page.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, text } of textsOf(source)) {
        // Nearly all texts are plain.
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
