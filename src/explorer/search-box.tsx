import { useEffect, useRef, useState } from "preact/hooks";
import { Glyph } from "./glyph.js";
import type { Navigate } from "./use-address.js";
import { RESULT, type View } from "./view.js";

/** Milliseconds without typing before a search is sent. */
const PAUSE_MS = 180;
/** The maximum of the API. */
const MAX_LENGTH = 200;

interface SearchProps {
  readonly view: View;
  readonly navigate: Navigate;
  readonly placeholder: string;
  /** The down arrow moves the focus from the field to the results. */
  onDown(): void;
}

/** The search field, focused by `/`. Continuous typing creates a single history entry. */
export function SearchBox({ view, navigate, placeholder, onDown }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(view.q);
  const typed = useRef(false);
  const sent = useRef(view.q);

  useEffect(() => {
    // The back button changes the query, too.
    if (view.q === sent.current) return;
    sent.current = view.q;
    setText(view.q);
  }, [view.q]);

  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      navigate({ ...view, q: text, ...RESULT, icon: undefined }, typed.current ? "replace" : "push");
      typed.current = true;
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know the element `search`
    <form role="search" class="search" onSubmit={(event) => event.preventDefault()}>
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
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          onDown();
        }}
        onBlur={() => {
          typed.current = false;
        }}
      />
      <span class="shortcut" aria-hidden="true">
        /
      </span>
    </form>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input:not([type=radio], [type=checkbox]), textarea, dialog") !== null
  );
}
