import sharp from "sharp";

/** A drawing in a square of 100 units. */
export function drawing(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${body}</svg>`;
}

/** A symbol with enough detail for a reliable hash. */
export function sign(color: string, detail = ""): string {
  return drawing(
    `<path fill="${color}" d="M8 9h31l7 22 13-19h30L66 47l27 41H61L47 63 31 92H6l25-44z"/><circle cx="80" cy="30" r="9" fill="${color}"/>${detail}`,
  );
}

/** A PNG of a drawing. @param blur in pixels; 0 for none */
export async function png(svg: string, side: number, blur = 0): Promise<Buffer> {
  const image = sharp(Buffer.from(svg)).resize(side, side);
  return (blur === 0 ? image : image.flatten({ background: "#3366ff" }).blur(blur)).png().toBuffer();
}
