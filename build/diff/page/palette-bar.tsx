import type { PaletteColor } from "#src/format/record.js";

const WIDTH = 96;
const HEIGHT = 10;

/** A palette as a bar, each colour as wide as its share. Drawn, since the page's policy allows no styles of elements. */
export function PaletteBar({ palette }: { readonly palette: readonly PaletteColor[] }) {
  let x = 0;
  const text = palette.map(({ hex, name, share }) => `${name} ${hex} ${Math.round(share * 100)} %`).join(", ");
  return (
    <svg class="palette" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
      <title>{text}</title>
      {palette.map(({ hex, share }) => {
        const width = share * WIDTH;
        const color = <rect x={x} y="0" width={width} height={HEIGHT} fill={hex} />;
        x += width;
        return color;
      })}
    </svg>
  );
}
