import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join, relative } from "node:path";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { onTestFinished } from "vitest";
import { chunkOf, pngFile } from "./png-files.js";

/** A drawing. */
export const svg = (body: string, before = "", attributes = 'viewBox="0 0 256 256"'): string =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`;
const SQUARE = '<rect width="99" height="99"/>';
export const GOOD = svg(SQUARE);
const filtered = (filter: string): string =>
  svg(`<filter id="f" x="0" y="0" width="1" height="1">${filter}</filter><g filter="url(#f)">${SQUARE}</g>`);
const typed = (declarations: string, body = `${SQUARE}<text>&x;</text>`): string =>
  svg(body, `<?xml version="1.0"?><!DOCTYPE svg [${declarations}]>`);

const OUTSIDE = /is external; embed it/;
const ENTITY = /entit.*; save it without a document type/;
const SLOW = /more than 2 seconds; make it smaller or simpler/;
const BROKEN = /can't be decoded .*save it again|more than 256 MiB of memory|more than 2 seconds|crashes the decoder/;
/** It is still decoded, but the excess is not inflated. */
const NOTHING = /every pixel is transparent/;
const PIXELS = /more than 6 million pixels; make it smaller/;

/** An image and the expected error. `target` is the path of a file outside the dataset. */
export type Hostile = readonly [name: string, content: string | Buffer, says: RegExp];

/** Drawings that refer to something outside themselves. */
export function reachingDrawings(target: string): readonly Hostile[] {
  const file = `file://${target}`;
  return [
    ["entity.svg", typed(`<!ENTITY x SYSTEM "${file}">`), ENTITY],
    ["entity-public.svg", typed(`<!ENTITY x PUBLIC "a" "https://127.0.0.1/x">`), ENTITY],
    ["parameter-entity.svg", typed(`<!ENTITY % x SYSTEM "${file}"> %x;`, SQUARE), ENTITY],
    ["style-sheet.svg", svg(SQUARE, `<?xml version="1.0"?><?xml-stylesheet href="${file}"?>`), /style sheet/],
    ["image.svg", svg(`${SQUARE}<image href="${file}" width="9" height="9"/>`), OUTSIDE],
    ["image-xlink.svg", svg(`${SQUARE}<image width="9" height="9" xlink:href='${target}'/>`), OUTSIDE],
    ["image-network.svg", svg(`${SQUARE}<image href="https://127.0.0.1/a.png" width="9" height="9"/>`), OUTSIDE],
    ["image-escaped.svg", svg(`${SQUARE}<image href="&#102;ile://${target}" width="9" height="9"/>`), OUTSIDE],
    ["use.svg", svg(`${SQUARE}<use href="${file}#a"/>`), OUTSIDE],
    ["fe-image.svg", filtered(`<feImage href="${file}"/>`), OUTSIDE],
    ["css-import.svg", svg(`<style>@import "${file}";</style>${SQUARE}`), /imports external styles/],
    ["css-url.svg", svg(`<style>rect{fill:url(${file}#a)}</style>${SQUARE}`), OUTSIDE],
    ["css-font.svg", svg(`<style>@font-face{font-family:a;src:url("${file}")}</style>${SQUARE}`), OUTSIDE],
    ["attribute-url.svg", svg(`<rect width="9" height="9" fill="url('https://127.0.0.1/a#b')"/>`), OUTSIDE],
    [
      "include.svg",
      svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${file}"/>${SQUARE}`),
      /includes/,
    ],
    ["foreign.svg", svg(`<foreignObject><iframe src="${file}"/></foreignObject>${SQUARE}`), /foreign content/],
    ["script.svg", svg(`<script>fetch("https://127.0.0.1")</script>${SQUARE}`), /contains a script/],
  ];
}

