import type { EncoderOptions } from "flexsearch";
import { fold, WORD_SEPARATOR } from "#src/text/fold.js";

/**
 * FlexSearch's encoder with every step off that would lose exactness: no letter deduplication ("goo" would find Gogs),
 * no splitting of numbers ("app1" would miss App100200), no cache (its output would depend on timing).
 *
 * What it gives are the `words` of a text, without repeats that follow each other: the oracle of what the compiler indexes.
 */
export const ENCODER_OPTIONS = {
  normalize: fold,
  split: WORD_SEPARATOR,
  dedupe: false,
  numeric: false,
  cache: false,
  minlength: 1,
  // Beyond what 200 characters can fold to: one compatibility character stands for up to 18.
  maxlength: 4096,
} satisfies EncoderOptions;
