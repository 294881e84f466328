/** What the picker shows before somebody has chosen. */
const FIRST = "#1e88e5";

interface AnyColorProps {
  /** `#rrggbb`; undefined: none is chosen. */
  readonly chosen: string | undefined;
  onColor(hex: string): void;
}

/** Chooses a colour that is no label; the API answers for the nearest one that is. */
export function AnyColor({ chosen, onColor }: AnyColorProps) {
  return (
    <label class="chip any-color" title="Choose any color">
      <input type="color" value={chosen ?? FIRST} onChange={(event) => onColor(event.currentTarget.value)} />
      <span class="label">Any color …</span>
    </label>
  );
}
