import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Glyph } from "./glyph.js";
import { ImageButton } from "./toolbar.js";
import type { Navigate } from "./use-address.js";
import { useShortcuts } from "./use-shortcuts.js";
import { RESULT, readQuery, type View } from "./view.js";

/** Milliseconds without typing before a search is sent that counts against a quota. */
const PAUSE_MS = 180;
/** The maximum of the API. */
const MAX_LENGTH = 200;

interface SearchProps {
  readonly view: View;
  readonly navigate: Navigate;
  readonly placeholder: string;
  /** Whether searches count against a quota. */
  readonly isLimited: boolean;
  /** The down arrow moves the focus from the field to the results. */
  onDown(): void;
  /** Searches by an image instead. */
  onImage(file: Blob): void;
}

/** The search field, focused by `/`. Continuous typing creates a single history entry. */
export function SearchBox({ view, navigate, placeholder, isLimited, onDown, onImage }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(view.q);
  const typed = useRef(false);
  const sent = useRef(view.q);
  const timer = useRef(0);

  // Before the next key press, which would else be taken back.
  useLayoutEffect(() => {
    // The back button changes the query, too.
    if (view.q === sent.current) return;
    clearTimeout(timer.current);
    sent.current = view.q;
    setText(view.q);
  }, [view.q]);

  const search = (typedText: string): void => {
    const query = readQuery(typedText);
    if (query === sent.current) return;
    sent.current = query;
    navigate({ ...view, q: query, ...RESULT, icon: undefined }, typed.current ? "replace" : "push");
    typed.current = true;
  };
  const type = (query: string): void => {
    setText(query);
    clearTimeout(timer.current);
    if (isLimited) timer.current = setTimeout(() => search(query), PAUSE_MS);
    else search(query);
  };

  useShortcuts((event) => {
    if (event.key !== "/") return;
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  });

  return (
    <search>
      <form class="search" onSubmit={(event) => event.preventDefault()}>
        <Glyph name="search" />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label="Search icons"
          aria-keyshortcuts="/"
          placeholder={placeholder}
          autocomplete="off"
          spellcheck={false}
          maxLength={MAX_LENGTH}
          value={text}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            onDown();
          }}
          onBlur={() => {
            typed.current = false;
          }}
        />
        <div class="ends">
          {text === "" ? (
            <span class="shortcut" aria-hidden="true">
              /
            </span>
          ) : (
            <button
              type="button"
              class="tool"
              aria-label="Clear the search"
              onClick={() => {
                type("");
                input.current?.focus();
              }}
            >
              <Glyph name="close" />
            </button>
          )}
          <ImageButton onImage={onImage} />
        </div>
      </form>
    </search>
  );
}