/** Images that take much time or memory. */
export async function heavyPictures(): Promise<readonly Hostile[]> {
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
  const uses = Array.from(
    { length: 30 },
    (_, at) => `<g id="u${at + 1}"><use href="#u${at}"/><use href="#u${at}"/></g>`,
  ).join("");
  const noise = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 2_654_435_761) >>> 24));
  const jpeg = await sharp(noise, { raw: { width: 1000, height: 1, channels: 3 } })
    .jpeg()
    .toBuffer();
  const jpegSize = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const hugeJpeg = Buffer.from(jpeg);
  hugeJpeg.writeUInt32BE(0xffdcffdc, jpegSize + 5);
  return [
    ["morphology.svg", filtered('<feMorphology operator="dilate" radius="200"/>'.repeat(500)), SLOW],
    ["turbulence.svg", filtered('<feTurbulence baseFrequency="0.9" numOctaves="20000"/>'.repeat(2000)), SLOW],
    ["laughs.svg", typed(`<!ENTITY l0 "lol">${laughs}`, "<text>&l9;</text>"), ENTITY],
    [
      "quadratic.svg",
      typed(`<!ENTITY x "${"x".repeat(100_000)}">`, `<text>${"&x;".repeat(20_000)}</text>`),
      /expand to more than 1 MiB/,
    ],
    ["uses.svg", svg(`<g id="u0">${SQUARE}</g>${uses}`), /multiply it to more than/],
    ["elements.svg", svg("<g/>".repeat(3_000_000)), /more than 200000 tags/],
    [
      "nested.svg",
      svg(`${"<g>".repeat(100_000)}${SQUARE}${"</g>".repeat(100_000)}`),
      /more than 200000 tags|nested more than 200 deep/,
    ],
    ["dashes.svg", svg(`<path d="M0 0H256${"V256V0".repeat(200_000)}" stroke="red" stroke-dasharray=".01"/>`), BROKEN],
    ["gzip.svg", gzipSync(Buffer.alloc(100_000_000, " ")), /compressed with gzip; store the SVG as plain text/],
    ["wide.png", png(60_000, 60_000, Buffer.alloc(1000)), PIXELS],
    ["inflating.png", png(2400, 2400, Buffer.alloc(100_000_000)), NOTHING],
    ["profile.png", png(8, 8, Buffer.alloc(264), chunkOf("iCCP", profile(100_000_000))), NOTHING],
    ["optimized.png", applePng(Buffer.alloc(100_000_000)), /optimized for iOS, .* can't be unpacked; save it again/],
    ["huge.jpg", hugeJpeg, PIXELS],
    ["empty.png", Buffer.alloc(0), /is empty; put the image into it/],
    ["text.png", "just a text", /format is not supported/],
    ["cut.png", png(100, 100, Buffer.alloc(100)), BROKEN],
    ["too-large.svg", Buffer.alloc(16 * 2 ** 20 + 1, " "), /an image at most 16777216; make it smaller/],
  ];
}

/** Creates paths in a dataset's folder that are not image files of the dataset. @param target a file outside */
export function makeOddFiles(folder: string, target: string): readonly (readonly [image: string, says: RegExp])[] {
  mkdirSync(join(folder, "odd"), { recursive: true });
  symlinkSync(target, join(folder, "odd/link.svg"));
  symlinkSync(dirname(target), join(folder, "odd/folder"));
  symlinkSync("/dev/zero", join(folder, "odd/zero"));
  symlinkSync("loop", join(folder, "odd/loop"));
  execFileSync("mkfifo", [join(folder, "odd/pipe.svg")]);
  const server = createServer().listen(join(folder, "odd/socket.svg"));
  onTestFinished(() => void server.close());
  const outside = /leads outside the dataset's folder; copy it into the folder/;
  const irregular = /not a regular file; give an image file/;
  return [
    ["../../../../../../../etc/passwd", outside],
    [relative(folder, target), outside],
    ["odd/../../../../../../../../etc/passwd", outside],
    ["odd/link.svg", outside],
    [`odd/folder/${basename(target)}`, outside],
    ["odd/zero", outside],
    ["odd/loop", /does not exist in the dataset's folder; correct the path/],
    ["odd/pipe.svg", irregular],
    ["odd/socket.svg", irregular],
    ["odd", irregular],
    ["odd/none.svg", /does not exist in the dataset's folder; correct the path/],
  ];
}

function png(width: number, height: number, pixels: Buffer, ...more: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const parts = [
    chunkOf("IHDR", header),
    ...more,
    chunkOf("IDAT", deflateSync(pixels)),
    chunkOf("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

/** A PNG file optimized for iOS with other pixels than its header says. */
function applePng(pixels: Buffer): Buffer {
  const small = pngFile({ width: 9, height: 9, colorType: 6, depth: 8, pixel: () => [], isApple: true });
  const beforePixels = small.subarray(0, 49);
  return Buffer.concat([beforePixels, chunkOf("IDAT", deflateRawSync(pixels)), chunkOf("IEND", Buffer.alloc(0))]);
}

function profile(bytes: number): Buffer {
  return Buffer.concat([Buffer.from("icc\0\0", "latin1"), deflateSync(Buffer.alloc(bytes))]);
}
