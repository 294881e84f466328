import { VariantNotFoundError } from "./generation/catalog-errors.js";

/** Themes of pages that show an icon. */
export const THEMES = ["light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

/** Which image of an icon is wanted; default: its own. */
export interface ImageChoice {
  /** Name of a variant. */
  readonly variant?: string | undefined;
  /** The theme of the page: of several images, the one for its background. */
  readonly theme?: Theme | undefined;
}

/**
 * The variant for the background of each theme. As in other collections, the name is the color of the image: a light
 * image is for dark pages.
 */
const FOR_THEME: Readonly<Record<Theme, string>> = { light: "dark", dark: "light" };

/**
 * The variant that a choice means; undefined means the icon's own image. With a theme, `light` or `dark` of an icon and
 * `NAME-light` or `NAME-dark` of a variant come first, if the icon has them.
 *
 * @throws VariantNotFoundError if the icon has no variant of that name
 */
export function chooseVariant<Variant extends { readonly name: string }>(
  id: string,
  variants: readonly Variant[],
  { variant, theme }: ImageChoice,
): Variant | undefined {
  const find = (name: string): Variant | undefined => variants.find((known) => known.name === name);
  const suffix = theme === undefined ? undefined : FOR_THEME[theme];
  if (variant === undefined) return suffix === undefined ? undefined : find(suffix);
  const chosen = (suffix === undefined ? undefined : find(`${variant}-${suffix}`)) ?? find(variant);
  if (chosen !== undefined) return chosen;
  throw new VariantNotFoundError(
    id,
    variant,
    variants.map(({ name }) => name),
  );
}
