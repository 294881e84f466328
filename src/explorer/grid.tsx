// biome-ignore-all lint/a11y/useSemanticElements: the items of a million are positioned one by one, and few exist at a time; the elements of a table can neither be positioned nor left out
// biome-ignore-all lint/a11y/useFocusableInteractive: as in ARIA's grid pattern, the links in the cells take the focus in turn; grid, rows, cells and placeholders would be further stops without an action
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { FavoriteMark, toggleFavorite } from "./favorite.js";
import { DENSITIES, type Density, drawsSame, layoutGrid, moveInGrid, scrollTopFor, slotsOf } from "./grid-layout.js";
import { useGridWindow } from "./grid-window.js";
import { useRowsToDraw } from "./rows-to-draw.js";
import type { GridIcon, SavedIcons } from "./saved-icons.js";
import { mostOf, type Selection } from "./selection.js";
import { Tile } from "./tile.js";
import { isPlainClick, isRangeClick } from "./use-address.js";
import { useLongPress } from "./use-long-press.js";

interface GridProps {
  /** Identifies what is listed: something else is shown from its start. */
  readonly result: unknown;
  /** The grid's name for screen readers. */
  readonly label: string;
  readonly total: number;
  item(index: number): GridIcon | undefined;
  /** Loads an item that is not loaded yet; absent: all are. @throws ApiFailure */
  load?(index: number): Promise<GridIcon | undefined>;
  /** Number of icons that one request loads. */
  readonly pageSize?: number;
  /** Text below a name; absent: no text. */
  note?(index: number): string | undefined;
  readonly density: Density;
  /** Whether this is not what was requested last. Default false. */
  readonly isStale?: boolean;
  /** Whether what was requested last is on its way. Default false. */
  readonly isWaiting?: boolean;
  /** The id of the icon whose detail is open. */
  readonly open: string | undefined;
  /** Its index, if it may be far from the first one. */
  readonly place?: number | undefined;
  readonly selection: Selection;
  readonly favorites: SavedIcons;
  /** Default true. */
  readonly marksFavorites?: boolean;
  /** The URL of an icon's detail. */
  hrefOf(id: string): string;
  onOpen(id: string): void;
  /** Called with the items in view. */
  onShow?(first: number, last: number): void;
}

/** What all items of a grid share. */
interface SharedProps extends Pick<GridProps, "open" | "selection" | "favorites" | "hrefOf" | "onOpen"> {
  readonly size: (typeof DENSITIES)[Density];
  /** Text below a name. */
  readonly note: GridProps["note"];
  readonly marksFavorites: boolean;
  onFocus(index: number): void;
  /** @param isRange whether all icons from the last selected one on are selected, too */
  onSelect(index: number, icon: GridIcon, isRange: boolean): void;
}

interface GridRowProps extends SharedProps {
  readonly row: number;
  /** In the scrolled area, in pixels. */
  readonly top: number;
  readonly columns: number;
  /** Index of the item that the tab key reaches; −1: none of this row. */
  readonly tabStop: number;
  /** Those that are not loaded are undefined; undefined: a placeholder is drawn for all of them. */
  readonly icons: readonly (GridIcon | undefined)[] | undefined;
}

interface GridItemProps extends SharedProps {
  readonly index: number;
  readonly column: number;
  /** Undefined until it is loaded. */
  readonly icon: GridIcon | undefined;
  readonly isTabStop: boolean;
  /** Whether the image is loaded only after the first layout. */
  readonly isLazy?: boolean;
}

/** Number of icons before the window is measured. */
const FLOW_ITEMS = 60;
/** Number of icons at the start of a list among which the open one is searched. */
const SEARCHED = 1000;

/**
 * A virtual grid of icons: only the visible rows are in the document. Arrow keys move, Enter opens, X selects, Shift and
 * X all from the last selected one on, F keeps.
 */
