import { useState } from "preact/hooks";

interface IconImageProps {
  readonly id: string;
  readonly name: string;
  readonly side: number;
  readonly isSharp?: boolean;
}

/**
 * The image of an icon, from this server only; where there is none, its first letter.
 *
 * @param side pixels
 * @param isSharp whether a screen that has several pixels in place of one gets the large image
 */
export function IconImage({ id, name, side, isSharp }: IconImageProps) {
  const [missing, setMissing] = useState<string | undefined>(undefined);
  if (missing === id) {
    return (
      <span class="image missing" style={{ width: side, height: side, fontSize: side / 2 }} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      class="image"
      src={imageUrl(id)}
      srcset={isSharp ? `${imageUrl(id)}, ${largeImageUrl(id)} 2x` : undefined}
      // The name stands beside it.
      alt=""
      width={side}
      height={side}
      decoding="async"
      onError={() => setMissing(id)}
    />
  );
}

/** The address of the large image; where there is none, the server gives the other. */
export function largeImageUrl(id: string): string {
  return `${imageUrl(id)}?size=512`;
}

export function imageUrl(id: string): string {
  return new URL(`images/${encodeURIComponent(id)}`, document.baseURI).href;
}
