import { type ClientOptions, readOptions } from "./options.js";
import type { RateLimit } from "./rate-limit.js";
import { createRequester } from "./request.js";
import type { ChangesQuery, IconsQuery, ImageQuery, ResolveQuery, SimilarQuery } from "./request-types.js";
import type {
  CategoryList,
  ChangeList,
  IconDetail,
  IconItem,
  IconList,
  ResolvedList,
  SimilarList,
} from "./responses.js";

/**
 * The maximum of the pro plan; the server reduces it to the caller's maximum and reports that. Duplicated from the
 * server, of which the client imports nothing.
 */
const PAGE_LIMIT = 100;

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, including waits between attempts. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Client of an Icon Data API. Each method returns the response as the API sends it. Every attempt that the server
 * receives counts as one request of the quota.
 *
 * All methods reject with `IconApiError`, or with the reason of the signal that aborts them.
 */
export interface Client {
  /** Searches and lists icons; returns one page. */
  icons(parameters?: IconsParameters, options?: CallOptions): Promise<IconList>;
  /** Returns one icon with all fields that the plan includes. */
  icon(id: string, options?: CallOptions): Promise<IconDetail>;
  /** Lists all categories with their icon counts. */
  categories(options?: CallOptions): Promise<CategoryList>;
  /** Lists the icons that were added, changed and removed since a date or generation. */
  changes(parameters: ChangesQuery, options?: CallOptions): Promise<ChangeList>;
  /**
   * Finds the icons of domains, container images, bundles, packages and names, in one request. At most as many as the
   * plan's items per page.
   */
  resolve(identities: Identity | readonly Identity[], options?: ResolveOptions): Promise<ResolvedList>;
  /** Lists icons similar to an icon, or to what is known of an image, nearest first. */
  similar(parameters: SimilarParameters, options?: CallOptions): Promise<SimilarList>;
  /**
   * Iterates over the pages of a list, starting at `page`, with one request each on demand. Default: 100 icons per page
   * or the plan's maximum. If a new dataset goes live meanwhile, the remaining pages come from it, so an icon may be
   * missing or repeated.
   */
  pages(parameters?: IconsParameters, options?: CallOptions): AsyncGenerator<IconList, void, undefined>;
  /** Iterates over the icons of `pages`. */
  allIcons(parameters?: IconsParameters, options?: CallOptions): AsyncGenerator<IconItem, void, undefined>;
  /**
   * The URL of an icon's image in the requested form, by id or by identity. Images need no key and don't count against
   * the quota.
   */
  imageUrl(icon: string | Identity, options?: ImageUrlOptions): string;
  /** The quota as reported by the last response. Undefined before the first response. */
  readonly rateLimit: RateLimit | undefined;
}

/** Options of an image. Missing options keep the look of the icon's record. */
export interface ImageUrlOptions extends Omit<Given<ImageQuery>, "upscale" | "download" | "greyscale"> {
  /** Whether the image is in grays. */
  readonly greyscale?: boolean | undefined;
  /** Whether raster images are enlarged beyond their own size. */
  readonly upscale?: boolean | undefined;
  /** Whether browsers save the image as a file instead of showing it. */
  readonly download?: boolean | undefined;
}

/** Parameters as given in code: a list may be a single value, and undefined means absent. */
type Given<Query> = {
  readonly [Name in keyof Query]?:
    | (NonNullable<Query[Name]> extends (infer Item)[] ? Item | readonly Item[] : Query[Name])
    | undefined;
};

type IdentityKind = Exclude<keyof ResolveQuery, "fuzzy">;

/** What an application is known by, such as `{ domain: "open.spotify.com" }`. */
export type Identity = {
  [Kind in IdentityKind]: { readonly [Name in Kind]: string } & {
    readonly [Other in Exclude<IdentityKind, Kind>]?: never;
  };
}[IdentityKind];

