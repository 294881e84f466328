const GROUP = "Desktop Entry";
const LINE = /^([A-Za-z0-9-]+)(?:\[([^\]]+)\])?\s*=\s*(.*)$/;
const ESCAPES: Readonly<Record<string, string>> = { s: " ", n: "\n", t: "\t", r: "\r", "\\": "\\", ";": ";" };

/** The group of a `.desktop` file that describes the application; actions and other groups are skipped. */
export interface DesktopEntry {
  /** The value of a key without a locale. */
  text(key: string): string | undefined;
  /** The values of a list. */
  list(key: string): readonly string[];
  /** The translations of a key, by locale: `de`, `pt_BR`, `sr@latin`. */
  translations(key: string): ReadonlyMap<string, string>;
}

/**
 * Parses a desktop entry according to the Desktop Entry Specification 1.5. Invalid lines are skipped; for a duplicate
 * key, the first one counts.
 *
 * @returns undefined if there is no such group
 */
export function parseDesktopEntry(text: string): DesktopEntry | undefined {
  const values = new Map<string, string>();
  const translated = new Map<string, Map<string, string>>();
  let group: string | undefined;
  let found = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("[")) {
      group = /^\[([^\]]*)\]\s*$/.exec(line)?.[1];
      found ||= group === GROUP;
      continue;
    }
    const [, key, locale, value = ""] = (group === GROUP && LINE.exec(line)) || [];
    if (key === undefined) continue;
    if (locale === undefined) {
      if (!values.has(key)) values.set(key, value);
      continue;
    }
    const others = translated.get(key) ?? new Map<string, string>();
    if (!others.has(locale)) others.set(locale, unescaped(value));
    translated.set(key, others);
  }
  if (!found) return undefined;
  return {
    text: (key) => (values.has(key) ? unescaped(values.get(key) as string) : undefined),
    list: (key) => splitList(values.get(key) ?? ""),
    translations: (key) => translated.get(key) ?? new Map(),
  };
}

function unescaped(value: string): string {
  return value.replaceAll(/\\(.)/g, (whole, letter: string) => ESCAPES[letter] ?? whole).trim();
}

/** "a;b\;c;" → a, b;c */
function splitList(value: string): string[] {
  const parts = value.match(/(?:\\.|[^;\\])+/g) ?? [];
  return parts.map(unescaped).filter((part) => part !== "");
}
