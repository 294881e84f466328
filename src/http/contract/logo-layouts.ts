/**
 * Services whose paths of logos by domain programs know. A first segment without a dot is no domain, so that other
 * unknown paths stay unknown.
 */
export const LOGO_LAYOUTS = {
  clearbit: "/:domain(^[^/]+\\.[^/]+$)",
  bitwarden: "/:domain(^[^/]+\\.[^/]+$)/icon.png",
} as const;

export type LogoLayout = keyof typeof LOGO_LAYOUTS;

export const LOGO_LAYOUT_NAMES = Object.keys(LOGO_LAYOUTS) as LogoLayout[];

/** Whether a layout has logos by domain instead of files by name. */
export function isLogoLayout(layout: string): layout is LogoLayout {
  return Object.hasOwn(LOGO_LAYOUTS, layout);
}
