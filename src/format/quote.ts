/** Longer text is cut. */
const MAX_SHOWN = 80;

/** Text, numbers and whatever else JSON has, quoted for an error message: one short line of printable ASCII, the rest escaped. */
export function quote(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  const escaped = json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return escaped.length > MAX_SHOWN ? `${escaped.slice(0, MAX_SHOWN)}…` : escaped;
}
