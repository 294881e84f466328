import { useMemo, useState } from "preact/hooks";
import type { IconItem } from "../client/answers.js";

/** More would be too much for the memory of a page; `icons export` has no such limit. */
export const MAX_SELECTED = 500;

/** The icons that are selected to be downloaded together. They stay selected while the list changes. */
export interface Selection {
  /** In the order in which they were selected. */
  readonly icons: readonly IconItem[];
  has(id: string): boolean;
  /** Selects an icon, or no longer; does nothing where `MAX_SELECTED` are selected already. */
  toggle(icon: IconItem): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, IconItem>>(new Map());
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
