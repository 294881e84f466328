import { wcagContrast } from "../color/culori.js";

/** Themes of pages that show an icon. */
export const THEMES = ["light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

/** A theme, or `auto`: that of the page which shows the image. */
export const THEME_CHOICES = [...THEMES, "auto"] as const;

export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** The paper of each theme, and the tint that is readable on it. */
const PAPERS: Readonly<Record<Theme, { readonly paper: string; readonly readable: string }>> = {
  light: { paper: "#ffffff", readable: "#000000" },
  dark: { paper: "#000000", readable: "#ffffff" },
};
/** Least contrast of graphics with what is next to them. Source: WCAG 2.2, 1.4.11. */
const LEAST_CONTRAST = 3;
/** Contrast of a brand's own color that is not replaced, such as React's light blue on white. */
const LEAST_VISIBLE = 1.5;

/**
 * The tint of a drawing without its background: the background's color if that made the drawing black or white, else its
 * own. With a theme, black or white where that color is too close to the page's.
 *
 * @param tint and the background as `#rrggbb`
 */
export function bareTint(tint: string, background: string, theme?: Theme): string {
  const isPlain = tint === "#ffffff" || tint === "#000000";
  const color = isPlain && background !== "#ffffff" ? background : tint;
  return theme === undefined ? color : readableColor(color, theme);
}

/** The color behind images for pages of a theme, as `#rrggbb`. */
export function paperOf(theme: Theme): string {
  return PAPERS[theme].paper;
}

/** A color, or black or white if it is too close to the page's. @param color as in CSS, else it is returned as it is */
export function readableColor(color: string, theme: Theme): string {
  return contrasting(color, theme, LEAST_CONTRAST);
}

/** A color, or black or white if nobody would see it on the page. @param color as in CSS, else it is returned as it is */
export function visibleColor(color: string, theme: Theme): string {
  return contrasting(color, theme, LEAST_VISIBLE);
}

function contrasting(color: string, theme: Theme, least: number): string {
  const { paper, readable } = PAPERS[theme];
  return wcagContrast(color, paper) < least ? readable : color;
}
