/** A duration for people, of four letters before the unit at most: 120 µs, 1.4 ms, 250 ms, 2.5 s. */
export function durationText(seconds: number | undefined): string {
  if (seconds === undefined) return "–";
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  return seconds < 1 ? `${short(seconds * 1000)} ms` : `${short(seconds)} s`;
}

/** A rate for people: 0, 0.3, 12, 1,234. */
export function rateText(perSecond: number): string {
  if (perSecond === 0) return "0";
  return perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString("en");
}

/** How long ago something was: 40 s, 12 min, 5 h, 3 d. */
export function agoText(time: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  const units = [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
  ] as const;
  const [unit, size] = units.find(([, size]) => seconds >= 2 * size) ?? ["s", 1];
  return `${Math.floor(seconds / size)} ${unit} ago`;
}

function short(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
