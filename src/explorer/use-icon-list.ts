import { useEffect, useReducer, useState } from "preact/hooks";
import type { Api } from "./api.js";
import { createIconList, type IconList } from "./icon-list.js";

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
