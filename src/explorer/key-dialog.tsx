import { useEffect, useRef, useState } from "preact/hooks";
import type { Meta } from "../client/responses.js";
import { FormDialog } from "./form-dialog.js";
import { recall, remember } from "./preferences.js";

interface KeyDialogProps {
  /** Metadata of the last response; undefined if there is none. */
  readonly meta?: Meta | undefined;
  /** The key in use. */
  readonly current: string | undefined;
  /** The entered key that the server did not accept, to correct. */
  readonly rejected?: string | undefined;
  /** Why a key is needed, if the server gave a reason. */
  readonly reason: string | undefined;
  /** @param key undefined: no key */
  onKey(key: string | undefined, keep: boolean): void;
  onClose(): void;
}

/** Prompts for an API key. */
export function KeyDialog({ meta, current, rejected = "", reason, onKey, onClose }: KeyDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(rejected);
  const [keep, setKeep] = useState(false);
  useEffect(() => input.current?.select(), []);
  const submit = (): void => {
    if (text.trim() !== "") onKey(text.trim(), keep);
  };
  const forget = current !== undefined && (
    <button type="button" class="button" onClick={() => onKey(undefined, false)}>
      Forget the key
    </button>
  );
  return (
    <FormDialog title="API key" action="Use this key" others={forget} onSubmit={submit} onClose={onClose}>
      {meta !== undefined && <p>{planText(meta, current !== undefined)}</p>}
      <label>
        <span>Key</span>
        <input
          ref={input}
          name="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          placeholder={current === undefined ? "icn_…" : "another key"}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {reason !== undefined && <p class="reason">{reason}</p>}
      <label class="check">
        <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.currentTarget.checked)} />
        <span>Remember it in this browser</span>
      </label>
      <p class="hint">
        Keys come from the operator of this server. Yours stays in this browser and is sent to this server only; without
        the tick it is forgotten with the tab.
      </p>
    </FormDialog>
  );
}

/** What may be requested now. */
function planText({ tier, rate_limit: limit = -1, rate_remaining: left = -1 }: Meta, hasKey: boolean): string {
  const plan = `${hasKey ? "With this browser's key" : "Without a key"}, you have the ${tier} plan`;
  const number = (count: number): string => count.toLocaleString("en");
  if (limit < 0) return `${plan}, without a limit.`;
  return `${plan}: ${number(left)} of ${number(limit)} requests are left today. The count starts again at 00:00 UTC.`;
}

/** The key stored in this browser. It is only sent in the header of requests to this server. */
export function storedKey(): string | undefined {
  return recall("key", "sessionStorage") ?? recall("key", "localStorage");
}

/** @param key undefined: delete it. @param keep whether to keep it after the tab is closed */
export function storeKey(key: string | undefined, keep: boolean): void {
  remember("key", keep ? undefined : key, "sessionStorage");
  remember("key", keep ? key : undefined, "localStorage");
}
