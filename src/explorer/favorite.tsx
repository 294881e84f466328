import { Glyph } from "./glyph.js";
import type { GridIcon, SavedIcons } from "./saved-icons.js";

interface FavoriteProps {
  readonly id: string;
  /** Undefined until it is known, or if it no longer exists. */
  readonly icon: GridIcon | undefined;
  readonly favorites: SavedIcons;
}

/** Adds an icon to the favorites or removes it, also one that no longer exists. */
export function FavoriteButton({ id, icon, favorites }: FavoriteProps) {
  const isFavorite = favorites.has(id);
  if (icon === undefined && !isFavorite) return null;
  return (
    <button
      type="button"
      class="tool"
      aria-label="Favorite"
      title={isFavorite ? "Remove from favorites" : "Add to favorites"}
      aria-pressed={isFavorite}
      onClick={() => toggleFavorite(favorites, icon ?? { id, name: id, developer: "" })}
    >
      <Glyph name="star" />
    </button>
  );
}

export function toggleFavorite(favorites: SavedIcons, icon: GridIcon): void {
  if (favorites.has(icon.id)) favorites.remove(icon.id);
  else favorites.add(icon);
}

/** Marks a favorite in a grid. */
export function FavoriteMark() {
  return (
    <span class="favorite">
      <Glyph name="star" />
      <span class="hidden">, favorite</span>
    </span>
  );
}
