import { useMemo, useState } from "preact/hooks";
import type { GridIcon } from "./saved-icons.js";

/** More icons would need too much memory in the page; `icons export` has no such limit. */
export const MAX_SELECTED = 500;
/** Requests for pages of a list that selecting all of it may take. */
const MAX_PAGES = 5;

/** The icons of the grid in view. */
export interface Listed {
  readonly total: number;
  /** The most that can be selected at once. */
  readonly most: number;
  /** The index of an icon, if it is in view or among the first. @param near an index close to it */
  indexOf(id: string, near?: number): number | undefined;
  /** The icon at an index, if it is loaded. */
  item(index: number): GridIcon | undefined;
  /** @throws ApiFailure */
  load(index: number): Promise<GridIcon | undefined>;
}

/** The icons selected for download. They stay selected while the list changes. */
export interface Selection {
  /** In order of selection. */
  readonly icons: readonly GridIcon[];
  /** Whether a click on an icon selects it instead of opening it, as on screens without a pointer. */
  readonly isActive: boolean;
  readonly listed: Listed | undefined;
  has(id: string): boolean;
  /** Selects or deselects an icon. Does nothing if the maximum of `MAX_SELECTED` is reached. */
  toggle(icon: GridIcon): void;
  /** Selects the icons from one index of the grid to another. @throws ApiFailure */
  addRange(from: number, to: number): Promise<void>;
  clear(): void;
  activate(isActive: boolean): void;
  /** Called by the grid with what it lists. */
  list(listed: Listed | undefined): void;
}

/** @param pageSize number of icons that one request loads; undefined: all are loaded */
export function mostOf(total: number, pageSize: number | undefined): number {
  return Math.min(total, MAX_SELECTED, pageSize === undefined ? total : pageSize * MAX_PAGES);
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, GridIcon>>(new Map());
  const [isActive, activate] = useState(false);
  const [listed, list] = useState<Listed>();
  return useMemo(
    () => ({
      icons: [...selected.values()],
      isActive,
      listed,
      has: (id) => selected.has(id),
      toggle: (icon) =>
        setSelected((before) => {
          const after = new Map(before);
          if (!after.delete(icon.id) && after.size < MAX_SELECTED) after.set(icon.id, icon);
          return after;
        }),
      async addRange(from, to) {
        const first = Math.min(from, to);
        const count = Math.min(Math.abs(to - from) + 1, listed?.most ?? 0);
        const icons = await Promise.all(Array.from({ length: count }, (_, at) => listed!.load(first + at)));
        setSelected((before) => {
          const after = new Map(before);
          for (const icon of icons) if (icon && after.size < MAX_SELECTED) after.set(icon.id, icon);
          return after;
        });
      },
      clear() {
        setSelected(new Map());
        activate(false);
      },
      activate,
      list,
    }),
    [selected, isActive, listed],
  );
}
