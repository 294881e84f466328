import { useEffect, useRef } from "preact/hooks";
import type { Collections } from "./collections.js";
import type { SavedIcons } from "./saved-icons.js";
import { isPlainClick } from "./use-address.js";
import { RESULT, SAVED_LISTS, SAVED_TITLES, type SavedList, type View, withoutFilters, writeView } from "./view.js";

export interface SavedTabsProps {
  readonly view: View;
  readonly lists: Readonly<Record<SavedList, SavedIcons>>;
  readonly collections: Collections;
  onView(view: View): void;
}

/** Leads to what this browser remembers: favorites, icons viewed last, and collections. */
export function SavedTabs({ view, lists, collections, onView }: SavedTabsProps) {
  const none = { ...withoutFilters(view), ...RESULT, icon: undefined };
  const isOpenSet = view.saved === undefined;
  // One from elsewhere that is not stored here has a tab while it is open.
  const isForeign = isOpenSet && collections.find(view.set) === undefined;
  const sets = [...collections.all, ...(isForeign ? [{ name: view.set, ids: view.ids }] : [])];
  const tabs = [
    ...SAVED_LISTS.map((saved) => ({
      name: SAVED_TITLES[saved],
      count: lists[saved].icons.length,
      to: { ...none, saved },
      isOpen: view.saved === saved,
    })),
    ...sets.map(({ name, ids }) => ({
      name: name || "Collection",
      count: ids.length,
      to: { ...none, set: name, ids },
      isOpen: isOpenSet && name === view.set,
    })),
  ];
  const nav = useRef<HTMLElement>(null);
  // On phones, the open one may be out of view.
  useEffect(() => nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [view.set]);
  return (
    <nav ref={nav} class="tabs" aria-label="Saved icons">
      {tabs.map(({ name, count, to, isOpen }, at) => (
        <a
          key={at}
          href={writeView(to)}
          aria-current={isOpen ? "page" : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onView(to);
          }}
        >
          <span class="label">{name}</span> <span class="count">{count || ""}</span>
        </a>
      ))}
    </nav>
  );
}
