import { Encoder, type EncoderOptions } from "flexsearch";
import { fold, WORD_SEPARATOR } from "./fold.js";

/**
 * FlexSearch's encoder with every step off that would lose exactness: no letter deduplication ("goo" would find Gogs),
 * no splitting of numbers ("app1" would miss App100200), no cache (its output would depend on timing).
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

/** The distinct folded words of a query or a text, in order of first appearance: FlexSearch encodes both sides alike. */
export function createEncoder(): (text: string) => string[] {
  const encoder = new Encoder(ENCODER_OPTIONS);
  return (text) => [...new Set(encoder.encode(text))].filter((word) => word !== "");
}
