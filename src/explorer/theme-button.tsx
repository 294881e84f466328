import { useLayoutEffect, useState } from "preact/hooks";
import { recall, remember } from "./preferences.js";
import { Sign } from "./sign.js";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** Goes from the system's colours to light ones, to dark ones, and back. */
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
      <Sign name={theme} />
    </button>
  );
}
