import { useEffect, useRef } from "preact/hooks";

/** Calls a function at every key press that is neither text nor, with Ctrl, Alt or Meta, a shortcut of the browser. */
export function useShortcuts(act: (event: KeyboardEvent) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && !isText(event)) latest.current(event);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function isText({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  // Letters choose an option. A dialog that has just closed may still have the focus.
  const fields = `input:not([type=radio], [type=checkbox]), textarea, dialog[open]${/^\p{L}$/u.test(key) ? ", select" : ""}`;
  return target.closest(fields) !== null;
}
