import { useEffect, useState } from "preact/hooks";
import type { Api, ApiFailure } from "./api.js";

/** The state of a request. */
export interface Asked<Answer> {
  readonly answer: Answer | undefined;
  readonly failure: ApiFailure | undefined;
}

const NOTHING = { answer: undefined, failure: undefined };

/** Asks whenever the question changes, and drops what is outdated. @param path undefined: nothing is asked */
export function useAnswer<Answer>(api: Api, path: string | undefined, params?: URLSearchParams): Asked<Answer> {
  const question = path === undefined ? undefined : `${path}?${params ?? ""}`;
  const [asked, setAsked] = useState<Asked<Answer> & { readonly question: string | undefined }>({
    ...NOTHING,
    question: undefined,
  });
  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    api.get<Answer>(path, params, abort.signal).then(
      (answer) => !abort.signal.aborted && setAsked({ answer, failure: undefined, question }),
      (failure) => !abort.signal.aborted && setAsked({ answer: undefined, failure, question }),
    );
    return () => abort.abort();
  }, [api, question]);
  return asked.question === question ? asked : NOTHING;
}
