import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { FormDialog } from "./form-dialog.js";

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
  const [text, setText] = useState(name);
  const submit = (close: () => void): void => {
    if (text.trim() === "") return;
    close();
    onName(text.trim());
  };
  return (
    <FormDialog title={title} action={action} onSubmit={submit} onClose={onClose}>
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
    </FormDialog>
  );
}
