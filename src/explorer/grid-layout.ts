/** How large the items of the grid are. */
export const DENSITIES = {
  small: { width: 84, height: 84, image: 44 },
  medium: { width: 112, height: 120, image: 64 },
  large: { width: 168, height: 176, image: 112 },
} as const;

export type Density = keyof typeof DENSITIES;

/** Which rows of a grid are drawn, and where. */
interface GridLayout {
  readonly columns: number;
  readonly rows: number;
  /** Pixels of the whole scrolled area. */
  readonly height: number;
  readonly firstRow: number;
  /** Behind the last row that is drawn. */
  readonly endRow: number;
  /** The top of the first drawn row in the scrolled area, in pixels. */
  readonly top: number;
}

/** What a grid is laid out in; all in pixels. */
export interface GridWindow {
  readonly width: number;
  readonly viewport: number;
  readonly scrollTop: number;
}

/** Browsers place nothing beyond some 17 million pixels (Firefox), 33 million (Chromium). */
export const MAX_HEIGHT = 8_000_000;
/** Rows drawn above and below what is seen. */
const MARGIN_ROWS = 2;

/**
 * Lays out the visible part of a grid. Where all rows would be higher than a browser can scroll, the way of the scrollbar is
 * shorter than the rows: its part of the way is the part of the rows that has gone by.
 */
export function layoutGrid(total: number, item: { width: number; height: number }, window: GridWindow): GridLayout {
  const { width, viewport, scrollTop } = window;
  const columns = Math.max(1, Math.floor(width / item.width));
  const rows = Math.ceil(total / columns);
  const full = rows * item.height;
  const height = Math.min(full, MAX_HEIGHT);
  const offset = scrollTop + gone(full, height, viewport, scrollTop);
  const firstRow = Math.max(0, Math.min(rows, Math.floor(offset / item.height)) - MARGIN_ROWS);
  const endRow = Math.min(rows, Math.ceil((offset + viewport) / item.height) + MARGIN_ROWS);
  return { columns, rows, height, firstRow, endRow, top: firstRow * item.height - (offset - scrollTop) };
}

/** Where to scroll so that a row is seen whole; where it is already, `scrollTop` itself. */
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

/** By how much the rows are further than the scrollbar. */
function gone(full: number, height: number, viewport: number, scrollTop: number): number {
  // The way goes on a little beyond the rows, by the margin below them.
  return full === height ? 0 : Math.min(1, scrollTop / Math.max(1, height - viewport)) * (full - height);
}

/**
 * Where a key leads in a grid.
 *
 * @param index where the focus is. @param page rows that are seen at once
 * @returns the item to focus; undefined for a key that does not move
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
