// Takes the screenshot of the explorer page for the README: node tools/make-screenshot.mjs [artifacts] [out.webp]
// Needs Chromium: /usr/bin/chromium, or the program named by CHROMIUM.
import { createServer, openCatalog } from "icon-data-api";
import { chromium } from "playwright-core";
import sharp from "sharp";

const [artifacts = "artifacts", out = "docs/images/explorer.webp"] = process.argv.slice(2);

const app = await createServer({ catalog: openCatalog(artifacts), anonymous: "pro" });
const address = await app.listen({ port: 0, host: "127.0.0.1" });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({
  viewport: { width: 1280, height: 698 },
  deviceScaleFactor: 2,
  colorScheme: "light",
});
await page.goto(`${address}/?icon=firefox`, { waitUntil: "networkidle" });
const { size } = await sharp(await page.screenshot())
  .webp({ quality: 80, smartSubsample: true })
  .toFile(out);
await browser.close();
await app.close();
console.log(`${out}: ${Math.ceil(size / 1024)} KB`);
