import { useState } from "preact/hooks";
import { Glyph } from "./glyph.js";

/** How long a button confirms that it has copied. */
export const SAID_MS = 1500;

interface CopyProps {
  /** What is copied, possibly read at the time. */
  readonly text: string | (() => string);
  /** Name of the copied text, for screen readers. */
  readonly what: string;
  readonly glyph?: "copy" | "link";
  /** Text on the button, beside the glyph, which the confirmation replaces for a moment. */
  readonly label?: string;
}

/** A button that copies a text and confirms it. */
export function CopyButton({ text, what, glyph = "copy", label }: CopyProps) {
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    setSaid((await copyText(typeof text === "string" ? text : text())) ? "Copied" : "Can't copy here");
    setTimeout(() => setSaid(""), SAID_MS);
  };
  return (
    <span class="copying">
      <button type="button" class={label === undefined ? "tool" : "button"} title={`Copy ${what}`} onClick={copy}>
        <span class="hidden">{label === undefined ? `Copy ${what}` : `Copy ${what}: `}</span>
        {label !== undefined && <span>{said === "" ? label : said}</span>}
        <Glyph name={said === "Copied" ? "check" : glyph} />
      </button>
      <span class={label === undefined ? "said" : "hidden"} role="status">
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
