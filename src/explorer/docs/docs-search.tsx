import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Glyph } from "../glyph.js";
import { useShortcuts } from "../use-shortcuts.js";

/** A heading, an operation or a parameter, where it is, and the text below it. */
export type Entry = readonly [title: string, page: string, path: string, text: string];

const MAX_HITS = 12;
/** Characters of a text that are shown, and those before the first word that was searched. */
const EXCERPT = 110;
const LEAD = 30;

interface SearchProps {
  /** Relative path of the server's root. */
  readonly root: string;
  /** Path of the entries, a JSON file. */
  readonly index: string;
}

/** Searches headings, operations and parameters. `/` focuses the field, arrow keys choose a result. */
export function DocsSearch({ root, index }: SearchProps) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [entries, setEntries] = useState<readonly Entry[] | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);

  useShortcuts((event) => {
    if (event.key !== "/") return;
    event.preventDefault();
    input.current?.select();
  });
  useLeaving(form, () => setOpen(false));
  const open = (): void => {
    setOpen(true);
    if (entries !== undefined) return;
    fetch(root + index)
      .then((response) => response.json())
      .then(setEntries)
      .catch(() => setEntries(undefined));
  };
  const step = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      input.current?.focus();
      setOpen(false);
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const stops = [...form.current!.querySelectorAll<HTMLElement>("input, a")];
    const next = stops.indexOf(document.activeElement as HTMLElement) + (event.key === "ArrowDown" ? 1 : -1);
    stops.at(next % stops.length)?.focus();
  };
  const hits = entries === undefined ? [] : findEntries(entries, query);
  const isSearched = isOpen && query.trim() !== "" && entries !== undefined;
  return (
    <search>
      <form
        ref={form}
        class="search"
        onKeyDown={step}
        onSubmit={(event) => {
          event.preventDefault();
          form.current?.querySelector<HTMLElement>(".hits a")?.click();
        }}
      >
        <Glyph name="search" />
        <input
          ref={input}
          type="search"
          aria-label="Search the documentation"
          aria-keyshortcuts="/"
          placeholder="Search the documentation"
          autocomplete="off"
          spellcheck={false}
          value={query}
          onFocus={open}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setOpen(true);
          }}
        />
        <span class="shortcut" aria-hidden="true">
          /
        </span>
        <p class="hidden" role="status">
          {isSearched && (hits.length === 0 ? "Nothing found" : `${hits.length} found`)}
        </p>
        {isSearched && <Hits root={root} query={query.trim()} hits={hits} onChoose={() => setOpen(false)} />}
      </form>
    </search>
  );
}

interface HitsProps {
  readonly root: string;
  readonly query: string;
  readonly hits: readonly Entry[];
  onChoose(): void;
}

/** Links to what was found, and to icons of that name. */
function Hits({ root, query, hits, onChoose }: HitsProps) {
  return (
    <ul class="hits">
      {hits.map(([title, page, path, text]) => (
        <li key={path}>
          <a href={root + path} onClick={onChoose}>
            <b>{title}</b> <span>{page}</span>
            <small>{excerptOf(text, query)}</small>
          </a>
        </li>
      ))}
      {hits.length === 0 && <li class="none">No page of the documentation matches.</li>}
      <li class="beyond">
        <a href={`${root || "./"}?q=${encodeURIComponent(query)}`}>
          <b>Search icons for “{query}”</b> <span>Icons</span>
        </a>
      </li>
    </ul>
  );
}

/** Calls a function when pointer or focus go elsewhere. */
function useLeaving(place: RefObject<HTMLElement>, onLeave: () => void): void {
  useEffect(() => {
    const leave = (event: Event): void => {
      if (!place.current?.contains(event.target as Node)) onLeave();
    };
    addEventListener("pointerdown", leave);
    addEventListener("focusin", leave);
    return () => {
      removeEventListener("pointerdown", leave);
      removeEventListener("focusin", leave);
    };
  }, []);
}

/** The part of a text that has the first word of the query that it has, else its start. */
function excerptOf(text: string, query: string): string {
  const at = startsOf(query)
    .map((start) => text.search(start))
    .find((place) => place >= 0);
  const start = at === undefined || at <= LEAD ? 0 : text.lastIndexOf(" ", at - LEAD) + 1;
  const end = text.length - start <= EXCERPT ? text.length : text.lastIndexOf(" ", start + EXCERPT);
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Patterns that match where a word of the query begins one of a text. */
function startsOf(query: string): RegExp[] {
  return wordsOf(query).map((word) => new RegExp(`\\b${word.replaceAll(/\W/g, "\\$&")}`, "i"));
}

/**
 * Entries with every word of the query, first those whose title begins with it, then titles with all words, then texts;
 * pages before their headings, and these before parameters. Those that read the same are one.
 */
export function findEntries(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = wordsOf(query);
  const starts = startsOf(query);
  const rankOf = ([title, page, path, text]: Entry): number => {
    const lower = title.toLowerCase();
    const all = `${lower} ${page.toLowerCase()}`;
    const kind = path.includes("#parameter-") ? 0 : path.includes("#") ? 1 : 2;
    if (!words.every((word) => all.includes(word))) {
      return starts.every((start) => start.test(all) || start.test(text)) ? (kind + 1) / 10 : 0;
    }
    return kind + (lower.startsWith(words[0] ?? "") ? 3 : words.every((word) => lower.includes(word)) ? 2 : 1);
  };
  const ranked = entries.map((entry) => [rankOf(entry), entry] as const).filter(([rank]) => rank > 0);
  const sorted = ranked.sort(([one], [other]) => other - one).map(([, entry]) => entry);
  const different = new Map(sorted.toReversed().map((entry) => [`${entry[0]}\n${entry[1]}`, entry]));
  return [...different.values()].toReversed().slice(0, MAX_HITS);
}
