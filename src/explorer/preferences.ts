/** Stores a choice in this browser; if storage is unavailable, until the page is closed. */
export function remember(name: string, value: string | undefined, storage = "localStorage" as StorageName): void {
  try {
    if (value === undefined) window[storage].removeItem(`icons.${name}`);
    else window[storage].setItem(`icons.${name}`, value);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
}

/** Reads a stored choice. */
export function recall(name: string, storage = "localStorage" as StorageName): string | undefined {
  try {
    return window[storage].getItem(`icons.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** `sessionStorage` is cleared when the tab is closed. */
export type StorageName = "localStorage" | "sessionStorage";
