import { useCallback, useEffect, useState } from "preact/hooks";
import { recall, remember } from "./preferences.js";

/**
 * A value that this browser remembers, the same in all tabs. Without storage, it lasts until the page is closed.
 *
 * @param read parses what is stored; undefined if nothing is
 */
export function useStored<Value>(
  name: string,
  read: (text: string | undefined) => Value,
): readonly [Value, (next: (before: Value) => Value) => void] {
  const [value, setValue] = useState(() => read(undefined));
  useEffect(() => {
    const follow = (): void => setValue(read(recall(name)));
    follow();
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [name]);
  const change = useCallback(
    (next: (before: Value) => Value): void =>
      setValue((held) => {
        // Another tab may have changed it.
        const stored = recall(name);
        const after = next(stored === undefined ? held : read(stored));
        remember(name, JSON.stringify(after));
        return after;
      }),
    [name],
  );
  return [value, change];
}

/** The stored items, without whatever else has been written there. */
export function readStored<Item>(text: string | undefined, isItem: (value: unknown) => value is Item): Item[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isItem) : [];
  } catch {
    return [];
  }
}
