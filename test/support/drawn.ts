import sharp from "sharp";

/** Decoded pixels of an image: RGBA. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const ESC = "\u001b";

export async function decodeFile(bytes: Buffer): Promise<Drawn> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** The pieces of images in Kitty's graphics protocol in a terminal's output: control data, payload. */
export function kittyPieces(shown: string): { control: string; payload: string }[] {
  const pieces = shown.split(`${ESC}_G`).slice(1);
  return pieces
    .map((piece) => {
      const [control = "", payload = ""] = piece.slice(0, piece.indexOf(`${ESC}\\`)).split(";");
      return { control, payload };
    })
    .filter(({ control }) => !control.includes("a=q"));
}

/** The files sent by Kitty's protocol: the joined pieces up to each last one. */
export function kittyFiles(shown: string): Buffer[] {
  const files: Buffer[] = [];
  let payload = "";
  for (const piece of kittyPieces(shown)) {
    payload += piece.payload;
    if (!/\bm=0$/.test(piece.control)) continue;
    files.push(Buffer.from(payload, "base64"));
    payload = "";
  }
  return files;
}

/**
 * The pixels of half blocks at the beginning of `lines`, two rows per line; transparent where the terminal's background
 * is visible.
 */
export function blockPixels(lines: readonly string[], columns: number): Drawn {
  const data = new Uint8Array(columns * columns * 4);
  for (const [row, line] of lines.entries()) {
    let ink: readonly number[] = [];
    let ground: readonly number[] = [];
    let column = 0;
    const put = (y: number, color: readonly number[]): void => {
      if (color.length > 0 && y < columns) data.set([...color, 255], (y * columns + column) * 4);
    };
    for (const [, parameters, letter] of line.matchAll(/\[([\d;]*)m|([^\p{Cc}])/gu)) {
      if (column === columns) break;
      if (letter === undefined) {
        const [which, , ...color] = parameters!.split(";").map(Number);
        if (which === 38) ink = color;
        else if (which === 48) ground = color;
        else [ink, ground] = [[], []];
        continue;
      }
      put(row * 2, letter === "▀" ? ink : letter === "▄" ? ground : []);
      put(row * 2 + 1, letter === "▀" ? ground : letter === "▄" ? ink : []);
      column++;
    }
  }
  return { width: columns, height: columns, data };
}

/** The image resized over a background: each pixel is the mean of the area that it covers, computed naively. */
export function shrinkPlainly({ width, data }: Drawn, side: number, ground: readonly number[]): number[][] {
  const step = width / side;
  return Array.from({ length: side * side }, (_, at) => {
    const [left, top] = [(at % side) * step, Math.floor(at / side) * step];
    const sums = [0, 0, 0];
    for (let y = Math.floor(top); y < top + step && y < width; y++)
      for (let x = Math.floor(left); x < left + step && x < width; x++) {
        const part =
          (Math.min(x + 1, left + step) - Math.max(x, left)) * (Math.min(y + 1, top + step) - Math.max(y, top));
        const alpha = data[(y * width + x) * 4 + 3]! / 255;
        for (let channel = 0; channel < 3; channel++)
          sums[channel]! += part * (data[(y * width + x) * 4 + channel]! * alpha + ground[channel]! * (1 - alpha));
      }
    return sums.map((sum) => sum / step ** 2);
  });
}
