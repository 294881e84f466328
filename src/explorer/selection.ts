import { useMemo, useState } from "preact/hooks";
import type { GridIcon } from "./saved-icons.js";

/** More icons would need too much memory in the page; `icons export` has no such limit. */
export const MAX_SELECTED = 500;

/** The icons selected for download. They stay selected while the list changes. */
export interface Selection {
  /** In order of selection. */
  readonly icons: readonly GridIcon[];
  has(id: string): boolean;
  /** Selects or deselects an icon. Does nothing if the maximum of `MAX_SELECTED` is reached. */
  toggle(icon: GridIcon): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, GridIcon>>(new Map());
  return useMemo(
    () => ({
      icons: [...selected.values()],
      has: (id) => selected.has(id),
      toggle: (icon) =>
        setSelected((before) => {
          const after = new Map(before);
          if (!after.delete(icon.id) && after.size < MAX_SELECTED) after.set(icon.id, icon);
          return after;
        }),
      clear: () => setSelected(new Map()),
    }),
    [selected],
  );
}