export function Grid(props: GridProps) {
  const { result, label, total, item, note, density, open, selection, favorites, hrefOf, onOpen, onShow } = props;
  const { marksFavorites = true, isStale = false, isWaiting = false, place, load, pageSize } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const size = DENSITIES[density];
  const [seen, followScroll] = useGridWindow(scroller, (before, after) =>
    drawsSame(layoutGrid(total, size, before), layoutGrid(total, size, after)),
  );
  const [active, setActive] = useState(0);
  const focusPending = useRef(false);
  const { columns, rows, height, firstRow, endRow, inView, top } = layoutGrid(total, size, seen);
  const first = firstRow * columns;
  const end = Math.min(total, endRow * columns);
  // There is always a tab stop, even if the focused item is scrolled out of view.
  const tabStop = active >= first && active < end ? active : first;

  const [firstSeen, endSeen] = [inView[0] * columns, Math.min(total, inView[1] * columns)];
  useEffect(() => {
    if (endSeen > firstSeen) onShow?.(firstSeen, endSeen - 1);
  }, [onShow, firstSeen, endSeen]);
  const isShown = useRef(open === undefined);
  // Rows drawn before the jump to the open icon must not seem to move.
  const [drawing, setDrawing] = useState<"start" | "place">("start");
  useLayoutEffect(() => {
    if (seen.width === 0 || isShown.current) return;
    isShown.current = true;
    const loaded = Array.from({ length: Math.min(total, FLOW_ITEMS) }, (_, index) => item(index)?.id);
    const index = place ?? loaded.indexOf(open);
    if (index < 0) return;
    setActive(index);
    setDrawing("place");
    scroller.current!.scrollTop = scrollTopFor(Math.floor(index / columns), total, size, seen);
    followScroll();
  }, [seen.width]);
  const latest = useRef({ first, end, item, load });
  latest.current = { first, end, item, load };
  useEffect(() => {
    selection.list({
      total,
      most: mostOf(total, load && pageSize),
      indexOf: (id, near = 0) => indexIn(latest.current, total, id, near),
      item: (index) => latest.current.item(index),
      load: async (index) => latest.current.item(index) ?? latest.current.load?.(index),
    });
    return () => selection.list(undefined);
  }, [result, total]);
  const anchor = useRef(0);
  const select = useCallback(
    (index: number, icon: GridIcon, isRange: boolean): void => {
      // The list shows failures of its own.
      if (isRange) void selection.addRange(anchor.current, index).catch(() => undefined);
      else selection.toggle(icon);
      anchor.current = index;
    },
    [selection],
  );
  const pressing = useLongPress((index) => {
    const pressed = latest.current.item(index);
    if (pressed === undefined) return;
    select(index, pressed, false);
    // The next taps select more.
    if (!selection.isActive) selection.activate(true);
  });
  const shownResult = useRef(result);
  useLayoutEffect(() => {
    if (shownResult.current === result) return;
    shownResult.current = result;
    anchor.current = 0;
    scroller.current!.scrollTop = 0;
    setActive(0);
    followScroll();
  }, [result]);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    // The element of the focused item may show another one now.
    const holder = activeElement instanceof HTMLElement ? activeElement.closest<HTMLElement>("[data-index]") : null;
    if (holder !== null && scroller.current?.contains(holder) && holder.dataset.index !== String(active)) {
      if (active < first || active >= end) (activeElement as HTMLElement).blur();
      else focusPending.current = true;
    }
    if (!focusPending.current) return;
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
    if (event.key.toLowerCase() === "x" && focused !== undefined) select(tabStop, focused, event.shiftKey);
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

  const rowsToDraw = useRowsToDraw(
    { firstRow, endRow, inView, columns: seen.width === 0 ? 0 : columns, result },
    (row) => {
      if (row === Math.floor(tabStop / columns)) return "now";
      const [from, to] = [row * columns, Math.min(total, (row + 1) * columns) - 1];
      return item(from) !== undefined || item(to) !== undefined ? "soon" : "later";
    },
  );
  // Elements of rows that leave are used for those that enter, which is faster than creating them.
  const links = useRef({ hrefOf, onOpen });
  // Others would draw all icons again just before the next ones are drawn.
  if (!isWaiting) links.current = { hrefOf, onOpen };
  const slots = Math.max(endRow - firstRow, slotsOf(seen.viewport, size));
  const shared = {
    size,
    note,
    open,
    selection,
    favorites,
    marksFavorites,
    ...links.current,
    onFocus: setActive,
    onSelect: select,
  };
  if (seen.width === 0) {
    // Until the window is measured, and without JavaScript, the first icons are in the flow of the document.
    return (
      <div class={`grid ${density}`} ref={scroller} tabIndex={-1}>
        <div role="grid" aria-label={label} aria-rowcount={-1}>
          <div role="row" class="flow">
            {Array.from({ length: Math.min(total, FLOW_ITEMS) }, (_, index) => (
              <GridItem
                key={index}
                {...shared}
                index={index}
                column={index}
                icon={item(index)}
                isTabStop={index === tabStop}
                isLazy
              />
            ))}
          </div>
        </div>
      </div>
    );
  }
  return (
    <div
      class={`grid ${density}${selection.isActive || selection.icons.length > 0 ? " selecting" : ""}${isStale ? " stale" : ""}`}
      ref={scroller}
      onScroll={followScroll}
      tabIndex={-1}
    >
      <div
        role="grid"
        aria-label={label}
        aria-multiselectable
        aria-busy={isStale}
        aria-rowcount={rows}
        aria-colcount={columns}
        style={{ height }}
        onKeyDown={move}
        {...pressing}
      >
        {Array.from({ length: Math.max(0, endRow - firstRow) }, (_, at) => {
          const row = firstRow + at;
          const from = row * columns;
          return (
            <GridRow
              key={`${drawing} ${row % slots}`}
              {...shared}
              row={row}
              top={top + at * size.height}
              columns={columns}
              tabStop={tabStop >= from && tabStop < from + columns ? tabStop : -1}
              icons={
                rowsToDraw.has(row)
                  ? Array.from({ length: Math.min(columns, total - from) }, (_, column) => item(from + column))
                  : undefined
              }
            />
          );
        })}
      </div>
    </div>
  );
}

