import type { Meta } from "../client/answers.js";
import { readable } from "./view.js";

/** A refusal of the API, or no answer at all (status 0). */
export class ApiFailure extends Error {
  readonly status: number;
  /** Seconds after which to try again, where the server says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter: number | undefined) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Asks the public API, below the page's own address. */
export interface Api {
  readonly key: string | undefined;
  /**
   * An answer, maybe one from before: what was answered once does not count against the plan again.
   *
   * @param path below `/api/v1/`
   * @throws ApiFailure, or an AbortError when the signal says so
   */
  get<Answer>(path: string, params?: URLSearchParams, signal?: AbortSignal): Promise<Answer>;
}

const MAX_KEPT = 500;
const NO_PARAMS = new URLSearchParams();

/** The absolute address of a request. */
export function requestUrl(path: string, params = NO_PARAMS): string {
  const query = readable(params);
  return new URL(`api/v1/${path}${query === "" ? "" : `?${query}`}`, document.baseURI).href;
}

/** @param onMeta is told of plan and allowance with every answer that comes from the server */
export function createApi(key: string | undefined, onMeta: (meta: Meta) => void): Api {
  const kept = new Map<string, unknown>();
  const headers: Record<string, string> = key === undefined ? {} : { "X-API-Key": key };
  return {
    key,
    async get<Answer>(path: string, params?: URLSearchParams, signal?: AbortSignal) {
      const url = requestUrl(path, params);
      const known = kept.get(url);
      if (known !== undefined) return known as Answer;
      const response = await fetch(url, { headers, ...(signal === undefined ? {} : { signal }) }).catch((error) => {
        if (error.name === "AbortError") throw error;
        throw new ApiFailure(0, "The server can't be reached.", undefined);
      });
      const body = await response.json().catch((error) => {
        if (error.name === "AbortError") throw error;
        throw new ApiFailure(response.status, `The server answered ${response.status}.`, undefined);
      });
      if (body._meta?.tier !== undefined) onMeta(body._meta);
      if (!response.ok) {
        const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
        const message = sentenceOf(body.error?.message ?? `the server answered ${response.status}`);
        throw new ApiFailure(response.status, message, Number.isFinite(retryAfter) ? retryAfter : undefined);
      }
      if (kept.size === MAX_KEPT) kept.delete(kept.keys().next().value as string);
      kept.set(url, body);
      return body as Answer;
    },
  };
}

function sentenceOf(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
