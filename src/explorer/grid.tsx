// biome-ignore-all lint/a11y/useSemanticElements: the virtual list positions each item by itself, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the link in each item takes the focus, so the item itself must not
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { FavoriteMark, toggleFavorite } from "./favorite.js";
import {
  DENSITIES,
  type Density,
  drawsSame,
  type GridWindow,
  LARGE_HEIGHT,
  layoutGrid,
  MAX_HEIGHT,
  moveInGrid,
  scrollTopFor,
} from "./grid-layout.js";
import type { GridIcon, SavedIcons } from "./saved-icons.js";
import type { Selection } from "./selection.js";
import { Tile } from "./tile.js";
import { isPlainClick } from "./use-address.js";

interface GridProps {
  /** The grid's name for screen readers. */
  readonly label: string;
  readonly total: number;
  item(index: number): GridIcon | undefined;
  /** Text below a name; absent: no text. */
  note?(index: number): string | undefined;
  readonly density: Density;
  /** The id of the icon whose detail is open. */
  readonly open: string | undefined;
  readonly selection: Selection;
  readonly favorites: SavedIcons;
  /** Default true. */
  readonly marksFavorites?: boolean;
  /** The URL of an icon's detail. */
  hrefOf(id: string): string;
  onOpen(id: string): void;
  /** Called with the visible items. */
  onShow?(first: number, last: number): void;
}

interface GridItemProps {
  readonly index: number;
  readonly column: number;
  /** Undefined until it is loaded. */
  readonly icon: GridIcon | undefined;
  /** Text below the name. */
  readonly note: string | undefined;
  /** Width and height of the tile in pixels. */
  readonly side: number;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isFavorite: boolean;
  readonly isTabStop: boolean;
  /** Whether the image is loaded only after the first layout. */
  readonly isLazy: boolean;
  hrefOf(id: string): string;
  onOpen(id: string): void;
  onSelect(icon: GridIcon): void;
  onFocus(index: number): void;
}

/** Number of icons before the window is measured. */
const FLOW_ITEMS = 60;

