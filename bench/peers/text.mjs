// What is indexed and how it is cut into words: the same for every peer, so that all find the same icons.
import { fold, WORD_SEPARATOR, words } from "../../dist/src/text/fold.js";

export { words };

/** FlexSearch's options, with every step of its encoder off that would lose exactness. */
export const INDEX_OPTIONS = {
  tokenize: "forward",
  fastupdate: false,
  encoder: {
    normalize: fold,
    split: WORD_SEPARATOR,
    dedupe: false,
    numeric: false,
    cache: false,
    minlength: 1,
    maxlength: 4096,
  },
};

/** What of a record is searched. */
export function textOf({ name, aliases = [], developer }) {
  return [name, ...aliases, developer].join(" ");
}
