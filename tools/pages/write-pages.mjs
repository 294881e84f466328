// Writes the pages that the server sends, with their compressed forms: dist/src/pages/explorer.msgpack and
// reference.msgpack. Run it after `bundle-explorer.mjs`: node tools/pages/write-pages.mjs
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pack } from "msgpackr";
import { addCompressed, contentEtag } from "../../dist/src/http/responses/static-response.js";
import { encodeImage } from "../../dist/src/images/encode-image.js";
import { icoFile } from "../../dist/src/images/ico-file.js";
import { rasterizeDrawing } from "../../dist/src/images/rasterize.js";
import { createDocsPages } from "./docs-pages.mjs";
import { createDocument } from "./openapi-document.mjs";
import { readExplorerFiles } from "./page-files.mjs";

const FOLDER = new URL("../../dist/src/pages/", import.meta.url);
/** Side in pixels of the icon that browsers ask for on every host. */
const FAVICON_SIDE = 48;
mkdirSync(FOLDER, { recursive: true });
await Promise.all([writeExplorer(), writeReference()]);

async function writeExplorer() {
  const { version, files } = readExplorerFiles();
  const { version: release } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const made = [...files].map(([path, { type, bytes }]) => ({
    paths: [`/assets/${version}/${path}`],
    headers: { "content-type": type, "cache-control": "public, max-age=31536000, immutable" },
    bytes,
  }));
  made.push({
    paths: ["/favicon.ico"],
    headers: { "content-type": "image/x-icon", "cache-control": "public, max-age=86400" },
    bytes: await faviconOf(files.get("favicon.svg").bytes.toString()),
  });
  await write("explorer", made, { version, release });
}

async function faviconOf(svg) {
  const sized = svg.replace("<svg", `<svg width="${FAVICON_SIDE}" height="${FAVICON_SIDE}"`);
  const pixels = await rasterizeDrawing(sized, FAVICON_SIDE, FAVICON_SIDE);
  return icoFile([{ png: await encodeImage(pixels, "ico"), width: FAVICON_SIDE, height: FAVICON_SIDE }]);
}

async function writeReference() {
  const document = await createDocument();
  await write("reference", createDocsPages(document, `assets/${readExplorerFiles().version}/favicon.svg`), {
    document,
  });
}

async function write(name, made, facts) {
  const responses = made.map(({ paths, headers, bytes }) => ({
    ...{ paths, headers, etag: contentEtag(bytes), bodies: { identity: bytes } },
  }));
  await Promise.all(responses.map(addCompressed));
  writeFileSync(new URL(`${name}.msgpack`, FOLDER), pack({ responses, facts }));
}
