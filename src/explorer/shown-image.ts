import type { Icon, IconItem } from "../client/responses.js";
import type { ImageParameters } from "./drawings.js";
import { variantImage } from "./variants.js";

/** What is behind an image while it is viewed. */
export const BACKDROPS = ["page", "light", "dark", "checkered"] as const;

export type Backdrop = (typeof BACKDROPS)[number];

/** Shapes of an image's own background; `none` is the drawing alone. */
export const FRAMES = ["rounded", "square", "circle", "none"] as const;

export type Frame = (typeof FRAMES)[number];

/** How somebody wants to see images. */
export interface Viewing {
  readonly backdrop: Backdrop;
  readonly frame: Frame;
  /** Whether the page is light or dark. */
  readonly scheme: "light" | "dark";
}

/** What is known of the forms of an image. */
type ImageForms = Pick<NonNullable<Icon["images"]>, "svg" | "recolorable">;

/** An icon with an image, or an item of a list, which names only its own image. */
export interface ImageSource extends Pick<Icon, "_image" | "variants"> {
  readonly images?: ImageForms;
}

/** The image that the detail shows, copies and downloads: one and the same. */
export interface ShownImage {
  /** The variant; undefined for the icon's own image. */
  readonly variant: string | undefined;
  readonly item: IconItem["_image"];
  readonly forms: ImageForms | undefined;
  /** Whether the image has a background, so that frames apply. */
  readonly hasFrames: boolean;
  readonly isFramed: boolean;
  /** Whether it looks different on light and dark pages. */
  readonly hasThemes: boolean;
  readonly backdrop: Backdrop;
  /** Parameters of its URL, without a size. */
  readonly parameters: ImageParameters;
}

/** Whether a variant takes the place of the icon's own image on light or dark pages. */
const isThemed = ({ name }: { readonly name: string }): boolean => name === "light" || name === "dark";

/**
 * The image of an icon as somebody wants to see it.
 *
 * @param opened the name of a variant; otherwise the icon's own image. @param color replaces that of a drawing in a
 * single color
 */
export function shownImage(
  icon: ImageSource,
  opened: string | undefined,
  color: string | undefined,
  { frame, scheme, backdrop: wanted }: Viewing,
): ShownImage {
  const variant = icon.variants?.find(({ name }) => name === opened);
  const item = variant === undefined ? icon._image : variantImage(variant);
  const forms = variant === undefined ? icon.images : variant.images;
  const hasFrames = item?.background !== undefined;
  const isFramed = hasFrames && frame !== "none";
  const isBare = hasFrames && !isFramed;
  // A bare drawing in a single color is served in one that is visible on the page.
  const isVisible = isFramed || (isBare && forms?.recolorable === true);
  const needed = isVisible ? undefined : item?.backdrop;
  const backdrop = wanted === "page" ? (needed ?? "page") : wanted;
  const theme = backdrop === "page" ? scheme : backdrop === "checkered" ? undefined : backdrop;
  return {
    variant: variant?.name,
    item,
    forms,
    hasFrames,
    isFramed,
    hasThemes:
      color === undefined &&
      (isBare ? forms?.recolorable === true : variant === undefined && (icon.variants ?? []).some(isThemed)),
    backdrop,
    parameters: {
      variant: isBare ? "bare" : variant?.name,
      theme: isBare ? theme : undefined,
      color: forms?.recolorable ? color : undefined,
      shape: isFramed && frame !== "square" ? frame : undefined,
    },
  };
}
