import { useEffect, useState } from "preact/hooks";
import type { Api, ApiFailure } from "./api.js";

/** The state of a request. */
export interface RequestState<Answer> {
  readonly answer: Answer | undefined;
  readonly failure: ApiFailure | undefined;
}

const NOTHING = { answer: undefined, failure: undefined };

/** Sends a request whenever its parameters change, and ignores outdated answers. @param path undefined: no request */
export function useAnswer<Answer>(api: Api, path: string | undefined, params?: URLSearchParams): RequestState<Answer> {
  const question = path === undefined ? undefined : `${path}?${params ?? ""}`;
  const [state, setState] = useState<RequestState<Answer> & { readonly question: string | undefined }>({
    ...NOTHING,
    question: undefined,
  });
  const known = path === undefined ? undefined : api.peek<Answer>(path, params);
  const failed = path === undefined || known !== undefined ? undefined : api.peekFailure(path, params);
  useEffect(() => {
    if (path === undefined || known !== undefined || failed !== undefined) return;
    const abort = new AbortController();
    api.get<Answer>(path, params, abort.signal).then(
      (answer) => !abort.signal.aborted && setState({ answer, failure: undefined, question }),
      (failure) => !abort.signal.aborted && setState({ answer: undefined, failure, question }),
    );
    return () => abort.abort();
  }, [api, question]);
  if (known !== undefined || failed !== undefined) return { answer: known, failure: failed };
  return state.question === question ? state : NOTHING;
}
