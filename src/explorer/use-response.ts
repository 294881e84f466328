import { useEffect, useState } from "preact/hooks";
import type { Api, ApiFailure } from "./api.js";

/** The state of a request. */
export interface RequestState<Body> {
  readonly response: Body | undefined;
  readonly failure: ApiFailure | undefined;
}

const NOTHING = { response: undefined, failure: undefined };

/** Sends a request whenever its parameters change, and ignores outdated responses. @param path undefined: no request */
export function useResponse<Body>(api: Api, path: string | undefined, params?: URLSearchParams): RequestState<Body> {
  const { response, failure } = useResponses<Body>(api, path, [params]);
  return { response: response?.[0], failure };
}

/** Sends several requests of one path in the same way. There is a response as soon as all have theirs. */
export function useResponses<Body>(
  api: Api,
  path: string | undefined,
  requests: readonly (URLSearchParams | undefined)[],
): RequestState<readonly Body[]> {
  const question = path === undefined ? undefined : `${path}?${requests.map((params) => params ?? "").join("?")}`;
  const [state, setState] = useState<RequestState<readonly Body[]> & { readonly question: string | undefined }>({
    ...NOTHING,
    question: undefined,
  });
  const known = path === undefined ? [] : requests.map((params) => api.peek<Body>(path, params));
  const failed = path === undefined ? [] : requests.map((params) => api.peekFailure(path, params));
  const failure = failed.find((each) => each !== undefined);
  const response = path !== undefined && known.every((each) => each !== undefined) ? known : undefined;
  useEffect(() => {
    if (path === undefined || response !== undefined || failure !== undefined) return;
    const abort = new AbortController();
    Promise.all(requests.map((params) => api.get<Body>(path, params, abort.signal))).then(
      (responses) => !abort.signal.aborted && setState({ response: responses, failure: undefined, question }),
      (failure) => !abort.signal.aborted && setState({ response: undefined, failure, question }),
    );
    return () => abort.abort();
  }, [api, question]);
  if (response !== undefined || failure !== undefined) return { response, failure };
  return state.question === question ? state : NOTHING;
}
