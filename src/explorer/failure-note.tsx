import type { ApiFailure } from "./api.js";

interface FailureProps {
  readonly failure: ApiFailure;
  onRetry(): void;
  onAskKey(): void;
}

/** Shows what went wrong and what to do. */
export function FailureNote({ failure, onRetry, onAskKey }: FailureProps) {
  const { status } = failure;
  const [title, text] = noteOf(failure);
  return (
    <div class="message" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <p class="actions">
        {status === 429 || status === 401 ? (
          <button type="button" class="button" onClick={onAskKey}>
            {status === 429 ? "Use another key" : "Enter a key"}
          </button>
        ) : (
          <button type="button" class="button" onClick={onRetry}>
            Try again
          </button>
        )}
      </p>
    </div>
  );
}

/** @returns a heading and an explanation */
function noteOf({ status, code, message, retryAfter }: ApiFailure): readonly [string, string] {
  if (code === "too_many_invalid_keys") return ["Too many invalid keys", "A valid one is taken at once."];
  if (status === 429)
    return ["The day's requests are used up", `They come back at 00:00 UTC, ${waitText(retryAfter)}.`];
  if (status === 401) return ["An API key is needed", "This server rejects requests without a key."];
  if (status === 0) return ["No response", message];
  return ["That did not work", message];
}

/** @param seconds undefined: unknown */
export function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return "at midnight";
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `in ${minutes} min`;
  return `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
