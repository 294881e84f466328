import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import type { IconItem, IconList as ListResponse, SearchMeta } from "../client/responses.js";
import { FACETS } from "../format/filter-facets.js";
import type { Api, ApiFailure } from "./api.js";
import { withImages } from "./view.js";

/** A list of any length that loads only the pages in view. */
export interface IconList {
  /** Those of its request, without page and limit. */
  readonly params: URLSearchParams;
  /** Undefined before the first response. */
  readonly total: number | undefined;
  /** Metadata of the first response. */
  readonly meta: SearchMeta | undefined;
  readonly failure: ApiFailure | undefined;
  /** The number of icons per page. */
  readonly limit: number;
  /** The number of icons from the first to the one before the first that is not loaded. */
  readonly loaded: number;
  /** Undefined until it is loaded. */
  item(index: number): IconItem | undefined;
  /** Loads an item, also one out of view. @throws ApiFailure */
  load(index: number): Promise<IconItem | undefined>;
  /** Loads the pages of these items and aborts requests for others. */
  show(first: number, last: number): void;
  /** Aborts all requests. */
  close(): void;
}

/** The page size; the server reduces it to the maximum of the plan and reports that. */
const LIMIT = 100;
/** Delay before loading visible pages, so that pages that scroll by are not loaded. */
const SETTLE_MS = 90;
/** Delays before the next attempts, if the server can't be reached. */
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/** @param params of the request, without page and limit. @param onChange called whenever there is more to show */
function createIconList(api: Api, params: URLSearchParams, onChange = () => {}): IconList {
  const pages = new Map<number, readonly IconItem[]>();
  const pending = new Map<number, AbortController>();
  let total: number | undefined;
  let meta: SearchMeta | undefined;
  let failure: ApiFailure | undefined;
  let limit = LIMIT;
  let timer = 0;
  let retryMs = FIRST_RETRY_MS;
  let retryTimer = 0;
  let closed = false;
  let seen = { first: 0, last: 0 };

  const take = (page: number, response: ListResponse): void => {
    pages.set(page, response.data);
    if (meta === undefined) ({ total, limit, _meta: meta } = response);
    failure = undefined;
    retryMs = FIRST_RETRY_MS;
  };
  const retryLater = (page: number): void => {
    clearTimeout(retryTimer);
    // Others in view may have failed, too.
    retryTimer = setTimeout(() => void fetchPage(page).then(() => list.show(seen.first, seen.last)), retryMs);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  };
  const fetchPage = async (page: number): Promise<void> => {
    const request = withImages(pageParams(params, page));
    const known = api.peek<ListResponse>("icons", request);
    if (known !== undefined) return take(page, known);
    const abort = new AbortController();
    pending.set(page, abort);
    try {
      take(page, await api.get<ListResponse>("icons", request, abort.signal));
    } catch (error) {
      if (!abort.signal.aborted) {
        failure = error as ApiFailure;
        if (failure.isPassing) retryLater(page);
      }
    } finally {
      if (pending.get(page) === abort) pending.delete(page);
    }
    if (!abort.signal.aborted) onChange();
  };
  /** Pages that are loaded for single items, whether in view or not. */
  const wanted = new Map<number, Promise<ListResponse>>();
  void fetchPage(1);

  const list: IconList = {
    params,
    get total() {
      return total;
    },
    get meta() {
      return meta;
    },
    get failure() {
      return failure;
    },
    get limit() {
      return limit;
    },
    get loaded() {
      let page = 1;
      while (pages.get(page)?.length === limit) page++;
      return (page - 1) * limit + (pages.get(page)?.length ?? 0);
    },
    item: (index) => pages.get(Math.floor(index / limit) + 1)?.[index % limit],
    async load(index) {
      const page = Math.floor(index / limit) + 1;
      if (!pages.has(page)) {
        if (!wanted.has(page)) wanted.set(page, api.get<ListResponse>("icons", withImages(pageParams(params, page))));
        take(page, await wanted.get(page)!.finally(() => wanted.delete(page)));
      }
      return pages.get(page)?.[index % limit];
    },
    show(first, last) {
      // A closed list may stay visible until the next one is loaded.
      if (closed) return;
      seen = { first, last };
      // With a limited quota, nothing is loaded until scrolling stops.
      if ((meta?.rate_limit ?? -1) >= 0) clearTimeout(timer);
      else if (timer !== 0) return;
      timer = setTimeout(() => {
        timer = 0;
        if (meta === undefined || failure !== undefined) return;
        const { first, last } = seen;
        const from = Math.floor(first / limit) + 1;
        const to = Math.floor(last / limit) + 1;
        for (const [page, abort] of pending) if (page < from || page > to) abort.abort();
        for (let page = from; page <= to; page++) if (!pages.has(page) && !pending.has(page)) void fetchPage(page);
      }, SETTLE_MS);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(retryTimer);
      for (const abort of pending.values()) abort.abort();
    },
  };
  return list;
}

/** The first page, whose response also includes the number of icons per label. */
export function pageParams(params: URLSearchParams, page: number): URLSearchParams {
  const paged = new URLSearchParams(params);
  if (page === 1) {
    paged.set("facets", FACETS.join(","));
    paged.set("alternatives", "true");
  } else paged.set("page", String(page));
  paged.set("limit", String(LIMIT));
  return paged;
}

function isKnown(api: Api, params: URLSearchParams): boolean {
  return api.peek("icons", withImages(pageParams(params, 1))) !== undefined;
}

/** The list to show, which may be that of an earlier request. */
export interface ShownList {
  /** Undefined before the first response. */
  readonly list: IconList | undefined;
  readonly isStale: boolean;
  /** Why the requested list, or a page of it, is not there. */
  readonly failure: ApiFailure | undefined;
}

/**
 * The list for a request. The previous list is shown until the first page is loaded, so that nothing flickers while the
 * user types, and also if that fails.
 *
 * @param params undefined: no list
 */
export function useIconList(api: Api, params: URLSearchParams | undefined): ShownList {
  const [shown, setShown] = useState(() => (params && isKnown(api, params) ? createIconList(api, params) : undefined));
  const requested = useRef<IconList>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const question = params?.toString();
  useEffect(() => {
    if (params === undefined) return;
    const list = createIconList(api, params, () => {
      if (list.total !== undefined) setShown(list);
      redraw(undefined);
    });
    requested.current = list;
    if (list.total !== undefined) setShown(list);
    else redraw(undefined);
    return () => list.close();
  }, [api, question]);
  const isCurrent = (list: IconList | undefined): boolean => list?.params.toString() === question;
  return {
    list: shown,
    isStale: question !== undefined && shown !== undefined && !isCurrent(shown),
    failure: isCurrent(requested.current) ? requested.current?.failure : undefined,
  };
}
