import { useContext, useState } from "preact/hooks";
import type { IconItem } from "../client/responses.js";
import { Drawings, drawingAttributes, type ImageParameters, imageAddress, type PageDrawings } from "./drawings.js";

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
  /** The drawing, if it is part of the page. */
  readonly drawing?: string | undefined;
  /** Whether the image brings its own background and padding, so that it fills the tile. */
  readonly fills: boolean;
}

/** Part of the side of a tile that an image without a background takes. */
const INSET = 0.64;
/**
 * The image of an icon on a tile, loaded from this server only. All images have the same optical size: those with a
 * colored background fill the tile with it, others stand within. A tile is light or dark only if the image needs that
 * to be visible. Without an image, or if it can't be loaded, the tile shows the initial of the name.
 */
export function Tile({ id, name, image, side, lazy = false, color, variant }: IconImageProps) {
  const drawings = useContext(Drawings);
  const form = image && formOf(id, image, { color, variant }, drawings);
  const [failed, setFailed] = useState<string>();
  if (form === undefined || form.src === failed) {
    return (
      <span class="tile missing" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    );
  }
  const wide = form.fills ? side : Math.round((side * INSET) / 2) * 2;
  return (
    <span
      class={`tile${form.fills ? " filled" : needOf(image!)}`}
      // Until the image arrives. The page's policy forbids attributes with styles in HTML.
      ref={(tile) => tile?.style.setProperty("background", image!.background ?? "")}
    >
      <img
        {...(form.drawing === undefined ? { src: form.src } : drawingAttributes(form.drawing, form.src))}
        srcset={form.srcset}
        // The name is next to it.
        alt=""
        width={wide}
        height={wide}
        decoding="sync"
        loading={lazy && form.drawing === undefined ? "lazy" : undefined}
        draggable={false}
        onError={() => setFailed(form.src)}
      />
    </span>
  );
}

/** The class of a tile without the record's background. */
function needOf({ backdrop }: NonNullable<IconItem["_image"]>): string {
  return backdrop === undefined ? "" : ` on-${backdrop}`;
}

function formOf(
  id: string,
  { drawing, background }: NonNullable<IconItem["_image"]>,
  parameters: ImageParameters,
  drawings: PageDrawings,
): Form {
  const fills = background !== undefined;
  if (!drawing) {
    const webp = imageAddress(id, "", parameters);
    return { src: webp, srcset: `${webp}, ${imageAddress(id, "", { ...parameters, size: 512 })} 2x`, fills };
  }
  return { src: imageAddress(id, ".svg", parameters), drawing: drawings(id, parameters), fills };
}
