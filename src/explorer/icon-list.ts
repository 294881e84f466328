import { useEffect, useReducer, useState } from "preact/hooks";
import type { IconItem, IconList as ListAnswer, SearchMeta } from "../client/answers.js";
import { FACETS } from "../format/facets.js";
import type { Api, ApiFailure } from "./api.js";

/** A list of any length, of which those pages are fetched that somebody looks at. */
export interface IconList {
  /** Undefined before the first answer. */
  readonly total: number | undefined;
  /** Of the first answer. */
  readonly meta: SearchMeta | undefined;
  readonly failure: ApiFailure | undefined;
  /** Undefined while it is not there. */
  item(index: number): IconItem | undefined;
  /** Fetches the pages of these items, and ends requests for others. */
  show(first: number, last: number): void;
  /** Ends all requests. */
  close(): void;
}

/** The page size; the server reduces it to the maximum of the plan and reports that. */
const LIMIT = 100;
/** Pages are fetched this long after they are seen, so that not every one is that scrolls by. */
const SETTLE_MS = 90;

/** @param params of the request, without page and limit. @param onChange is called whenever there is more to show */
function createIconList(api: Api, params: URLSearchParams, onChange: () => void): IconList {
  const pages = new Map<number, readonly IconItem[]>();
  const pending = new Map<number, AbortController>();
  let total: number | undefined;
  let meta: SearchMeta | undefined;
  let failure: ApiFailure | undefined;
  let limit = LIMIT;
  let timer = 0;
  let closed = false;
  let seen = { first: 0, last: 0 };

  const fetchPage = async (page: number): Promise<void> => {
    const abort = new AbortController();
    pending.set(page, abort);
    try {
      const answer = await api.get<ListAnswer>("icons", pageParams(params, page, LIMIT), abort.signal);
      pages.set(page, answer.data);
      if (meta === undefined) ({ total, limit, _meta: meta } = answer);
      failure = undefined;
    } catch (error) {
      if (!abort.signal.aborted) failure = error as ApiFailure;
    } finally {
      if (pending.get(page) === abort) pending.delete(page);
    }
    if (!abort.signal.aborted) onChange();
  };
  void fetchPage(1);

  return {
    get total() {
      return total;
    },
    get meta() {
      return meta;
    },
    get failure() {
      return failure;
    },
    item: (index) => pages.get(Math.floor(index / limit) + 1)?.[index % limit],
    show(first, last) {
      // It may be seen a little longer, until the next one is there.
      if (closed) return;
      seen = { first, last };
      // Who has an allowance spends none of it before the scrolling stops.
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
      for (const abort of pending.values()) abort.abort();
    },
  };
}

/** The first page, whose answer also says how many icons have which label. */
export function pageParams(params: URLSearchParams, page: number, limit: number): URLSearchParams {
  const paged = new URLSearchParams(params);
  if (page === 1) paged.set("facets", FACETS.join(","));
  else paged.set("page", String(page));
  paged.set("limit", String(limit));
  return paged;
}

/**
 * The list that answers a request. The one before is shown until the first page is there, so that nothing flickers while
 * somebody types.
 *
 * @param params undefined: no list is wanted
 */
export function useIconList(api: Api, params: URLSearchParams | undefined): IconList | undefined {
  const [shown, setShown] = useState<IconList | undefined>(undefined);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const question = params?.toString();
  useEffect(() => {
    if (params === undefined) return;
    const list = createIconList(api, params, () => {
      setShown(list);
      redraw(undefined);
    });
    return () => list.close();
  }, [api, question]);
  return shown;
}
