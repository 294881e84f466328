// The indexed text and its tokenization, the same for every peer, so that all find the same icons.
import { fold, WORD_SEPARATOR, words } from "../../dist/src/text/fold.js";

export { words };

/** FlexSearch's options, with all inexact steps of its encoder disabled. */
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

/** The searchable text of a record. */
export function textOf({ name, aliases = [], developer }) {
  return [name, ...aliases, developer].join(" ");
}
