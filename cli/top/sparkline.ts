const BARS = [..."▁▂▃▄▅▆▇█"];

/** The latest values as bars, the highest of them full; a blank where there is no value. */
export function sparkline(values: readonly (number | undefined)[], width: number): string {
  const shown = values.slice(-width);
  const highest = Math.max(...shown.map((value) => value ?? 0));
  const bar = (value: number | undefined): string => {
    if (value === undefined) return " ";
    return BARS[highest > 0 ? Math.round((value / highest) * (BARS.length - 1)) : 0]!;
  };
  return shown.map(bar).join("").padStart(width);
}
