/** Drawings on the buttons: strokes in a square of 24. */
const SIGNS = {
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01",
  close: "M6 6l12 12M18 6L6 18",
  auto: "M12 3a9 9 0 0 0 0 18zM12 3a9 9 0 0 1 0 18",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
} as const;

/** A drawing that stands for a word; who can't see it gets the word elsewhere. */
export function Sign({ name }: { name: keyof typeof SIGNS }) {
  return (
    <svg class="sign" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d={SIGNS[name]} />
    </svg>
  );
}
