import type { CategoryList, IconDetail, IconItem, IconList, SimilarList } from "./answers.js";
import { type ClientOptions, readOptions } from "./options.js";
import { itemsOf, PAGE_LIMIT, walkPages } from "./pages.js";
import { type IconsParameters, queryOf, type SimilarParameters } from "./parameters.js";
import type { RateLimit } from "./rate-limit.js";
import { createRequester } from "./requester.js";

/** What a single call takes beside its parameters. */
export interface CallOptions {
  /** Ends the call, waits between attempts included; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks an Icon Data API. Every method gives the answer as the API sends it and counts one request against the plan, as does
 * every further attempt that the server receives.
 *
 * All methods fail with `IconApiError`, or with the reason of the signal that ends them.
 */
export interface Client {
  /** Searches and lists icons: one page. */
  icons(parameters?: IconsParameters, options?: CallOptions): Promise<IconList>;
  /** One icon, with all that the plan shows of it. */
  icon(id: string, options?: CallOptions): Promise<IconDetail>;
  /** Every category with its number of icons. */
  categories(options?: CallOptions): Promise<CategoryList>;
  /** Icons similar to an icon or to a perceptual hash, nearest first. */
  similar(parameters: SimilarParameters, options?: CallOptions): Promise<SimilarList>;
  /**
   * The pages of a list from `page` on, one request each, as they are needed; default 100 icons a page or as many as the plan
   * gives. When a new dataset goes live on the way, the rest comes from that one: an icon may then be missing or come twice.
   */
  pages(parameters?: IconsParameters, options?: CallOptions): AsyncGenerator<IconList, void, undefined>;
  /** The icons of `pages`. */
  allIcons(parameters?: IconsParameters, options?: CallOptions): AsyncGenerator<IconItem, void, undefined>;
  /** What the last answer said of the allowance; undefined before the first. */
  readonly rateLimit: RateLimit | undefined;
}

/** @throws TypeError when the base URL is none, or a header contains what none may */
export function createClient(options: ClientOptions): Client {
  const requester = createRequester(readOptions(options));
  const icons: Client["icons"] = (parameters = {}, { signal } = {}) =>
    requester.get(`icons${queryOf(parameters)}`, signal);
  const pages: Client["pages"] = (parameters, call) =>
    walkPages(
      (page) => icons({ ...parameters, limit: parameters?.limit ?? PAGE_LIMIT, page }, call),
      parameters?.page ?? 1,
    );
  return {
    icons,
    icon: (id, { signal } = {}) => requester.get(`icons/${encodeURIComponent(id)}`, signal),
    categories: ({ signal } = {}) => requester.get("categories", signal),
    similar: (parameters, { signal } = {}) => requester.get(`similar${queryOf(parameters)}`, signal),
    pages,
    allIcons: (parameters, call) => itemsOf(pages(parameters, call)),
    get rateLimit() {
      return requester.rateLimit;
    },
  };
}
