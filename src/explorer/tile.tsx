import { useState } from "preact/hooks";
import type { IconItem } from "../client/answers.js";

interface IconImageProps {
  readonly id: string;
  readonly name: string;
  /** How to show the image, from a list. Undefined: not known, or there is no image. */
  readonly image: IconItem["_image"];
  /** In pixels. */
  readonly side: number;
  /** Whether the image is loaded only after the first layout. */
  readonly lazy?: boolean;
  /** The color that replaces the drawing's own; undefined keeps its own. */
  readonly color?: string | undefined;
  /** The variant to show; undefined shows the icon's own image. */
  readonly variant?: string | undefined;
}

/** A way to show an image. */
interface Form {
  readonly src: string;
  readonly srcset?: string;
  /** Whether the image brings its own background and padding, so that it fills the tile. */
  readonly fills: boolean;
}

/** Part of the side of a tile that an image without a background takes. */
const INSET = 0.64;
/** Lightness of the darkest channel of a background that is as good as white, of 255. */
const WHITE = 0xf0;

/**
 * The image of an icon on a tile, loaded from this server only. All images have the same optical size: those with a
 * colored background fill the tile with it, others stand within. A tile is light or dark only if the image needs that
 * to be visible. Without an image, or if it can't be loaded, the tile shows the initial of the name.
 */
export function Tile({ id, name, image, side, lazy = false, color, variant }: IconImageProps) {
  const forms = image === undefined ? [] : formsOf(id, image, { color, variant });
  const shown = `${id} ${variant ?? ""}`;
  const [failed, setFailed] = useState({ shown, forms: 0 });
  const form = forms[failed.shown === shown ? failed.forms : 0];
  if (form === undefined) {
    return (
      <span class="tile missing" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    );
  }
  const wide = form.fills ? side : Math.round((side * INSET) / 2) * 2;
  return (
    <span class={`tile${form.fills ? " filled" : needOf(image!)}`}>
      <img
        src={form.src}
        srcset={form.srcset}
        // The name is next to it.
        alt=""
        width={wide}
        height={wide}
        decoding="sync"
        loading={lazy ? "lazy" : undefined}
        draggable={false}
        onError={() => setFailed((before) => ({ shown, forms: before.shown === shown ? before.forms + 1 : 1 }))}
      />
    </span>
  );
}

/** The class of a tile without the record's background. */
function needOf({ backdrop }: NonNullable<IconItem["_image"]>): string {
  return backdrop === undefined ? "" : ` on-${backdrop}`;
}

/** The forms in the order in which they are tried. */
function formsOf(
  id: string,
  { drawing, background }: NonNullable<IconItem["_image"]>,
  parameters: ImageParameters,
): readonly Form[] {
  const fills = background !== undefined;
  const webp = imageAddress(id, "", parameters);
  const stored: Form = drawing
    ? { src: imageAddress(id, ".svg", parameters), fills }
    : { src: webp, srcset: `${webp}, ${imageAddress(id, "", { ...parameters, size: 512 })} 2x`, fills };
  if (!drawing || !fills || !isWhite(background)) return [stored];
  // A white background is that of the page. A server that renders nothing on request answers only the stored form.
  const bare = imageAddress(id, ".svg", { background: "none", ...parameters });
  return [{ src: bare, fills: false }, stored];
}

function isWhite(hex: string): boolean {
  return [1, 3, 5].every((at) => Number.parseInt(hex.slice(at, at + 2), 16) >= WHITE);
}

/** Parameters of an image; undefined ones are omitted. */
type ImageParameters = Readonly<Record<string, string | number | undefined>>;

/** The URL of an image relative to the page. @param ending of its path, with a dot; empty for WebP */
export function imageAddress(id: string, ending: string, parameters: ImageParameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join("&");
  return `${imagePath(id)}${ending}${query === "" ? "" : `?${query}`}`;
}

/** The path of an image relative to the page, without an extension. */
export function imagePath(id: string): string {
  return `images/${encodeURIComponent(id)}`;
}

/** The absolute URL of an image, without an extension. */
export function imageUrl(id: string): string {
  return new URL(imagePath(id), document.baseURI).href;
}
