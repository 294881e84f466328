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
