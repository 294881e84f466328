import sharp from "sharp";

const ROWS = 16;
const LABEL = 22;

/**
 * Writes images to sheets of 16 rows, those with most differences first. Each row shows them on white and on gray.
 *
 * @param rows with a `label`, a number of `cells`, and `images` as square RGBA pixels or undefined
 * @param path without its ending
 */
export async function writeRows(rows, path, side) {
  const sorted = rows.toSorted((a, b) => b.cells - a.cells);
  for (let at = 0; at < sorted.length; at += ROWS) {
    const shown = sorted.slice(at, at + ROWS);
    const columns = Math.max(...shown.map(({ images }) => images.length));
    const [width, height] = [columns * 2 * side, shown.length * (side + LABEL)];
    const parts = shown.flatMap(({ label, cells, images }, row) => {
      const top = row * (side + LABEL);
      const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}"><text x="4" y="16" font-size="14">${escapeXml(label)}: ${cells}</text></svg>`;
      const squares = images.flatMap((pixels, column) =>
        pixels === undefined
          ? []
          : [0, columns].map((first) => {
              return {
                input: pixels,
                raw: { width: side, height: side, channels: 4 },
                left: (first + column) * side,
                top: top + LABEL,
              };
            }),
      );
      return [{ input: Buffer.from(text), left: 0, top }, ...squares];
    });
    const gray = {
      input: { create: { width: width / 2, height, channels: 3, background: "#808080" } },
      left: width / 2,
      top: 0,
    };
    await sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
      .composite([gray, ...parts])
      .png()
      .toFile(`${path}-${at / ROWS + 1}.png`);
  }
}

function escapeXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
