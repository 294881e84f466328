import { useCallback, useEffect, useState } from "preact/hooks";
import { readView, type View, writeView } from "./view.js";

/** Shows a view. `replace`: without a history entry. */
export type Navigate = (view: View, how?: "push" | "replace") => void;

/**
 * The view in the URL, and a function to navigate to another.
 *
 * @param search the query of the URL at first
 */
export function useAddress(search: string): readonly [View, Navigate] {
  const [view, setView] = useState(() => readView(search));
  useEffect(() => {
    const follow = (): void => setView(readView(location.search));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const navigate = useCallback<Navigate>((next, how = "push") => {
    const address = writeView(next) || location.pathname;
    if (how === "push") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    setView(next);
  }, []);
  return [view, navigate];
}

/** Whether a click means all icons from the last one on. */
export function isRangeClick(event: MouseEvent): boolean {
  return event.button === 0 && event.shiftKey && !event.metaKey && !event.ctrlKey && !event.altKey;
}

/** Whether a click on a link opens it in this page and not in a new tab. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
