import { useMemo } from "preact/hooks";
import type { IconItem } from "../client/responses.js";
import { readStored, useStored } from "./use-stored.js";

/** What a grid shows of an icon. */
export type GridIcon = Pick<IconItem, "id" | "name" | "developer" | "_image">;

/** Icons that this browser remembers. They are shown as remembered, so that they survive changes of the dataset. */
export interface SavedIcons {
  readonly icons: readonly GridIcon[];
  has(id: string): boolean;
  /** Adds icons or updates them. */
  add(...icons: readonly GridIcon[]): void;
  /** Puts a renamed icon in the place of its former id, if that is among them. */
  rename(formerId: string, icon: GridIcon): void;
  remove(id: string): void;
  clear(): void;
}

/** Enough for any person, and less than a tenth of what browsers store. */
const MAX_SAVED = 1000;
/** Number of icons that were viewed last. */
const MAX_RECENT = 60;

/** The favorites in order of adding; in all tabs the same. */
export function useFavorites(): SavedIcons {
  return useSavedIcons("favorites", (before, icons) => {
    const updated = new Map(before.map((icon) => [icon.id, icon]));
    for (const icon of icons) updated.set(icon.id, icon);
    return [...updated.values()].slice(0, MAX_SAVED);
  });
}

/** The icons whose detail was opened, last first. */
export function useRecentIcons(): SavedIcons {
  return useSavedIcons("recent", (before, icons) => {
    const ids = new Set(icons.map(({ id }) => id));
    return [...icons, ...before.filter(({ id }) => !ids.has(id))].slice(0, MAX_RECENT);
  });
}

/** @param join the icons after adding some */
function useSavedIcons(
  name: string,
  join: (before: readonly GridIcon[], icons: readonly GridIcon[]) => readonly GridIcon[],
): SavedIcons {
  const [icons, change] = useStored(name, readIcons);
  return useMemo(() => {
    const ids = new Set(icons.map(({ id }) => id));
    return {
      icons,
      has: (id) => ids.has(id),
      add: (...added) => change((before) => join(before, added.map(toGridIcon))),
      rename: (formerId, icon) =>
        change((before) =>
          before.some(({ id }) => id === formerId)
            ? before.filter(({ id }) => id !== icon.id).map((one) => (one.id === formerId ? toGridIcon(icon) : one))
            : before,
        ),
      remove: (id) => change((before) => before.filter((icon) => icon.id !== id)),
      clear: () => change(() => []),
    };
  }, [icons]);
}

function toGridIcon({ id, name, developer, _image }: GridIcon): GridIcon {
  return { id, name, developer, ...(_image === undefined ? {} : { _image }) };
}

function readIcons(text: string | undefined): readonly GridIcon[] {
  return readStored(text, isIcon).map(toGridIcon);
}

function isIcon(value: unknown): value is GridIcon {
  const { id, name, developer, _image: image } = (value ?? {}) as Record<string, unknown>;
  const { background = "" } = (image ?? {}) as Record<string, unknown>;
  return image !== null && [id, name, developer, background].every((text) => typeof text === "string");
}
