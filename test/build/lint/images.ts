import sharp from "sharp";

/** A drawing in a square of 100. */
export function drawing(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${body}</svg>`;
}

/** A sign with enough detail for a hash that says something. */
export function sign(color: string, detail = ""): string {
  return drawing(
    `<path fill="${color}" d="M8 9h31l7 22 13-19h30L66 47l27 41H61L47 63 31 92H6l25-44z"/><circle cx="80" cy="30" r="9" fill="${color}"/>${detail}`,
  );
}

/** A PNG of a drawing. @param blur in pixels; none when 0 */
export async function png(svg: string, side: number, blur = 0): Promise<Buffer> {
  const image = sharp(Buffer.from(svg)).resize(side, side);
  return (blur === 0 ? image : image.flatten({ background: "#3366ff" }).blur(blur)).png().toBuffer();
}
