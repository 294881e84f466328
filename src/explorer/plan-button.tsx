import type { Meta } from "../client/answers.js";

interface PlanProps {
  /** Of the last answer. */
  readonly meta: Meta | undefined;
  onClick(): void;
}

/** The plan and what is left of it; opens the key dialog. */
export function PlanButton({ meta, onClick }: PlanProps) {
  return (
    <button type="button" class="plan" title="API key" onClick={onClick}>
      {meta?.tier === undefined ? (
        "API key"
      ) : (
        <>
          <b>{meta.tier}</b> <span>{leftText(meta)}</span>
        </>
      )}
    </button>
  );
}

function leftText({ rate_limit: limit = -1, rate_remaining: left = -1 }: Meta): string {
  return limit < 0 ? "unlimited" : `${left} of ${limit} left`;
}
