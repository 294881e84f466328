import { useMemo } from "preact/hooks";
import { readStored, useStored } from "./use-stored.js";
import { fittingIds } from "./view.js";

/** A named set of icons. */
export interface Collection {
  readonly name: string;
  readonly ids: readonly string[];
}

/** The collections that this browser remembers, in order of creation. */
export interface Collections {
  readonly all: readonly Collection[];
  find(name: string): Collection | undefined;
  /**
   * Sets the icons of a collection, which begins with its first icon and ends with its last.
   *
   * @returns how many of them fit into its address; the others are left out
   */
  put(name: string, ids: readonly string[]): number;
  rename(name: string, next: string): void;
}

export function useCollections(): Collections {
  const [all, change] = useStored("collections", readCollections);
  return useMemo(
    () => ({
      all,
      find: (name) => all.find((known) => known.name === name),
      put(name, ids) {
        const changed = { name, ids: fittingIds(ids) };
        change((before) => {
          const isKnown = before.some((known) => known.name === name);
          const after = isKnown ? before.map((known) => (known.name === name ? changed : known)) : [...before, changed];
          return after.filter(({ ids }) => ids.length > 0);
        });
        return changed.ids.length;
      },
      rename: (name, next) =>
        change((before) =>
          before
            .filter((known) => known.name !== next)
            .map((known) => (known.name === name ? { ...known, name: next } : known)),
        ),
    }),
    [all],
  );
}

function readCollections(text: string | undefined): readonly Collection[] {
  return readStored(text, isCollection);
}

function isCollection(value: unknown): value is Collection {
  const { name, ids } = (value ?? {}) as Record<string, unknown>;
  return typeof name === "string" && Array.isArray(ids) && ids.every((id) => typeof id === "string");
}
