import {
  decodeImageHead,
  decodeStoredImage,
  encodeStoredImage,
  type StoredImage,
  withPresentation,
} from "../format/stored-image.js";
import type { StoredVariant } from "../format/variants.js";
import { bareTint, readableColor, type Theme, type ThemeChoice, visibleColor } from "../images/bare-tint.js";
import { ownColor, recolor } from "../images/compose-drawing.js";
import { VariantNotFoundError } from "./generation/catalog-errors.js";

/** Which image of an icon is wanted; default: its own. */
export interface ImageChoice {
  /** Name of a variant. */
  readonly variant?: string | undefined;
  /** The theme of the page: of several images, the one for its background; `auto` is both in one drawing. */
  readonly theme?: ThemeChoice | undefined;
}

/**
 * The variant for the background of each theme. As in other collections, the name is the color of the image: a light
 * image is for dark pages.
 */
const FOR_THEME: Readonly<Record<Theme, string>> = { light: "dark", dark: "light" };

/** Name of the variant that every icon with a background has: its drawing alone. */
const BARE = "bare";

/** An image of an icon, as stored in the blob `images`, and its name. */
type NamedImage = Pick<StoredVariant, "name" | "image">;

/**
 * The variant that a choice means; undefined means the icon's own image. With a theme, `light` or `dark` of an icon and
 * `NAME-light` or `NAME-dark` of a variant come first, if the icon has them; without these, a drawing in a single color
 * is black or white if its own is invisible there.
 *
 * @param own the icon's own image; if it has a background, the icon has a variant `bare`
 * @throws VariantNotFoundError if the icon has no variant of that name
 */
export function chooseVariant(
  id: string,
  variants: readonly NamedImage[],
  { variant, theme }: { readonly variant?: string | undefined; readonly theme?: Theme | undefined },
  own: Buffer,
): NamedImage | undefined {
  const find = (name: string): NamedImage | undefined => variants.find((known) => known.name === name);
  const suffix = theme === undefined ? undefined : FOR_THEME[theme];
  if (variant === undefined)
    return theme === undefined ? undefined : (find(FOR_THEME[theme]) ?? visibleOwn(own, theme));
  const chosen = (suffix === undefined ? undefined : find(`${variant}-${suffix}`)) ?? find(variant);
  if (chosen !== undefined) return chosen;
  const bare = bareImage(own, theme);
  if (variant === BARE && bare !== undefined) return { name: BARE, image: bare };
  const names = variants.map(({ name }) => name);
  throw new VariantNotFoundError(id, variant, bare === undefined ? names : [...names, BARE]);
}

/**
 * The image of an icon without its background and margin. A drawing that the background made black or white gets the
 * background's color; with a theme, black or white where that color, or that of a drawing in a single color, is too
 * close to the page's.
 *
 * @param item as stored in the blob `images`
 * @returns undefined if the image has no background
 */
function bareImage(item: Buffer, theme: Theme | undefined): Buffer | undefined {
  if (item.length === 0) return undefined;
  const { background, tint, recolorable } = decodeImageHead(item);
  if (background === undefined) return undefined;
  const bare = { background: undefined, padding: 0, tint: tint && bareTint(tint, background, theme) };
  const inTheme = theme && tint === undefined && recolorable;
  const readable = inTheme && inColor({ ...decodeStoredImage(item), ...bare }, (own) => readableColor(own, theme));
  return readable || withPresentation(item, bare);
}

/**
 * The icon's own image in black or white.
 *
 * @param item as stored in the blob `images` @returns undefined if its own color is visible on pages of the theme
 */
function visibleOwn(item: Buffer, theme: Theme): NamedImage | undefined {
  if (item.length === 0) return undefined;
  const { background, recolorable, tint, padding } = decodeImageHead(item);
  if (!recolorable || background !== undefined) return undefined;
  if (tint === undefined) {
    const image = inColor(decodeStoredImage(item), (own) => visibleColor(own, theme));
    return image && { name: theme, image };
  }
  const color = visibleColor(tint, theme);
  return color === tint
    ? undefined
    : { name: theme, image: withPresentation(item, { background, padding, tint: color }) };
}

/** An image in a single color of its own, in another one; undefined if that is the same. */
function inColor(image: StoredImage, colorFor: (own: string) => string): Buffer | undefined {
  const text = Buffer.from(image.file).toString("utf8");
  const own = ownColor(text);
  const color = colorFor(own);
  return color === own ? undefined : encodeStoredImage({ ...image, file: Buffer.from(recolor(text, color)) });
}
