import type { ComponentChildren } from "preact";
import type { ApiFailure } from "./api.js";
import { Glyph } from "./glyph.js";

interface FailureProps {
  readonly failure: ApiFailure;
  /** What is shown below, if the note does not stand alone. */
  readonly below?: string | undefined;
  /** Whether it is tried again without a click. Default false. */
  readonly retries?: boolean;
  onRetry(): void;
  onAskKey(): void;
  /** Further remedies. */
  readonly children?: ComponentChildren;
}

/** Shows what went wrong and what to do. */
export function FailureNote({ failure, below, retries = false, onRetry, onAskKey, children }: FailureProps) {
  const { status, left } = failure;
  const [title, text] = noteOf(failure);
  const needsKey = status === 429 || status === 401;
  return (
    <div class={below === undefined ? "message" : "notice"} role="alert">
      {below === undefined && <Glyph name={needsKey ? "key" : "offline"} />}
      <div>
        <h2>{title}</h2>
        <p>
          {text}
          {retries && failure.isPassing && " The page keeps trying."}
          {below}
        </p>
      </div>
      <p class="actions">
        {!needsKey && (
          <button type="button" class="button" onClick={onRetry}>
            {left === undefined ? "Try again" : "Use them here"}
          </button>
        )}
        {(needsKey || left !== undefined) && (
          <button type="button" class="button" onClick={onAskKey}>
            {status === 429 && failure.code !== "too_many_invalid_keys"
              ? "Use a key with more requests"
              : "Enter a key"}
          </button>
        )}
        {children}
      </p>
    </div>
  );
}

/** @returns a heading and an explanation */
function noteOf({ status, code, message, retryAfter, left }: ApiFailure): readonly [string, string] {
  if (left !== undefined)
    return [
      left === 1 ? "1 request left today" : `${left} requests left today`,
      "Programs may need them, so this page uses them only if you say so.",
    ];
  if (code === "too_many_invalid_keys") return ["Too many invalid keys", "A valid one is taken at once."];
  if (status === 429)
    return [
      "The day's requests are used up",
      `They come back at 00:00 UTC, ${waitText(retryAfter)}. A key of the server's operator has requests of its own.`,
    ];
  if (code === "invalid_api_key") return ["This key is not valid", "Enter another one, or forget it."];
  if (status === 401)
    return ["An API key is needed", "This server rejects requests without a key. Its operator gives out keys."];
  if (status === 0) return ["No response", message];
  return ["The icons can't be loaded", message];
}

/** @param seconds undefined: unknown */
export function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return "at midnight";
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `in ${minutes} min`;
  return `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
