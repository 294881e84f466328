import { useState } from "preact/hooks";

interface PictureProps {
  readonly id: string;
  readonly name: string;
  readonly side: number;
  readonly isSharp?: boolean;
}

/**
 * The picture of an icon, from this server only; where there is none, its first letter.
 *
 * @param side pixels
 * @param isSharp whether a screen that has several pixels in place of one gets the large picture
 */
export function Picture({ id, name, side, isSharp }: PictureProps) {
  const [missing, setMissing] = useState<string | undefined>(undefined);
  if (missing === id) {
    return (
      <span class="picture missing" style={{ width: side, height: side, fontSize: side / 2 }} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      class="picture"
      src={pictureUrl(id)}
      srcset={isSharp ? `${pictureUrl(id)}, ${largePictureUrl(id)} 2x` : undefined}
      // The name stands beside it.
      alt=""
      width={side}
      height={side}
      decoding="async"
      onError={() => setMissing(id)}
    />
  );
}

/** The address of the large picture; where there is none, the server gives the other. */
export function largePictureUrl(id: string): string {
  return `${pictureUrl(id)}?size=512`;
}

export function pictureUrl(id: string): string {
  return new URL(`images/${encodeURIComponent(id)}`, document.baseURI).href;
}
