import type { EncoderOptions } from "flexsearch";
import { fold, WORD_SEPARATOR } from "#src/text/fold.js";

/**
 * FlexSearch's encoder with all inexact steps disabled: no letter deduplication ("goo" would find Gogs), no splitting
 * of numbers ("app1" would miss App100200), no cache (its output would depend on timing).
 *
 * Its output is the `words` of a text, without consecutive duplicates: the oracle for the compiler's index.
 */
export const ENCODER_OPTIONS = {
  normalize: fold,
  split: WORD_SEPARATOR,
  dedupe: false,
  numeric: false,
  cache: false,
  minlength: 1,
  // More than 200 characters can fold to: one compatibility character expands to up to 18.
  maxlength: 4096,
} satisfies EncoderOptions;
