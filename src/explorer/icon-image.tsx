import { useState } from "preact/hooks";

/**
 * The forms of an image, in the order in which they are tried: the drawing, the raster image, the initial of the name.
 */
const FORMS = ["drawing", "raster", "letter"] as const;

interface IconImageProps {
  readonly id: string;
  readonly name: string;
  readonly side: number;
  /** The color that replaces the drawing's own; undefined keeps its own. */
  readonly color?: string | undefined;
}

/**
 * The image of an icon, loaded from this server only: the drawing, which is sharp at any size; else the raster image;
 * else the initial of the name.
 *
 * @param side in pixels
 */
export function IconImage({ id, name, side, color }: IconImageProps) {
  const [failed, setFailed] = useState({ id, forms: 0 });
  const form = FORMS[failed.id === id ? failed.forms : 0];
  if (form === "letter") {
    return (
      <span class="image missing" style={{ width: side, height: side, fontSize: side / 2 }} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    );
  }
  const query = color === undefined ? "" : `?color=${encodeURIComponent(color)}`;
  return (
    <img
      class="image"
      src={form === "drawing" ? `${imageUrl(id)}.svg${query}` : imageUrl(id)}
      srcset={form === "raster" ? `${imageUrl(id)}, ${imageUrl(id)}?size=512 2x` : undefined}
      // The name is next to it.
      alt=""
      width={side}
      height={side}
      decoding="async"
      onError={() => setFailed((before) => ({ id, forms: before.id === id ? before.forms + 1 : 1 }))}
    />
  );
}

export function imageUrl(id: string): string {
  return new URL(`images/${encodeURIComponent(id)}`, document.baseURI).href;
}
