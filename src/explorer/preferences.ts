/** Remembers a choice in this browser; where storage is refused, for as long as the page is open. */
export function remember(name: string, value: string | undefined, storage = "localStorage" as StorageName): void {
  try {
    if (value === undefined) window[storage].removeItem(`icons.${name}`);
    else window[storage].setItem(`icons.${name}`, value);
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}

/** What was remembered. */
export function recall(name: string, storage = "localStorage" as StorageName): string | undefined {
  try {
    return window[storage].getItem(`icons.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** `sessionStorage` forgets when the tab is closed. */
export type StorageName = "localStorage" | "sessionStorage";
