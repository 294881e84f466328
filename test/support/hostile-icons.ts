import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that several tests of a file share until it is removed. */
export interface TemporaryFolder {
  /** @returns the file's path */
  write(name: string, value: unknown): string;
  remove(): void;
}

export function createTemporaryFolder(): TemporaryFolder {
  const folder = mkdtempSync(join(tmpdir(), "icons-hostile-"));
  return {
    write(name, value) {
      const path = join(folder, name.replaceAll(" ", "-"));
      writeFileSync(path, JSON.stringify(value));
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const SPACED = "abcdefghijklmnopq";
const LONG_WORD = "qwertzuiopasdfghjklyxcvbnm";
const LONGEST = 200;

type Members = Readonly<Record<string, unknown>>;

const icons = (count: number, kind: string, members: (at: number) => Members): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${kind}${at}`,
    developer: "D",
    category: `c${at}`,
    ...members(at),
  }));

/** Names with the same letters in different spacing. */
export function spacedIcons(count: number): readonly object[] {
  const spaced = (number: number): string =>
    [...SPACED].map((letter, at) => ((number >> at) & 1 ? `${letter} ` : letter)).join("");
  return icons(count, "s", (at) => ({ name: `${spaced(at)}1` }));
}

/** Long words that differ in two letters. */
export function nearIcons(count: number): readonly object[] {
  return icons(count, "n", (at) => {
    const letters = [...LONG_WORD];
    letters[24] = String.fromCharCode(97 + (at % 26));
    letters[25] = String.fromCharCode(97 + (Math.floor(at / 26) % 26));
    return { name: `${letters.join("")} ${at}` };
  });
}

/** Names that end in forty symbols. */
export function signIcons(count: number): readonly object[] {
  return icons(count, "g", () => ({ name: `Sign ${"=".repeat(40)}` }));
}

/** The maximum number of combining marks in the name and all aliases but the last. */
export function markedIcons(count: number): readonly object[] {
  return icons(count, "m", () => withAliases((at) => `ก${"\u0e34\u0323".repeat(90)}${at}`));
}

/** The maximum number of letters of a script without spaces in the name and all aliases but the last. */
export function composedIcons(count: number): readonly object[] {
  return icons(count, "w", () => withAliases((at) => "一".repeat(LONGEST - at)));
}

function withAliases(make: (at: number) => string): Members {
  return { name: make(0), aliases: [...Array.from({ length: 49 }, (_, at) => make(at + 1)), "zz"] };
}
