/** Icons of the page itself: strokes in a 24 × 24 square. */
const GLYPHS = {
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01",
  close: "M6 6l12 12M18 6L6 18",
  auto: "M12 3a9 9 0 0 0 0 18zM12 3a9 9 0 0 1 0 18",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4.5 4.5",
  filters: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  menu: "M4 7h16M4 12h16M4 17h16",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M5 12.5l4.5 4.5L19 7.5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  dice: "M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM8.4 8.7h.6v.6h-.6zM15 8.7h.6v.6H15zM11.7 11.7h.6v.6h-.6zM8.4 14.7h.6v.6h-.6zM15 14.7h.6v.6H15z",
  star: "M12 3.6l2.6 5.2 5.7.8-4.1 4 1 5.7-5.2-2.7-5.2 2.7 1-5.7-4.1-4 5.7-.8z",
  recent: "M4 12a8 8 0 1 0 2.4-5.7L4 8.6M4 4v4.6h4.6M12 7.5V12l3 2",
  sort: "M7 5v14M3.5 15.5L7 19l3.5-3.5M14 7h6M14 12h4.5M14 17h3",
  removed: "M4 5h16v4H4zM5.5 9v10h13V9M9.5 12.5l5 4M14.5 12.5l-5 4",
  select:
    "M4.5 7a2.5 2.5 0 0 1 2.5-2.5h10A2.5 2.5 0 0 1 19.5 7v10a2.5 2.5 0 0 1-2.5 2.5H7A2.5 2.5 0 0 1 4.5 17zM8.5 12.3l2.5 2.5 4.7-5.3",
  collection: "M4 8.5a2 2 0 0 1 2-2h4l2 2.5h6a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z",
  previous: "M14.5 6l-6 6 6 6",
  next: "M9.5 6l6 6-6 6",
  key: "M14.5 4.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10M11 13l-7 7M6.5 17.5l2 2M15.5 8.5h.01",
  offline: "M4 4l16 16M7.5 8.3A4.5 4.5 0 0 0 7 17.2h9.5M11 6.3a5.5 5.5 0 0 1 6.6 4.2 3.6 3.6 0 0 1 2 5.6",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
} as const;

/** A decorative icon, hidden from screen readers, which get a text elsewhere. */
export function Glyph({ name }: { name: keyof typeof GLYPHS }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d={GLYPHS[name]} />
    </svg>
  );
}

/** A color as a round sample. Painted by an attribute, since the content security policy forbids inline styles. */
export function Sample({ color }: { color: string }) {
  return (
    <svg class="sample" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.5" fill={color} />
    </svg>
  );
}
