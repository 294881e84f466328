/** Maximum length; longer text is cut. */
const MAX_SHOWN = 80;

/** Quotes any JSON value for an error message: one short line of printable ASCII, the rest escaped. */
export function quote(value: unknown): string {
  return escapeText(serialize(value), MAX_SHOWN);
}

/**
 * Escapes untrusted text for an error message: one line of printable ASCII, the rest escaped as in JSON. @param
 * maxLength of the result; longer text is cut
 */
export function escapeText(text: string, maxLength: number): string {
  const start = text.slice(0, maxLength + 1);
  const escaped = start.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return escaped.length > maxLength ? `${escaped.slice(0, maxLength)}…` : escaped;
}

function serialize(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "nested too deeply to be shown";
  }
}
