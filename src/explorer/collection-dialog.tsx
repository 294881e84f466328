import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Longer names are no names. */
const MAX_NAME = 60;

interface NameDialogProps {
  readonly title: string;
  /** What the button says. */
  readonly action: string;
  /** The name at first. */
  readonly name?: string;
  /** Other choices, above the name. */
  readonly children?: ComponentChildren;
  onName(name: string): void;
  onClose(): void;
}

/** Asks for the name of a collection. */
export function NameDialog({ title, action, name = "", children, onName, onClose }: NameDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(name);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="key" aria-labelledby="name-title" onClose={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === "") return;
          // Closing returns the focus.
          dialog.current?.close();
          onName(text.trim());
        }}
      >
        <h2 id="name-title">{title}</h2>
        {children}
        <label>
          <span>{children === undefined ? "Name" : "New collection"}</span>
          <input
            name="name"
            autocomplete="off"
            required
            maxLength={MAX_NAME}
            placeholder="My project"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <p class="hint">Collections stay in this browser. The link of a collection opens it in any other.</p>
        <p class="actions">
          <button type="submit" class="button primary">
            {action}
          </button>
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}
