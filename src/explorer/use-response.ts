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
  const question = path === undefined ? undefined : `${path}?${params ?? ""}`;
  const [state, setState] = useState<RequestState<Body> & { readonly question: string | undefined }>({
    ...NOTHING,
    question: undefined,
  });
  const known = path === undefined ? undefined : api.peek<Body>(path, params);
  const failed = path === undefined || known !== undefined ? undefined : api.peekFailure(path, params);
  useEffect(() => {
    if (path === undefined || known !== undefined || failed !== undefined) return;
    const abort = new AbortController();
    api.get<Body>(path, params, abort.signal).then(
      (response) => !abort.signal.aborted && setState({ response, failure: undefined, question }),
      (failure) => !abort.signal.aborted && setState({ response: undefined, failure, question }),
    );
    return () => abort.abort();
  }, [api, question]);
  if (known !== undefined || failed !== undefined) return { response: known, failure: failed };
  return state.question === question ? state : NOTHING;
}
