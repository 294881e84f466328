import { isAmong } from "../../access/origins.js";
import type { Fallback } from "../../images/image-options.js";
import { parseUrl } from "../../platform/parse-url.js";
import { listWords } from "../../text/list-words.js";
import { ApiError } from "../contract/error-codes.js";

/** What is sent instead of a missing image: a substitute, a redirect or an error. */
export type ImageFallback = Fallback | "404" | { readonly location: string };

/**
 * Addresses that every program reads in the same way: ASCII without white space and backslashes, and a host without a
 * user name.
 */
const ADDRESS = /^https?:\/\/[\w.:[\]-]+(?:[/?#][\w.~!$&'()*+,;=:@%/?#[\]-]*)?$/i;

/**
 * Reads the parameter `fallback`. Its origin decides where a response may redirect, so that it can't lead to pages of
 * strangers.
 *
 * @param origins to which responses may redirect, normalized by `normalOrigin`
 * @throws ApiError invalid_parameter
 */
export function fallbackOf(given: string | undefined, origins: readonly string[]): ImageFallback {
  if (given === undefined || given === "404") return "404";
  if (given === "monogram") return given;
  const url = ADDRESS.test(given) ? parseUrl(given) : undefined;
  if (url !== undefined && isAmong(origins, url.origin)) return { location: url.href };
  const allowed =
    origins.length === 0
      ? "monogram or 404; the operator of this server allows no URLs (--fallback-origins)"
      : `monogram, 404 or a URL without user name and spaces on ${listWords(origins, "or")}`;
  throw new ApiError("invalid_parameter", `fallback must be ${allowed}`, { param: "fallback" });
}
