import { useEffect, useReducer, useRef } from "preact/hooks";

/** Rows with icons that may be added per frame while scrolling; more would delay frames. */
const ROWS_PER_FRAME = 2;

interface RowWindow {
  readonly firstRow: number;
  readonly endRow: number;
  /** The first row in view, and the one after the last. */
  readonly inView: readonly [first: number, end: number];
  /** 0 until the window is measured. */
  readonly columns: number;
  readonly result: unknown;
}

/**
 * The rows that are drawn with icons. While scrolling, only a few are added per frame, the visible ones first; those of a
 * new result in view are drawn at once.
 *
 * @param when whether a row is drawn at once, when its turn comes, or not until it is loaded
 */
export function useRowsToDraw(
  { firstRow, endRow, inView, columns, result }: RowWindow,
  when: (row: number) => "now" | "soon" | "later",
): ReadonlySet<number> {
  const before = useRef<{ readonly result: unknown; readonly columns: number; readonly rows: ReadonlySet<number> }>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isSame = before.current?.result === result && before.current?.columns === columns;
  const known = isSame ? before.current?.rows : undefined;
  const isFar = (row: number): boolean => row < inView[0] || row >= inView[1];
  const nearest = Array.from({ length: Math.max(0, endRow - firstRow) }, (_, at) => firstRow + at).sort(
    (a, b) => Number(isFar(a)) - Number(isFar(b)) || a - b,
  );
  const rows = new Set<number>();
  const isNew = known === undefined || known.size === 0;
  let left = isNew ? 0 : ROWS_PER_FRAME;
  let isWaiting = false;
  for (const row of nearest) {
    const turn = when(row);
    if (turn === "later") continue;
    if (turn === "now" || known?.has(row) || (isNew && !isFar(row)) || left-- > 0) rows.add(row);
    else isWaiting = true;
  }
  useEffect(() => {
    before.current = { result, columns, rows };
    if (!isWaiting) return;
    const frame = requestAnimationFrame(() => redraw(undefined));
    return () => cancelAnimationFrame(frame);
  });
  return rows;
}
