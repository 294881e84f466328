/** Sizes of the grid items and their tiles, in pixels. `static/grid.css` has the same widths and heights. */
export const DENSITIES = {
  small: { width: 80, height: 88, image: 56 },
  medium: { width: 116, height: 132, image: 88 },
  large: { width: 172, height: 188, image: 136 },
} as const;

export type Density = keyof typeof DENSITIES;

/** The rows of a grid to draw, and their position. */
interface GridLayout {
  readonly columns: number;
  readonly rows: number;
  /** Height of the scrolled area in pixels. */
  readonly height: number;
  readonly firstRow: number;
  /** Index after the last drawn row. */
  readonly endRow: number;
  /** The first row in view, and the one after the last: what shows a few pixels at the edge is not. */
  readonly inView: readonly [first: number, end: number];
  /** The top of the first drawn row in the scrolled area, in pixels. */
  readonly top: number;
}

/** The available area, in pixels. */
export interface GridWindow {
  readonly width: number;
  readonly viewport: number;
  readonly scrollTop: number;
  /** The largest height that the browser can scroll, in pixels; default `MAX_HEIGHT`. */
  readonly maxHeight?: number;
}

/** A height that every browser can scroll. */
export const MAX_HEIGHT = 8_000_000;
/** Chromium and Safari can scroll 33 million pixels, Firefox some 17 million. */
export const LARGE_HEIGHT = 30_000_000;
/** Rows drawn above and below the visible ones. */
const MARGIN_ROWS = 2;
/** The part of a row that has to be in view. */
const LEAST_PART = 0.125;

/**
 * Lays out the visible part of a grid. If all rows together would be higher than a browser can scroll, scroll positions
 * are scaled: the scrolled fraction of the area is the fraction of rows that have passed.
 */
export function layoutGrid(total: number, item: { width: number; height: number }, window: GridWindow): GridLayout {
  const { width, viewport, scrollTop, maxHeight = MAX_HEIGHT } = window;
  const columns = Math.max(1, Math.floor(width / item.width));
  const rows = Math.ceil(total / columns);
  const full = rows * item.height;
  const height = Math.min(full, maxHeight);
  const offset = scrollTop + gone(full, height, viewport, scrollTop);
  const firstRow = Math.max(0, Math.min(rows, Math.floor(offset / item.height)) - MARGIN_ROWS);
  const endRow = Math.min(rows, Math.ceil((offset + viewport) / item.height) + MARGIN_ROWS);
  const [from, to] = [offset / item.height, (offset + viewport) / item.height];
  const inView = [Math.floor(from + LEAST_PART), Math.min(rows, Math.ceil(to - LEAST_PART))] as const;
  return { columns, rows, height, firstRow, endRow, inView, top: firstRow * item.height - (offset - scrollTop) };
}

/** The largest number of rows that are drawn at the same time. @param viewport in pixels */
export function slotsOf(viewport: number, item: { height: number }): number {
  return Math.ceil(viewport / item.height) + 1 + 2 * MARGIN_ROWS;
}

/** Whether two layouts draw the same rows at the same place. */
export function drawsSame(a: GridLayout, b: GridLayout): boolean {
  return (
    a.columns === b.columns &&
    a.firstRow === b.firstRow &&
    a.endRow === b.endRow &&
    a.top === b.top &&
    a.inView.join() === b.inView.join()
  );
}

/** The scroll position that makes a row fully visible; `scrollTop` itself if it already is. */
export function scrollTopFor(
  row: number,
  total: number,
  item: { width: number; height: number },
  window: GridWindow,
): number {
  const { columns, rows, height } = layoutGrid(total, item, window);
  const { viewport, scrollTop } = window;
  const full = rows * item.height;
  const offset = scrollTop + gone(full, height, viewport, scrollTop);
  const top = row * item.height;
  const wanted = top < offset ? top : top + item.height > offset + viewport ? top + item.height - viewport : undefined;
  if (wanted === undefined || columns < 1) return scrollTop;
  return full === height ? wanted : (wanted * (height - viewport)) / (full - viewport);
}

/** The offset between the rows and the scroll position. */
function gone(full: number, height: number, viewport: number, scrollTop: number): number {
  // The scroll range extends a little beyond the rows, by the margin below them.
  return full === height ? 0 : Math.min(1, scrollTop / Math.max(1, height - viewport)) * (full - height);
}

/**
 * Handles a navigation key in a grid.
 *
 * @param index the focused item. @param page number of visible rows
 * @returns the item to focus; undefined for a key that does not move the focus
 */
export function moveInGrid(
  key: string,
  index: number,
  total: number,
  columns: number,
  page: number,
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * page,
    PageUp: -columns * page,
    Home: -index,
    End: total - 1 - index,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined || total === 0) return undefined;
  return Math.max(0, Math.min(total - 1, index + step));
}
