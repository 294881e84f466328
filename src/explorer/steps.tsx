import { useRef } from "preact/hooks";
import { Glyph } from "./glyph.js";
import type { Listed } from "./selection.js";
import { useShortcuts } from "./use-shortcuts.js";

interface StepsProps {
  /** The icon whose detail is open. */
  readonly id: string;
  readonly listed: Listed | undefined;
  /** Opens another icon of the list. */
  onStep(id: string): void;
}

/** Leads to the previous and the next icon of the list, also by arrow keys. */
export function Steps({ id, listed, onStep }: StepsProps) {
  const last = useRef<number>();
  const at = listed?.indexOf(id, last.current);
  last.current = at;
  const step = async (by: -1 | 1): Promise<void> => {
    if (listed === undefined || at === undefined || at + by < 0 || at + by >= listed.total) return;
    // The list shows failures of its own.
    const icon = await listed.load(at + by).catch(() => undefined);
    if (icon !== undefined) onStep(icon.id);
  };
  useShortcuts((event) => {
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    if (by === undefined || event.defaultPrevented || event.shiftKey) return;
    // Where arrow keys have a meaning of their own.
    if ((event.target as Element).closest('[role="grid"], [type="radio"], select, pre')) return;
    event.preventDefault();
    void step(by);
  });
  if (listed === undefined || at === undefined || listed.total < 2) return <span class="steps" />;
  return (
    <span class="steps">
      <button
        type="button"
        class="tool"
        aria-label="Previous icon"
        title="Previous icon (←)"
        disabled={at === 0}
        onClick={() => void step(-1)}
      >
        <Glyph name="previous" />
      </button>
      <button
        type="button"
        class="tool"
        aria-label="Next icon"
        title="Next icon (→)"
        disabled={at === listed.total - 1}
        onClick={() => void step(1)}
      >
        <Glyph name="next" />
      </button>
      <span class="hint">{`${(at + 1).toLocaleString("en")} of ${listed.total.toLocaleString("en")}`}</span>
    </span>
  );
}
