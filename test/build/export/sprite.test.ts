import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { exportIcons } from "#build/export/export-icons.js";
import { symbolId } from "#build/export/names.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { describeInBrowser } from "../../support/browser.js";
import { DRAWINGS, exportArtifacts } from "../../support/export-catalog.js";

const SIDE = 48;
const artifacts = exportArtifacts();
let sprite: string;
let types: string;
beforeAll(async () => {
  const catalog = openCatalog(artifacts.path);
  const folder = dirname(artifacts.path);
  const ordinals = Uint32Array.from({ length: catalog.size }, (_, at) => at);
  await exportIcons({ catalog, ordinals, format: "sprite", out: join(folder, "my.svg") });
  sprite = readFileSync(join(folder, "my.svg"), "utf8");
  types = readFileSync(join(folder, "my.d.ts"), "utf8");
});

/** Serves pages by path. @returns the origin */
async function serve(pages: Readonly<Record<string, readonly [type: string, body: string]>>): Promise<string> {
  const server = createServer((request, response) => {
    const [type, body] = pages[request.url!] ?? ["text/plain", ""];
    response.writeHead(200, { "content-type": type }).end(body);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("has a type with all ids, and the attribution of each icon as metadata", () => {
  const ids = Object.keys(DRAWINGS).map(symbolId);
  expect(types).toBe(
    `/** Ids of the symbols in my.svg. */\nexport type IconId =\n${ids.map((id) => `  | ${JSON.stringify(id)}`).join("\n")};\n`,
  );
  expect(sprite).toContain("<metadata>Icon, &quot;disc&quot;; Dev 0, Shapes; MIT</metadata>");
});

describeInBrowser("a sprite in Chromium", ({ open }) => {
  it.each(["beside the page", "in the page"])("shows every drawing unchanged, used from %s", async (place) => {
    const file = place === "beside the page" ? "/my.svg" : "";
    const style = `<style>body{margin:0}svg,img{width:${SIDE}px;height:${SIDE}px;display:block;float:left;object-fit:contain}body>svg[width]{position:absolute}</style>`;
    const icons = Object.keys(DRAWINGS).map((id) => `<svg><use href="${file}#${symbolId(id)}"/></svg>`);
    const drawings = Object.values(DRAWINGS).map(
      (drawing) => `<img src="data:image/svg+xml;base64,${Buffer.from(drawing).toString("base64")}" alt="">`,
    );
    const page = (body: string): readonly [string, string] => ["text/html", `<!doctype html>${style}${body}`];
    const origin = await serve({
      "/used": page(`${file === "" ? sprite : ""}${icons.join("")}`),
      "/plain": page(drawings.join("")),
      "/my.svg": ["image/svg+xml", sprite],
    });
    const size = { width: SIDE * icons.length, height: SIDE };
    const [used, plain] = [await open(`${origin}/used`, size), await open(`${origin}/plain`, size)];
    const [shown, expected] = [await used.screenshot(), await plain.screenshot()];
    for (const [at, id] of Object.keys(DRAWINGS).entries()) {
      const area = { left: at * SIDE, top: 0, width: SIDE, height: SIDE };
      const pixels = async (image: Buffer): Promise<Buffer> => sharp(image).extract(area).raw().toBuffer();
      const [own, other] = [await pixels(shown), await pixels(expected)];
      expect(
        own.some((value) => value !== 255),
        `${id} is drawn`,
      ).toBe(true);
      const differing = own.filter((value, byte) => Math.abs(value - other[byte]!) > 32).length;
      expect(differing / own.length, id).toBeLessThan(0.02);
    }
  });
});
