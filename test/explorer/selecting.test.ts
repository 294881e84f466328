import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser, keep } from "../support/browser.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

const at = (path: string): string => `http://127.0.0.1:${service.port}${path}`;
const bar = (page: Page) => page.getByRole("region", { name: "Selected icons" });

const skipped = spawnSync("python3", ["--version"]).status !== 0 && !process.env.CI;
const withPython = it.skipIf(skipped);
const note = skipped ? " (skipped: no python3)" : "";

/** Names and contents of an archive, read by Python. */
const UNPACK =
  "import base64, json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(json.dumps([z.testzip(), {n: base64.b64encode(z.read(n)).decode() for n in z.namelist()}]))";

async function download(page: Page, form: string): Promise<{ readonly name: string; readonly path: string }> {
  await bar(page).getByRole("combobox").selectOption(form);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    bar(page).getByRole("button", { name: "Download" }).click(),
  ]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

function unpack(path: string): ReadonlyMap<string, Buffer> {
  const [damaged, files] = JSON.parse(execFileSync("python3", ["-c", UNPACK, path], { encoding: "utf8" }));
  expect(damaged).toBeNull();
  return new Map(
    Object.entries(files as Record<string, string>).map(([name, data]) => [name, Buffer.from(data, "base64")]),
  );
}

async function select(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).check();
}

