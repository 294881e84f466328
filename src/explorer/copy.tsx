import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** How long a button says that it has copied. */
export const SAID_MS = 1500;

interface CopyProps {
  readonly text: string;
  /** What is copied, for who can't see it. */
  readonly what: string;
  readonly children: ComponentChildren;
}

/** A button that copies a text and says so. */
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

/** @returns whether it worked */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The way that also works where the page came over plain HTTP. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
