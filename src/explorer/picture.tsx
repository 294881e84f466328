import { useState } from "preact/hooks";

/**
 * The picture of an icon, from this server only; where there is none, its first letter.
 *
 * @param side pixels
 */
export function Picture({ id, name, side }: { id: string; name: string; side: number }) {
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
      // The name stands beside it.
      alt=""
      width={side}
      height={side}
      decoding="async"
      onError={() => setMissing(id)}
    />
  );
}

export function pictureUrl(id: string): string {
  return new URL(`images/${encodeURIComponent(id)}`, document.baseURI).href;
}