describeInBrowser("selected icons", ({ open }) => {
  withPython(`download as an archive of drawings or of PNGs of the chosen size${note}`, async () => {
    const page = await open(at("/"));
    expect(await bar(page).count()).toBe(0);
    await select(page, ["Firefox", "GitHub"]);
    await page.getByRole("gridcell").first().getByRole("link").focus();
    await page.keyboard.press("x");
    const first = await page.getByRole("gridcell").first().getByRole("link").getAttribute("href");
    const id = new URL(first!, at("/")).searchParams.get("icon")!;
    expect(await bar(page).textContent()).toContain("3 selected");
    expect(await page.getByRole("gridcell", { selected: true }).count()).toBe(3);
    await keep(page, "selected");
    const drawings = await download(page, "SVG");
    expect(drawings.name).toBe("icons.zip");
    const files = unpack(drawings.path);
    const names = ["firefox", "github", id].sort();
    expect([...files.keys()].sort()).toEqual(["ATTRIBUTION.csv", ...names.map((name) => `${name}.svg`)]);
    for (const [name, bytes] of files) {
      if (name === "ATTRIBUTION.csv") continue;
      expect(bytes.toString()).toBe(await (await fetch(at(`/images/${name}`))).text());
    }
    const images = unpack((await download(page, "PNG, 64 px")).path);
    expect([...images.keys()].sort()).toEqual(["ATTRIBUTION.csv", ...names.map((name) => `${name}.png`)]);
    for (const [name, bytes] of images) {
      if (name === "ATTRIBUTION.csv") continue;
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 64, height: 64 });
    }
  });

  it("can be copied as Markdown with one image of all", async () => {
    const page = await open(at("/?q=firefox"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await select(page, ["Firefox"]);
    await page.getByRole("searchbox", { name: "Search icons" }).fill("github");
    await page.waitForURL("**/?q=github");
    await select(page, ["GitHub"]);
    await bar(page).getByRole("button", { name: "Copy one image of all as Markdown" }).click();
    const copied = (): Promise<string> => page.evaluate("navigator.clipboard.readText()");
    await expect.poll(copied).toBe(`![Firefox, GitHub](${at("/stack.svg?ids=firefox,github&fallback=monogram")})`);
    expect((await service.ask("/stack.svg?ids=firefox,github")).status).toBe(200);
    await keep(page, "selection-as-markdown");
  });

  withPython(`stay selected when the list changes, until they are cleared${note}`, async () => {
    const page = await open(at("/?q=spotify"));
    await select(page, ["Spotify"]);
    await page.getByRole("searchbox", { name: "Search icons" }).fill("firefox");
    await page.waitForURL("**/?q=firefox");
    await select(page, ["Firefox"]);
    expect(await bar(page).textContent()).toContain("2 selected");
    const files = unpack((await download(page, "SVG")).path);
    expect([...files.keys()]).toEqual(["spotify.svg", "firefox.svg", "ATTRIBUTION.csv"]);
    await page.keyboard.press("Escape");
    await bar(page).getByRole("button", { name: "Clear selection" }).click();
    expect(await bar(page).count()).toBe(0);
    expect(await page.getByRole("checkbox", { name: "Select Firefox", exact: true }).isChecked()).toBe(false);
  });

  withPython(
    `download with license and author of each drawing, and say so if these can't be loaded${note}`,
    async () => {
      const page = await open(at("/?q=firefox"));
      await select(page, ["Firefox"]);
      const credits = async (): Promise<string | undefined> =>
        unpack((await download(page, "SVG")).path)
          .get("ATTRIBUTION.csv")
          ?.toString();
      const head = "id,name,attribution,license,licenseUrl,source,website\r\n";
      await page.route("**/api/v1/icons?ids=firefox*", (route) => route.fulfill({ body: "busy" }));
      // It leaves after some seconds.
      const said = bar(page).getByText("ATTRIBUTION.csv lacks 1 of them: The server responded with 200.").waitFor();
      expect(await credits()).toBe(head);
      await said;
      await page.unrouteAll();
      expect(await credits()).toBe(
        `${head}firefox,Firefox,"Gil Barbara, SVG Logos",CC0-1.0,https://raw.githubusercontent.com/gilbarbara/logos/master/LICENSE.txt,https://github.com/gilbarbara/logos,https://www.firefox.com\r\n`,
      );
    },
  );

  withPython(`download as WebP, as ICO, and as typed components with an index${note}`, async () => {
    const page = await open(at("/?q=git"));
    await select(page, ["Git", "GitHub"]);
    const webp = unpack((await download(page, "WebP, 512 px")).path);
    expect([...webp.keys()].sort()).toEqual(["ATTRIBUTION.csv", "git.webp", "github.webp"]);
    expect(await sharp(webp.get("git.webp")).metadata()).toMatchObject({ format: "webp", width: 512 });
    const ico = unpack((await download(page, "ICO, 64 px")).path);
    expect(ico.get("github.ico")!.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
    const code = unpack((await download(page, "React, TSX")).path);
    expect([...code.keys()].sort()).toEqual(["ATTRIBUTION.csv", "Git.tsx", "GitHub.tsx", "index.ts"]);
    expect(code.get("GitHub.tsx")!.toString()).toContain("export function GitHub({ size = 24");
    expect(code.get("index.ts")!.toString()).toBe('export { Git } from "./Git";\nexport { GitHub } from "./GitHub";\n');
    expect(code.get("ATTRIBUTION.csv")!.toString().split("\r\n")).toHaveLength(4);
  });

  it("are chosen by clicks on icons in the selection mode, also without a pointer that hovers", async () => {
    const page = await open(at("/?q=google"), { width: 390, height: 844 });
    const mode = page.getByRole("button", { name: "Select icons" });
    await mode.click();
    await page.mouse.move(0, 0);
    await expect
      .poll(() => page.evaluate('getComputedStyle(document.querySelectorAll(".select")[5]).opacity'))
      .toBe("1");
    for (const index of [0, 2]) await page.locator(".item").nth(index).click();
    expect(await bar(page).textContent()).toContain("2 selected");
    expect(new URL(page.url()).searchParams.has("icon")).toBe(false);
    await mode.click();
    await page.locator(".item").nth(1).click();
    await page.waitForURL("**icon=*");
    expect(await bar(page).textContent()).toContain("2 selected");
  });

  it("are chosen by a long press with a finger, which opens nothing", async () => {
    const page = await open(at("/"), { hasTouch: true, width: 390, height: 844 });
    await page.locator(".item .name").first().waitFor();
    const fingers = await page.context().newCDPSession(page);
    for (const [at, count] of [
      [1, "1 selected"],
      [3, "2 selected"],
    ] as const) {
      const { x, y } = (await page.locator(".item").nth(at).boundingBox())!;
      await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + 40, y: y + 40 }] });
      await expect.poll(() => bar(page).allTextContents()).toEqual([expect.stringContaining(count)]);
      await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    }
    // Then taps select, too.
    await page.locator(".item").nth(5).tap();
    await expect.poll(() => bar(page).textContent()).toContain("3 selected");
    expect(page.url()).toBe(at("/"));
  });

  it("are all from one to another with Shift, by mouse and keyboard", async () => {
    const page = await open(at("/?q=google"));
    await page.getByRole("checkbox").nth(1).check();
    await page
      .locator(".item")
      .nth(5)
      .click({ modifiers: ["Shift"] });
    await bar(page).getByText("5 selected").waitFor();
    await page.locator(".item").nth(7).focus();
    await page.keyboard.press("Shift+X");
    await bar(page).getByText("7 selected").waitFor();
    await page
      .getByRole("checkbox")
      .nth(3)
      .click({ modifiers: ["Shift"] });
    await page
      .getByRole("checkbox")
      .nth(0)
      .click({ modifiers: ["Shift"] });
    await bar(page).getByText("8 selected").waitFor();
    const checked = await page.getByRole("checkbox", { checked: true }).count();
    expect(checked).toBe(8);
  });

  it("are all of a result, or the first of a long one, which the button says", async () => {
    const page = await open(at("/?q=google"));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const total = Number(/\d+/.exec((await page.getByRole("status").first().textContent())!));
    await page.getByRole("button", { name: "Select icons" }).click();
    await bar(page)
      .getByRole("button", { name: `Select all ${total}` })
      .click();
    await bar(page).getByText(`${total} selected`).waitFor();
    await bar(page).getByRole("button", { name: "Clear selection" }).click();
    await page.goto(at("/"));
    await page.getByRole("button", { name: "Select icons" }).click();
    requests.length = 0;
    await bar(page).getByRole("button", { name: "Select the first 500" }).click();
    await bar(page).getByText("500 selected, the maximum").waitFor();
    expect(requests.filter((url) => url.includes("/api/")).length).toBeLessThanOrEqual(4);
    await keep(page, "selected-all");
  });

  withPython(`download as a sprite that shows each of them as its drawing does${note}`, async () => {
    const page = await open(at("/"));
    const names = ["Firefox", "GitHub", "Google Chrome", "Safari", "Bitcoin", "Xbox"];
    await select(page, names);
    const { name, path } = await download(page, "SVG sprite");
    expect(name).toBe("icons.zip");
    const sprite = unpack(path).get("icons.svg")!.toString();
    const ids = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id!);
    expect(ids).toHaveLength(names.length);
    const folder = temporaryFolder();
    const shown = ids.map((id) => `<div><svg width="64" height="64"><use href="#${id}"/></svg></div>`);
    const drawn = await Promise.all(ids.map(async (id) => (await fetch(at(`/images/${id}.svg?size=64`))).text()));
    const style = "<style>body{margin:0}div{width:64px;height:64px;overflow:hidden}svg{display:block}</style>";
    const show = async (file: string, body: string): Promise<Buffer> => {
      writeFileSync(join(folder, file), `<!doctype html>${style}${body}`);
      const other = await page.context().newPage();
      await other.goto(`file://${join(folder, file)}`);
      const image = await other.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 * ids.length } });
      await other.close();
      return sharp(image).removeAlpha().raw().toBuffer();
    };
    // Browsers don't paint gradients of elements that are not displayed.
    const bySprite = await show(
      "sprite.html",
      `${shown.join("")}<div style="position: absolute; height: 0">${sprite}</div>`,
    );
    // Drawings that are inlined into one page can affect each other; images can't.
    const asImages = drawn.map(
      (svg) => `<div><img src="data:image/svg+xml,${encodeURIComponent(svg)}" width="64" height="64" alt=""></div>`,
    );
    const byImages = await show("images.html", asImages.join(""));
    let different = 0;
    for (let at = 0; at < byImages.length; at++) if (Math.abs(bySprite[at]! - byImages[at]!) > 24) different++;
    expect(different).toBeLessThan(byImages.length * 0.002);
  });
});