/** The index of an icon near another index, in the window or among the first. */
function indexIn(
  { first, end, item }: { readonly first: number; readonly end: number; item: GridProps["item"] },
  total: number,
  id: string,
  near: number,
): number | undefined {
  const ranges = [
    [near - 1, near + 2],
    [first, end],
    [0, SEARCHED],
  ] as const;
  for (const [from, to] of ranges)
    for (let at = Math.max(0, from); at < Math.min(to, total); at++) if (item(at)?.id === id) return at;
  return undefined;
}

/** A row of the grid, at its place. */
function GridRow(props: GridRowProps) {
  const { row, top, columns, tabStop, icons, ...shared } = props;
  const { size, note, open, selection, favorites, marksFavorites, hrefOf, onOpen } = shared;
  // While the grid scrolls, most of its rows only move.
  const cells = useMemo(() => {
    if (icons === undefined) return <Placeholder columns={columns} side={size.image} />;
    return icons.map((icon, column) => {
      const index = row * columns + column;
      return (
        <GridItem key={column} {...shared} index={index} column={column} icon={icon} isTabStop={index === tabStop} />
      );
    });
  }, [row, columns, tabStop, size, note, open, selection, favorites, marksFavorites, hrefOf, onOpen, ...(icons ?? [])]);
  return (
    <div
      role="row"
      aria-rowindex={row + 1}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {cells}
    </div>
  );
}

/** Stands for a row of icons that are not loaded yet: one drawing is much faster than elements for each. */
function Placeholder({ columns, side }: { readonly columns: number; readonly side: number }) {
  return (
    <div role="gridcell" aria-colindex={1} aria-colspan={columns} class="placeholder">
      <span class="hidden">loading</span>
      <svg width="100%" height={side} aria-hidden="true">
        <g transform={`translate(${-side / 2})`}>
          {Array.from({ length: columns }, (_, column) => (
            <rect
              key={column}
              x={`${((column + 0.5) / columns) * 100}%`}
              width={side}
              height={side}
              rx={Math.round(side * CORNER)}
            />
          ))}
        </g>
      </svg>
    </div>
  );
}

/** Radius of a tile's corners as part of its side, as in `static/grid.css`. */
const CORNER = 0.22;

/** One icon of the grid: a link to its detail. */
function GridItem(props: GridItemProps) {
  const { index, column, icon, note, size, isTabStop, isLazy = false } = props;
  const { open, selection, favorites, marksFavorites, hrefOf, onOpen, onFocus, onSelect } = props;
  const isSelected = icon !== undefined && selection.has(icon.id);
  const text = icon === undefined ? undefined : note?.(index);
  const common = { "data-index": index, tabIndex: isTabStop ? 0 : -1, onFocus: () => onFocus(index) };
  return (
    <div role="gridcell" aria-colindex={column + 1} aria-selected={isSelected}>
      {icon === undefined ? (
        <a class="item waiting" {...common}>
          <span class="tile" />
          <span class="hidden">loading</span>
        </a>
      ) : (
        <a
          class="item"
          href={hrefOf(icon.id)}
          title={`${icon.name} · ${icon.developer}`}
          aria-current={icon.id === open ? "true" : undefined}
          onClick={(event) => {
            const isRange = isRangeClick(event);
            if (!isPlainClick(event) && !isRange) return;
            event.preventDefault();
            if (isRange || selection.isActive) onSelect(index, icon, isRange);
            else onOpen(icon.id);
          }}
          {...common}
        >
          {/* An element of another image would show that until this one is loaded. */}
          <Tile key={icon.id} id={icon.id} name={icon.name} image={icon._image} side={size.image} lazy={isLazy} />
          <span class="name">{icon.name}</span>
          {text !== undefined && <span class="note">{text}</span>}
          {marksFavorites && favorites.has(icon.id) && <FavoriteMark />}
        </a>
      )}
      {icon !== undefined && (
        <input
          type="checkbox"
          class="select"
          aria-label={`Select ${icon.name}`}
          title="Select (X), with Shift all between"
          // The key X does the same for the focused item.
          tabIndex={-1}
          checked={isSelected}
          onClick={(event) => onSelect(index, icon, isRangeClick(event))}
        />
      )}
    </div>
  );
}
