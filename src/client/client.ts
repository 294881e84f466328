import type { IconsQuery, ImageQuery, SimilarQuery, Static } from "../http/schemas.js";
import type { CategoryList, IconDetail, IconItem, IconList, SimilarList } from "./answers.js";
import { type ClientOptions, readOptions } from "./options.js";
import type { RateLimit } from "./rate-limit.js";
import { createRequester } from "./request.js";

/**
 * As many as the pro plan gives; the server reduces it to the caller's and says so. A number of its own, since only types cross from
 * the server's code to the client's.
 */
const PAGE_LIMIT = 100;

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
  /** The address of an icon's image in the form that is wanted. Images need no key and count against no plan. */
  imageUrl(id: string, options?: ImageUrlOptions): string;
  /** What the last answer said of the allowance; undefined before the first. */
  readonly rateLimit: RateLimit | undefined;
}

/** How an image is to look; what is absent is as the icon's record shows it. */
export interface ImageUrlOptions extends Omit<Given<Static<typeof ImageQuery>>, "upscale" | "download"> {
  /** Whether raster images are enlarged beyond their own size. */
  readonly upscale?: boolean | undefined;
  /** Whether browsers save the image as a file. */
  readonly download?: boolean | undefined;
}

/** Parameters as they are given in code: of a list one value may stand alone, and undefined counts as absent. */
type Given<Query> = {
  readonly [Name in keyof Query]?:
    | (NonNullable<Query[Name]> extends (infer Item)[] ? Item | readonly Item[] : Query[Name])
    | undefined;
};

/** What icons are searched and filtered by. */
export interface IconsParameters extends Given<Static<typeof IconsQuery>> {}

type SimilarQueryGiven = Given<Static<typeof SimilarQuery>>;

interface ByIcon extends Omit<SimilarQueryGiven, "id" | "phash" | "uncertain"> {
  /** Finds icons similar to this one, which is left out itself. */
  readonly id: string;
  readonly phash?: undefined;
  /** A hash has uncertain bits; those of icons are known. */
  readonly uncertain?: undefined;
}

interface ByHash extends Omit<SimilarQueryGiven, "id" | "phash" | "by"> {
  /** A perceptual hash of 16 hex digits. */
  readonly phash: string;
  readonly id?: undefined;
  /** A hash has no colors to compare. */
  readonly by?: "shape" | undefined;
}

/** The icon or the hash to compare with, and how. */
export type SimilarParameters = ByIcon | ByHash;

/** @throws TypeError when the base URL is none, or a header contains what none may */
export function createClient(options: ClientOptions): Client {
  const settings = readOptions(options);
  const requester = createRequester(settings);
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
    imageUrl(id, { format, ...parameters } = {}) {
      const extension = format === undefined ? "" : `.${format}`;
      return new URL(`../../images/${encodeURIComponent(id)}${extension}${queryOf(parameters)}`, settings.root).href;
    },
    get rateLimit() {
      return requester.rateLimit;
    },
  };
}

/** The pages of a list one after the other, each requested when the previous one has been processed; at least one. */
export async function* walkPages(
  list: (page: number) => Promise<IconList>,
  first: number,
): AsyncGenerator<IconList, void, undefined> {
  for (let page = first; ; page++) {
    const answer = await list(page);
    yield answer;
    if (page >= answer.totalPages) return;
  }
}

/** The icons of pages. */
export async function* itemsOf(pages: AsyncIterable<IconList>): AsyncGenerator<IconItem, void, undefined> {
  for await (const { data } of pages) yield* data;
}

/** Parameters as the query of an address, with its `?`; empty where there are none. A list is one value with commas. */
export function queryOf(parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
