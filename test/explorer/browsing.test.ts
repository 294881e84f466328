import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { describeInBrowser, keep } from "../support/browser.js";
import { temporaryFolder } from "../support/folder.js";
import { runCurl } from "../support/run-curl.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
/** Number of icons. */
let allIcons: number;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
  allIcons = (await service.ask("/api/v1/icons?limit=1")).body.total;
});
afterAll(() => service.close());

const at = (path: string): string => `http://127.0.0.1:${service.port}${path}`;
const status = (page: Page) => page.locator("main [role=status]").first();
const names = (page: Page): Promise<string[]> => page.locator(".item .name").allTextContents();
const countOf = (icons: number): string => `${icons.toLocaleString("en")} icons`;
const focused = (page: Page): Promise<string> => page.evaluate("document.activeElement.textContent");

describeInBrowser("explorer page", ({ open }) => {
  it("updates the results while typing, and the back button restores the previous view", async () => {
    const page = await open(at("/"));
    expect(await status(page).textContent()).toBe(countOf(allIcons));
    await keep(page, "first");
    await page.getByRole("searchbox", { name: "Search icons" }).pressSequentially("spotify", { delay: 30 });
    await page.waitForURL("**/?q=spotify");
    await expect.poll(async () => (await names(page))[0]).toBe("Spotify");
    await keep(page, "search");
    await page.goBack();
    await expect.poll(() => status(page).textContent()).toBe(countOf(allIcons));
    expect(await page.getByRole("searchbox", { name: "Search icons" }).inputValue()).toBe("");
  });

  it("loads less than 100 KB before its first request", async () => {
    const page = await open(at("/"));
    const bytes = await page.evaluate<number>(`performance.getEntriesByType("navigation")
      .concat(performance.getEntriesByType("resource").filter(({ name }) => name.includes("/assets/")))
      .reduce((sum, { transferSize }) => sum + transferSize, 0)`);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(100_000);
  });

  it("shows the corrected query that was searched", async () => {
    const page = await open(at("/?q=spotfy"));
    expect(await status(page).textContent()).toMatch(/^\d icons? for spotify, since nothing is called “spotfy”$/);
    await keep(page, "did-you-mean");
    await page.getByRole("button", { name: "spotify", exact: true }).click();
    await page.waitForURL("**/?q=spotify");
    await expect.poll(() => status(page).textContent()).toBe("1 icon");
  });

  it("filters by chips that show the remaining counts", async () => {
    const page = await open(at("/"));
    const total = async (): Promise<number> => Number((await status(page).textContent())!.replace(/ .*|,/g, ""));
    const green = page.getByRole("button", { name: /^green, / });
    const music = page.locator(".category .choice", { hasText: "music" });
    await page.getByRole("searchbox", { name: "Search categories" }).fill("MUS");
    await green.click();
    await page.waitForURL("**/?color=green");
    await expect.poll(total).toBe((await service.ask("/api/v1/icons?color=green")).body.total);
    const count = Number(await music.locator(".count").textContent());
    await music.click();
    await page.waitForURL("**/?category=music&color=green");
    await expect.poll(total).toBe(count);
    expect(await music.getAttribute("aria-pressed")).toBe("true");
    await keep(page, "filtered");
    // What another category would show on its own, not within this one.
    const { facets } = (await service.ask("/api/v1/icons?color=green&facets=category&limit=1")).body._meta;
    await page.getByRole("searchbox", { name: "Search categories" }).fill("");
    const [{ label, count: most }] = facets.category;
    const first = page.locator(".category .choice", { hasText: label }).locator(".count");
    await expect.poll(async () => Number(await first.textContent())).toBe(most);
    await music.click();
    await green.click();
    await expect.poll(total).toBe(allIcons);
  });

  it("filters icons by any color", async () => {
    const page = await open(at("/?color=red"));
    // The browser's color picker is not part of the page, so only its event is simulated.
    await page.getByLabel("Any color").fill("#1db954");
    await page.waitForURL("**/?color=%231db954,red");
    const { total } = (await service.ask("/api/v1/icons?color=red,%231db954")).body;
    await expect.poll(() => status(page).textContent()).toBe(countOf(total));
    expect(await page.locator(".narrowing .chip").allTextContents()).toEqual(["#1db954", "red"]);
    await keep(page, "any-color");
    await page.getByRole("button", { name: "Remove red" }).click();
    await page.waitForURL("**/?color=%231db954");
    const greens = (await service.ask("/api/v1/icons?color=green")).body.total;
    await expect.poll(() => status(page).textContent()).toBe(countOf(greens));
    await page.getByRole("button", { name: "Remove #1db954" }).click();
    await expect.poll(() => status(page).textContent()).toBe(countOf(allIcons));
    await page.goBack();
    await expect.poll(() => page.getByLabel("Any color").inputValue()).toBe("#1db954");
  });

  it("opens an icon, follows similar icons, and returns", async () => {
    const page = await open(at("/?q=google+chrome"));
    await page.locator(".item").first().click();
    await page.waitForURL("**/?q=google+chrome&icon=google-chrome");
    await expect.poll(() => page.locator(".detail h2").textContent()).toBe("Google Chrome");
    await page.locator(".timeline li").first().waitFor();
    await keep(page, "detail");
    const seen = ["Google Chrome"];
    for (let step = 0; step < 3; step++) {
      const next = page.locator(".similar a").first();
      const name = (await next.locator(".name").textContent())!;
      await next.click();
      await expect.poll(() => page.locator(".detail h2").textContent()).toBe(name);
      await page.locator(".similar a").first().waitFor();
      seen.push(name);
    }
    for (const name of seen.reverse().slice(1)) {
      await page.goBack();
      await expect.poll(() => page.locator(".detail h2").textContent()).toBe(name);
    }
    await page.goBack();
    await expect.poll(() => page.locator(".detail").count()).toBe(0);
  });

  it("shows drawings, which are sharp on any screen, in the grid and the detail", async () => {
    const page = await open(at("/?icon=spotify"), { deviceScaleFactor: 2 });
    const image = 'document.querySelector(".detail .stage img")';
    await expect.poll(() => page.evaluate(`${image}.complete && ${image}.currentSrc`)).toBe(at("/images/spotify.svg"));
    expect(await page.evaluate(`${image}.getBoundingClientRect().width`)).toBe(136);
    const rasters =
      '[...document.querySelectorAll(".item img")].filter(({ currentSrc }) => !currentSrc.includes("svg"))';
    expect(await page.evaluate(`${rasters}.length`)).toBe(0);
    await keep(page, "detail-sharp");
  });

  it("copies an icon as code and downloads it as a file, in a color of choice", async () => {
    const page = await open(at("/?icon=spotify"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const svg = (await service.ask("/images/spotify.svg")).bytes.toString();
    const copied = async (form: string): Promise<string> => {
      await page.getByLabel("Copy as").selectOption(form);
      // The page still confirms the previous copy.
      await page.evaluate("navigator.clipboard.writeText('')");
      await page.locator(".image-actions .filled").click();
      const text = (): Promise<string> => page.evaluate("navigator.clipboard.readText()");
      await expect.poll(text).not.toBe("");
      expect(await page.locator(".image-actions [role=status]").textContent()).toMatch(/^(Copied|$)/);
      return text();
    };
    expect(await copied("svg")).toBe(svg);
    expect(await copied("url")).toBe(at("/images/spotify.svg"));
    expect(await copied("tsx")).toMatch(/ComponentProps<"svg"> & \{ size\?: number \| string; title\?: string \}/);
    expect(await copied("react")).toMatch(/^export function Spotify\(\{ size = 24, title, \.\.\.props \}\) \{\n/);
    expect(await copied("html")).toContain(`src="${at("/images/spotify.svg")}"`);
    const dataUrl = await copied("dataUrl");
    expect(decodeURIComponent(dataUrl.slice("data:image/svg+xml,".length))).toBe(svg);
    await page.getByLabel("Color of the drawing").fill("#ff0000");
    expect(await copied("svg")).toContain('fill="#ff0000"');
    const stage = page.locator(".detail .stage img");
    expect(await stage.getAttribute("src")).toBe("images/spotify.svg?color=%23ff0000");
    await page.getByLabel("Download as").selectOption("PNG, 256 px");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("spotify.png");
    const { width } = await sharp(await (await download).path()).metadata();
    expect(width).toBe(256);
    await keep(page, "image-actions");
  });

  it("offers mirrored and inverted similar icons", async () => {
    const page = await open(at("/?icon=spotify"));
    const variants = async (): Promise<string[]> =>
      (await page.locator(".similar .note").allTextContents()).flatMap((note) => /mirrored|inverted/.exec(note) ?? []);
    await page.locator(".similar a").first().waitFor();
    expect(await variants()).toEqual([]);
    await page.getByLabel("Mirrored and inverted, too").check();
    await page.waitForURL("**/?icon=spotify&include=mirrored,inverted");
    const { data } = (await service.ask("/api/v1/similar?id=spotify&limit=20&include=mirrored,inverted")).body;
    const near = data.filter(({ distance }: { distance: number }) => distance <= 20);
    const asked = near.map(({ variant }: { variant?: string }) => variant).filter(Boolean);
    expect(asked).toContain("mirrored");
    // The page of similar icons has the others.
    const shown = near.slice(0, 8).map(({ variant }: { variant?: string }) => variant);
    await expect.poll(variants).toEqual(shown.filter(Boolean));
  });

  it("shows pro fields and copies a color on click", async () => {
    const page = await open(at("/?icon=google-gemini"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const { data } = (await service.ask("/api/v1/icons/google-gemini")).body;
    const hexes = data.colorPalette.map(({ hex }: { hex: string }) => hex);
    expect(await page.locator(".palette .hex").allTextContents()).toEqual(hexes);
    await page.getByRole("button", { name: `Copy ${hexes[1]}` }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(hexes[1]);
    await expect.poll(() => page.locator(".palette .said").nth(1).textContent()).toBe("Copied");
    await keep(page, "copied");
    await page.getByRole("button", { name: "Copy hash" }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(data.phash);
    expect(await page.locator(".timeline time").allTextContents()).toEqual(["2025-07", "2024-02"]);
  });

  it("leads from the first key to the icons", async () => {
    const page = await open(at("/"));
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to the icons");
    await keep(page, "skip");
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe((await names(page))[0]);
  });

  it("supports all actions of the page by keyboard", async () => {
    const page = await open(at("/"));
    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
    await press("/");
    await page.keyboard.type("adobe");
    await page.waitForURL("**/?q=adobe");
    await expect.poll(async () => (await names(page))[0]).toBe("Adobe");
    const total = Number((await status(page).textContent())!.split(" ")[0]);
    expect(total).toBeGreaterThan(10);
    const listed = await names(page);
    await press("ArrowDown");
    expect(await focused(page)).toBe(listed[0]);
    await press("/");
    // The tab key reaches the grid from the search field.
    while (!(await page.evaluate("document.activeElement.matches('.item')"))) await press("Tab");
    expect(await focused(page)).toBe(listed[0]);
    await press("ArrowRight", "ArrowRight", "ArrowLeft");
    await expect.poll(() => focused(page)).toBe(listed[1]);
    await press("End");
    await expect.poll(() => focused(page)).toBe(listed[total - 1]);
    await press("Home", "ArrowRight", "Enter");
    await expect.poll(() => page.locator(".detail h2").textContent()).toBe(listed[1]);
    await expect.poll(() => focused(page)).toBe(listed[1]);
    await keep(page, "keyboard");
    await press("Escape");
    await expect.poll(() => page.locator(".detail").count()).toBe(0);
    await expect.poll(() => focused(page)).toBe(listed[1]);
  });

  it("renders only visible rows at any scroll position", async () => {
    const page = await open(at("/"));
    await page.evaluate("document.querySelector('.grid').scrollTo(0, 1e9)");
    const last = (await service.ask(`/api/v1/icons?limit=1&page=${allIcons}`)).body.data[0].name;
    await expect.poll(async () => (await names(page)).at(-1)).toBe(last);
    expect(await page.locator(".item").count()).toBeLessThan(150);
    expect(await page.locator(".waiting").count()).toBe(0);
    await keep(page, "scrolled");
  });

  it("keeps the focus when a key moves to icons that are not loaded yet", async () => {
    const page = await open(at("/"));
    const { data } = (await service.ask(`/api/v1/icons?limit=1&page=${allIcons}`)).body;
    await page.locator(".item").first().focus();
    for (const size of ["small", "medium", "large"]) {
      await page.getByRole("radio", { name: size }).check({ force: true });
      await page.locator(".item").first().focus();
      await page.keyboard.press("End");
      await expect.poll(() => focused(page)).toBe(data[0].name);
      await page.keyboard.press("Home");
      await expect.poll(() => focused(page)).toBe("ChatGPT");
    }
  });

  it("never moves the focus to another icon while the grid scrolls", async () => {
    const page = await open(at("/"));
    const scrollTo = (top: number): Promise<void> =>
      page.evaluate(`document.querySelector(".grid").scrollTop = ${top};
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`);
    // Elements of rows that leave are used for loaded ones that enter.
    for (const top of [1000, 2000, 0]) {
      await scrollTo(top);
      await page.waitForLoadState("networkidle");
    }
    await page.locator(".item").first().focus();
    const first = await focused(page);
    const held = new Set<string>();
    for (let top = 115; top < 2000; top += 264) {
      await scrollTo(top);
      held.add(await page.evaluate("document.activeElement.closest('.item')?.textContent ?? 'nothing'"));
    }
    expect([...held]).toEqual([first, "nothing"]);
  });

  it("applies the chosen grid size and remembers it", async () => {
    const page = await open(at("/"));
    const widthOf = () =>
      page
        .locator(".item .tile")
        .first()
        .evaluate((tile) => tile.clientWidth);
    for (const [size, width] of [
      ["large", 136],
      ["small", 56],
    ] as const) {
      await page.getByRole("radio", { name: size }).check({ force: true });
      await expect.poll(widthOf).toBe(width);
      await keep(page, size);
    }
    await page.reload();
    await expect.poll(widthOf).toBe(56);
  });

  it("shows commands that return the visible results", async () => {
    const page = await open(at("/?q=git&style=glyph&icon=github"), { key: service.pro });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator(".similar a").first().waitFor();
    const responses = [];
    for (const request of await page.locator(".request").all()) {
      await request.locator("summary").click();
      await request.getByRole("button", { name: "Copy as curl" }).click();
      const command = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(command).toBe(await request.locator("pre").first().textContent());
      expect(command).not.toContain(service.pro);
      const { status, body } = await runCurl(command, service.port, service.folder, service.pro);
      expect(status).toBe(200);
      responses.push(JSON.parse(body));
    }
    expect(responses[0].data.map(({ name }: { name: string }) => name)).toEqual(await names(page));
    expect(responses[1].query.id).toBe("github");
    expect(responses[2].data.name).toBe("GitHub");
    await keep(page, "request");
  });

  it("reports an empty result and offers a way back", async () => {
    const page = await open(at("/?q=zzzzqqqqxx&color=pink"));
    await page.getByRole("heading", { name: "No icon with these filters matches" }).waitFor();
    await keep(page, "nothing");
    await page.getByRole("button", { name: "Show all icons" }).click();
    await expect.poll(() => status(page).textContent()).toBe(countOf(allIcons));
  });

  it("follows the system's color scheme until the user chooses one", async () => {
    const page = await open(at("/"), { colorScheme: "dark" });
    const ground = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    const dark = await ground();
    await keep(page, "dark");
    await page.getByRole("button", { name: "Colors: auto" }).click();
    expect(await ground()).not.toBe(dark);
    await page.getByRole("button", { name: "Colors: light" }).click();
    expect(await ground()).toBe(dark);
    await page.emulateMedia({ colorScheme: "light" });
    await page.reload();
    await page.getByRole("button", { name: "Colors: dark" }).waitFor();
    expect(await ground()).toBe(dark);
  });

  it("searches and shows icons without JavaScript", async () => {
    const page = await open(at("/"), { javaScriptEnabled: false });
    expect(await page.locator(".item").count()).toBe(60);
    await page.getByRole("searchbox", { name: "Search icons" }).fill("spotify");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/?q=spotify");
    expect((await names(page))[0]).toBe("Spotify");
    await page.locator(".item").click();
    await page.waitForURL("**/?q=spotify&icon=spotify");
    expect(await page.locator(".detail h2").textContent()).toBe("Spotify");
    expect(await page.title()).toBe("Spotify · Application icons");
    await keep(page, "plain");
  });

  it("requests no drawing of raster images", async () => {
    const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#1e88e5" } })
      .extend({ top: 16, left: 16, background: "#ffffff" })
      .png()
      .toBuffer();
    const records = [{ id: "raster", name: "Raster", developer: "D", category: "x", image: "raster.png" }];
    const folder = temporaryFolder({ "data.json": records });
    writeFileSync(`${folder}/raster.png`, image);
    await compile({ data: `${folder}/data.json`, out: `${folder}/out` });
    const other = await startService(`${folder}/out`, { anonymous: "pro" });
    const page = await open(`http://127.0.0.1:${other.port}/?icon=raster`);
    const shown = await page.evaluate("[...document.images].map(({ currentSrc }) => currentSrc)");
    const url = `http://127.0.0.1:${other.port}/images/raster`;
    expect(shown).toEqual([url, `${url}?size=512`]);
    // Closing waits for connections, and browsers keep some on which they have asked for nothing.
    other.app.server.closeAllConnections();
    await other.close();
  });
});
