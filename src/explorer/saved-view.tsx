import { useEffect, useState } from "preact/hooks";
import { Glyph } from "./glyph.js";
import { Grid } from "./grid.js";
import type { Density } from "./grid-layout.js";
import { SavedTabs, type SavedTabsProps } from "./saved-tabs.js";
import type { Selection } from "./selection.js";
import { SelectButton } from "./toolbar.js";
import { SAVED_TITLES, type SavedList, type View } from "./view.js";

interface SavedViewProps extends SavedTabsProps {
  readonly view: View & { readonly saved: SavedList };
  readonly density: Density;
  readonly selection: Selection;
  hrefOf(id: string): string;
  onOpen(id: string): void;
}

const HINTS: Readonly<Record<SavedList, string>> = {
  favorites: "Choose the star of an open icon. Favorites stay in this browser.",
  recent: "The icons whose details you open are listed here, in this browser only.",
};

/** The favorites, or the icons viewed last. */
export function SavedView(props: SavedViewProps) {
  const { view, lists, density, selection, hrefOf, onOpen, onView } = props;
  const { saved } = view;
  const { icons, clear } = lists[saved];
  // Opening an icon must not move it away under the pointer.
  const [first, setFirst] = useState({ saved, icons });
  const isKept = saved === "recent" && first.saved === saved && first.icons.length > 0 && icons.length > 0;
  const shown = isKept ? first.icons : icons;
  useEffect(() => {
    if (!isKept) setFirst({ saved, icons });
  }, [saved, icons]);
  return (
    <>
      <div class="status-line">
        <SavedTabs {...props} />
        <p role="status" class="hidden">{`${shown.length} icons`}</p>
        <div class="list-tools">
          {shown.length > 0 && <SelectButton selection={selection} />}
          {saved === "recent" && shown.length > 0 && (
            <button type="button" class="link" onClick={clear}>
              Clear
            </button>
          )}
          <button type="button" class="link" onClick={() => onView({ ...view, saved: undefined })}>
            All icons
          </button>
        </div>
      </div>
      {shown.length === 0 ? (
        <div class="message">
          <Glyph name={saved === "recent" ? "recent" : "star"} />
          <h2>{saved === "recent" ? "No icon viewed yet" : "No favorites yet"}</h2>
          <p>{HINTS[saved]}</p>
          <p class="actions">
            <button type="button" class="button" onClick={() => onView({ ...view, saved: undefined })}>
              Browse the icons
            </button>
          </p>
        </div>
      ) : (
        <Grid
          result={saved}
          label={SAVED_TITLES[saved]}
          total={shown.length}
          item={(index) => shown[index]}
          density={density}
          open={view.icon}
          selection={selection}
          favorites={lists.favorites}
          marksFavorites={saved !== "favorites"}
          hrefOf={hrefOf}
          onOpen={onOpen}
        />
      )}
    </>
  );
}
