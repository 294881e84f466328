import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** How long a button confirms that it has copied. */
export const SAID_MS = 1500;

interface CopyProps {
  readonly text: string;
  /** Name of the copied text, for screen readers. */
  readonly what: string;
  readonly children: ComponentChildren;
}

/** A button that copies a text and confirms it. */
export function Copy({ text, what, children }: CopyProps) {
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    setSaid((await copyText(text)) ? "Copied" : "Can't copy here");
    setTimeout(() => setSaid(""), SAID_MS);
  };
  return (
    <span class="copying">
      <button type="button" class="copy" title={`Copy ${what}`} onClick={copy}>
        <span class="hidden">{`Copy ${what}: `}</span>
        {children}
      </button>
      <span class="said" role="status">
        {said}
      </span>
    </span>
  );
}

/** @returns whether it succeeded */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** A fallback that also works on pages served over plain HTTP. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
