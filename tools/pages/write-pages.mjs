// Writes the pages that the server sends, with their compressed forms: dist/src/pages/explorer.msgpack and
// reference.msgpack. Run it after `bundle-explorer.mjs`: node tools/pages/write-pages.mjs
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pack } from "msgpackr";
import { addCompressed, contentEtag } from "../../dist/src/http/responses/static-response.js";
import { encodeImage } from "../../dist/src/images/encode-image.js";
import { icoFile } from "../../dist/src/images/ico-file.js";
import { rasterizeDrawing } from "../../dist/src/images/rasterize.js";
import { readExplorerFiles } from "./explorer-files.mjs";
import { createReferenceApp } from "./reference-app.mjs";

const FOLDER = new URL("../../dist/src/pages/", import.meta.url);
/** The reference page, whose links differ with a trailing slash. All other paths are found through their links. */
const ENTRIES = ["/docs", "/docs/"];
/** Headers that are specific to the response of a path. */
const OWN_HEADERS = ["content-type", "content-security-policy"];
/** Side in pixels of the icon that browsers ask for on every host. */
const FAVICON_SIDE = 48;
/** References in a page and in the script that starts swagger-ui, relative to the page. */
const LINK = /(?:src|href)="([^"]+)"/g;
const NAMED = /resolveUrl\('\.\/([^']+)'\)/g;

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
  const app = await createReferenceApp();
  const made = new Map();
  const waiting = [...ENTRIES];
  for (const path of waiting) {
    const { statusCode, headers, rawPayload: bytes } = await app.inject(path);
    if (statusCode !== 200) throw new Error(`${path} of the reference has the status ${statusCode}: ${bytes}`);
    // Equal responses are stored once.
    const own = OWN_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
    const key = JSON.stringify([own, createHash("sha256").update(bytes).digest("hex")]);
    const paths = [...(made.get(key)?.paths ?? []), path];
    made.set(key, { paths, headers: { "cache-control": "no-cache", ...Object.fromEntries(own) }, bytes });
    for (const link of linksIn(path, bytes)) if (!waiting.includes(link)) waiting.push(link);
  }
  const document = (await app.inject("/docs/json")).json();
  await app.close();
  await write("reference", [...made.values()], { document });
}

async function write(name, made, facts) {
  const responses = made.map(({ paths, headers, bytes }) => ({
    ...{ paths, headers, etag: contentEtag(bytes), bodies: { identity: bytes } },
  }));
  await Promise.all(responses.map(addCompressed));
  writeFileSync(new URL(`${name}.msgpack`, FOLDER), pack({ responses, facts }));
}

function linksIn(path, bytes) {
  if (path.endsWith("/swagger-initializer.js"))
    return Array.from(bytes.toString().matchAll(NAMED), ([, name]) => `/docs/${name}`).filter(isPage);
  // Of other types, only redirect pages have links.
  if (!/^\/docs\/?$|\.html$/.test(path)) return [];
  return Array.from(bytes.toString().matchAll(LINK), ([, link]) => new URL(link, `http://reference${path}`).pathname);
}

/** The document depends on the server. */
function isPage(path) {
  return path !== "/docs/json";
}