/** Options of `resolve`. */
export interface ResolveOptions extends CallOptions {
  /** Whether names that no icon has are searched for, including near spellings. */
  readonly fuzzy?: boolean | undefined;
}

/** Parameters of searches and lists. */
export interface IconsParameters extends Given<IconsQuery> {}

type SimilarQueryGiven = Given<SimilarQuery>;

interface ByIcon extends Omit<SimilarQueryGiven, "id" | "phash" | "shape" | "palette" | "uncertain"> {
  /** The icon to compare with. It is not part of the result. */
  readonly id: string;
  readonly phash?: undefined;
  readonly shape?: undefined;
  /** Only allowed with `shape`; the server knows the palettes of its icons. */
  readonly palette?: undefined;
  /** Only allowed with `phash`; the server knows the uncertain bits of its icons. */
  readonly uncertain?: undefined;
}

interface ByHash extends Omit<SimilarQueryGiven, "id" | "phash" | "shape" | "palette" | "by"> {
  /** A perceptual hash of 16 hex digits. */
  readonly phash: string;
  readonly id?: undefined;
  readonly shape?: undefined;
  readonly palette?: undefined;
  /** A hash has no colors and no vector to compare, so only `phash` is possible. */
  readonly by?: "phash" | undefined;
}

interface ByImage extends Pick<SimilarQueryGiven, "limit" | "images"> {
  /** A shape descriptor of 128 hex digits. */
  readonly shape: string;
  readonly id?: undefined;
  readonly phash?: undefined;
  readonly uncertain?: undefined;
}

interface ByShape extends ByImage {
  readonly palette?: undefined;
  readonly by?: "shape" | undefined;
}

interface ByLook extends ByImage {
  /** The colors of the image that has the shape, such as `["1db954:0.82", "191414:0.18"]`. */
  readonly palette: NonNullable<SimilarQueryGiven["palette"]>;
  readonly by?: "look" | undefined;
}

/** The icon, hash, shape or look to compare with, and how. */
export type SimilarParameters = ByIcon | ByHash | ByShape | ByLook;

/** @throws TypeError if the base URL is invalid, or a header contains invalid characters */
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
    changes: (parameters, { signal } = {}) => requester.get(`changes${queryOf({ ...parameters })}`, signal),
    resolve(identities, { fuzzy = false, signal } = {}) {
      const query = new URLSearchParams([identities].flat().flatMap((identity) => Object.entries(identity)));
      if (fuzzy) query.set("fuzzy", "1");
      return requester.get(`resolve?${query}`, signal);
    },
    similar: (parameters, { signal } = {}) => requester.get(`similar${queryOf(parameters)}`, signal),
    pages,
    allIcons: (parameters, call) => itemsOf(pages(parameters, call)),
    imageUrl(icon, { format, ...parameters } = {}) {
      if (typeof icon !== "string")
        return new URL(`../../images${queryOf({ ...icon, format, ...parameters })}`, settings.root).href;
      const extension = format === undefined || format === "auto" ? "" : `.${format}`;
      const query = queryOf(format === "auto" ? { format, ...parameters } : parameters);
      return new URL(`../../images/${encodeURIComponent(icon)}${extension}${query}`, settings.root).href;
    },
    get rateLimit() {
      return requester.rateLimit;
    },
  };
}

/** Yields the pages of a list in order, at least one. Each is requested when the previous one has been processed. */
export async function* walkPages(
  list: (page: number) => Promise<IconList>,
  first: number,
): AsyncGenerator<IconList, void, undefined> {
  for (let page = first; ; page++) {
    const response = await list(page);
    yield response;
    if (page >= response.totalPages) return;
  }
}

/** Yields the icons of pages. */
export async function* itemsOf(pages: AsyncIterable<IconList>): AsyncGenerator<IconItem, void, undefined> {
  for await (const { data } of pages) yield* data;
}

/** Parameters as a query string with its `?`; empty if there are none. A list becomes one comma-separated value. */
export function queryOf(parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
