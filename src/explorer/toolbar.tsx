import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Meta } from "../client/answers.js";
import { DENSITIES, type Density } from "./grid-layout.js";
import { recall, remember } from "./preferences.js";

const NAMES = Object.keys(DENSITIES) as Density[];

const THEMES = ["auto", "light", "dark"] as const;

/** Button icons: strokes in a 24 × 24 square. */
const GLYPHS = {
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01",
  close: "M6 6l12 12M18 6L6 18",
  auto: "M12 3a9 9 0 0 0 0 18zM12 3a9 9 0 0 1 0 18",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
} as const;

interface DensityProps {
  readonly density: Density;
  onDensity(density: Density): void;
}

interface PlanProps {
  /** Metadata of the last answer. */
  readonly meta: Meta | undefined;
  onClick(): void;
}
type Theme = (typeof THEMES)[number];

/** Chooses the size of the icons. */
export function DensityChoice({ density, onDensity }: DensityProps) {
  return (
    <fieldset class="density">
      <legend class="hidden">Icon size</legend>
      {NAMES.map((name) => (
        <label key={name} title={`${name} icons`}>
          <input type="radio" name="density" checked={name === density} onChange={() => onDensity(name)} />
          <span aria-hidden="true" class={`square ${name}`} />
          <span class="hidden">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Chooses an image to find similar icons. */
export function ImageButton({ onImage }: { onImage(file: Blob): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="tool wide"
        title="Find icons similar to an image: choose, drop or paste one"
        onClick={() => input.current?.click()}
      >
        <Glyph name="image" />
        <span class="word">By image</span>
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*,.svg"
        aria-label="Image file"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) onImage(file);
        }}
      />
    </>
  );
}

/** Shows the plan and the remaining quota; opens the key dialog. */
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

/** Cycles through system, light and dark colors. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(() => THEMES.find((known) => known === recall("theme")) ?? "auto");
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    remember("theme", theme === "auto" ? undefined : theme);
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] as Theme;
  return (
    <button
      type="button"
      class="tool"
      aria-label={`Colors: ${theme}`}
      title={`Colors: ${theme}`}
      onClick={() => setTheme(next)}
    >
      <Glyph name={theme} />
    </button>
  );
}

/** A decorative icon, hidden from screen readers, which get a text elsewhere. */
export function Glyph({ name }: { name: keyof typeof GLYPHS }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d={GLYPHS[name]} />
    </svg>
  );
}