/** A virtual grid of icons: only the visible rows are in the document. Arrow keys move, Enter opens, X selects, F keeps. */
export function Grid(props: GridProps) {
  const { label, total, item, note, density, open, selection, favorites, hrefOf, onOpen, onShow } = props;
  const { marksFavorites = true } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const size = DENSITIES[density];
  const [seen, followScroll] = useGridWindow(scroller, (before, after) =>
    drawsSame(layoutGrid(total, size, before), layoutGrid(total, size, after)),
  );
  const [active, setActive] = useState(0);
  const focusPending = useRef(false);
  const { columns, rows, height, firstRow, endRow, top } = layoutGrid(total, size, seen);
  const first = firstRow * columns;
  const end = Math.min(total, endRow * columns);
  // There is always a tab stop, even if the focused item is scrolled out of view.
  const tabStop = active >= first && active < end ? active : first;

  useEffect(() => {
    if (end > first) onShow?.(first, end - 1);
  }, [onShow, first, end]);
  useLayoutEffect(() => {
    if (!focusPending.current) return;
    const { activeElement, body } = document;
    const cellAt = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`) ?? undefined;
    if (cellAt === undefined) return;
    // Doesn't steal the focus from other elements.
    if (activeElement === body || scroller.current?.contains(activeElement)) cellAt.focus({ preventScroll: true });
    // When the icon arrives, the link that replaces the placeholder must also get the focus.
    focusPending.current = item(active) === undefined;
  });

  const move = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const focused = item(tabStop);
    if (event.key === "x" && focused !== undefined) selection.toggle(focused);
    if (event.key === "f" && focused !== undefined) toggleFavorite(favorites, focused);
    const page = Math.max(1, Math.floor(seen.viewport / size.height) - 1);
    const next = moveInGrid(event.key, tabStop, total, columns, page);
    if (next === undefined) return;
    event.preventDefault();
    focusPending.current = true;
    setActive(next);
    const element = scroller.current as HTMLDivElement;
    element.scrollTop = scrollTopFor(Math.floor(next / columns), total, size, {
      ...seen,
      scrollTop: element.scrollTop,
    });
    followScroll();
  };

  const drawn = Math.max(0, endRow - firstRow);
  const itemAt = (index: number, column: number, isLazy = false) => {
    const icon = item(index);
    return (
      <GridItem
        key={column}
        index={index}
        column={column}
        icon={icon}
        note={note?.(index)}
        side={size.image}
        isOpen={icon !== undefined && icon.id === open}
        isSelected={icon !== undefined && selection.has(icon.id)}
        isFavorite={icon !== undefined && marksFavorites && favorites.has(icon.id)}
        isTabStop={index === tabStop}
        isLazy={isLazy}
        hrefOf={hrefOf}
        onOpen={onOpen}
        onSelect={selection.toggle}
        onFocus={setActive}
      />
    );
  };
  if (seen.width === 0) {
    // Until the window is measured, and without JavaScript, the first icons are in the flow of the document.
    return (
      <div class={`grid ${density}`} ref={scroller} tabIndex={-1}>
        <div role="grid" aria-label={label} aria-rowcount={-1}>
          <div role="row" class="flow">
            {Array.from({ length: Math.min(total, FLOW_ITEMS) }, (_, index) => itemAt(index, index, true))}
          </div>
        </div>
      </div>
    );
  }
  return (
    <div
      class={`grid ${density}${selection.icons.length > 0 ? " selecting" : ""}`}
      ref={scroller}
      onScroll={followScroll}
      tabIndex={-1}
    >
      <div
        role="grid"
        aria-label={label}
        aria-multiselectable
        aria-rowcount={rows}
        aria-colcount={columns}
        style={{ height }}
        onKeyDown={move}
      >
        {Array.from({ length: drawn }, (_, at) => (
          <div
            role="row"
            key={firstRow + at}
            aria-rowindex={firstRow + at + 1}
            style={{
              transform: `translateY(${top + at * size.height}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {Array.from({ length: Math.min(columns, total - (firstRow + at) * columns) }, (_, column) => {
              return itemAt((firstRow + at) * columns + column, column);
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * The visible part of the grid, and the handler for scrolling.
 *
 * @param drawsSame whether two parts need no other drawing
 */
function useGridWindow(
  scroller: RefObject<HTMLDivElement>,
  drawsSame: (before: GridWindow, after: GridWindow) => boolean,
): readonly [GridWindow, () => void] {
  const [seen, setSeen] = useState<GridWindow>({ width: 0, viewport: 0, scrollTop: 0 });
  // Measuring at every scroll event would force two layouts per frame.
  const followScroll = (): void => {
    const element = scroller.current;
    if (element === null) return;
    setSeen((before) => {
      const after = { ...before, scrollTop: element.scrollTop };
      return drawsSame(before, after) ? before : after;
    });
  };
  const measure = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const style = getComputedStyle(element);
    const width = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const { clientHeight: viewport, scrollTop } = element;
    setSeen((before) => ({ width, viewport, scrollTop, maxHeight: before.maxHeight ?? maxHeightOf(element) }));
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.current as HTMLDivElement);
    measure();
    return () => observer.disconnect();
  }, []);
  return [seen, followScroll];
}

/** The largest height that this browser can scroll. */
function maxHeightOf(parent: HTMLElement): number {
  const probe = document.createElement("div");
  probe.style.height = `${LARGE_HEIGHT}px`;
  parent.append(probe);
  const isLarge = probe.offsetHeight === LARGE_HEIGHT;
  probe.remove();
  return isLarge ? LARGE_HEIGHT : MAX_HEIGHT;
}

/** One icon of the grid: a link to its detail. */
function GridItem(props: GridItemProps) {
  const { index, column, icon, note, side, isOpen, isSelected, isFavorite, isTabStop, isLazy } = props;
  const { hrefOf, onOpen, onSelect, onFocus } = props;
  // While the grid scrolls, most of its items stay as they are.
  return useMemo(() => {
    const common = { "data-index": index, tabIndex: isTabStop ? 0 : -1, onFocus: () => onFocus(index) };
    return (
      <div role="gridcell" aria-colindex={column + 1} aria-selected={isSelected}>
        {icon === undefined ? (
          <span class="item waiting" {...common}>
            <span class="tile" />
            <span class="hidden">loading</span>
          </span>
        ) : (
          <a
            class="item"
            href={hrefOf(icon.id)}
            title={`${icon.name} · ${icon.developer}`}
            aria-current={isOpen ? "true" : undefined}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              onOpen(icon.id);
            }}
            {...common}
          >
            <Tile id={icon.id} name={icon.name} image={icon._image} side={side} lazy={isLazy} />
            <span class="name">{icon.name}</span>
            {note !== undefined && <span class="note">{note}</span>}
            {isFavorite && <FavoriteMark />}
          </a>
        )}
        {icon !== undefined && (
          <input
            type="checkbox"
            class="select"
            aria-label={`Select ${icon.name}`}
            title="Select (X)"
            // The key X does the same for the focused item.
            tabIndex={-1}
            checked={isSelected}
            onChange={() => onSelect(icon)}
          />
        )}
      </div>
    );
  }, [
    index,
    column,
    icon,
    note,
    side,
    isOpen,
    isSelected,
    isFavorite,
    isTabStop,
    isLazy,
    hrefOf,
    onOpen,
    onSelect,
    onFocus,
  ]);
}
