// What is indexed and how it is cut into words: the same for every peer, so that all find the same icons.
import { ENCODER_OPTIONS } from "../../dist/src/text/encoder.js";
import { words } from "../../dist/src/text/fold.js";

export { words };

/** FlexSearch's options. */
export const INDEX_OPTIONS = { tokenize: "forward", fastupdate: false, encoder: ENCODER_OPTIONS };

/** What of a record is searched. */
export function textOf({ name, aliases = [], developer }) {
  return [name, ...aliases, developer].join(" ");
}
