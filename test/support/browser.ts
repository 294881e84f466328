import { existsSync, mkdirSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished } from "vitest";

/** Debian's; another one is named by the environment. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skipped = !existsSync(CHROMIUM) && !process.env.CI;
/** Where each test leaves images of what it saw, to be looked at. */
const SCREENSHOTS = "test/.screenshots";

/** What a page is opened with, beside its address. */
export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** Pixels of the screen in place of one of the page. */
  readonly deviceScaleFactor?: number;
  readonly javaScriptEnabled?: boolean;
  /** The key that the browser has stored. */
  readonly key?: string;
  /** What the page may ask beside its own origin. */
  readonly mayAsk?: string;
}

/** A browser of which every page starts with nothing stored. */
export interface Browsing {
  /** Opens an address in a page that lasts as long as the test, and waits until it is quiet. A message in the console or a refused script fails the test. */
  open(url: string, options?: PageOptions): Promise<Page>;
}

/**
 * Describes what is seen in a real Chromium. Without one these tests are skipped and say so; under `CI` they fail.
 *
 * @param expected parts of console messages that belong to what is tested
 */
export function describeInBrowser(
  name: string,
  body: (browsing: Browsing) => void,
  expected: readonly string[] = [],
): void {
  describe.skipIf(skipped)(skipped ? `${name} (skipped: no Chromium at ${CHROMIUM})` : name, () => {
    let browser: Browser;
    const contexts = new Map<string, BrowserContext>();
    beforeAll(async () => {
      mkdirSync(SCREENSHOTS, { recursive: true });
      browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    });
    afterAll(async () => {
      await browser?.close();
    });

    /**
     * A browsing context and its renderer cost over a second of processor time, so pages of the same kind share them. An empty page of the same
     * site keeps the renderer.
     */
    async function contextFor(site: string, options: BrowserContextOptions): Promise<BrowserContext> {
      const kind = JSON.stringify([site, options]);
      let context = contexts.get(kind);
      if (context === undefined) {
        context = await browser.newContext(options);
        contexts.set(kind, context);
        const empty = await context.newPage();
        await empty.route("**", (route) => route.fulfill({ contentType: "text/html", body: "" }));
        if (site.startsWith("http")) await empty.goto(site);
      }
      await context.clearPermissions();
      return context;
    }

    body({
      async open(url, { width = 1280, height = 800, key, mayAsk, ...options } = {}) {
        const { origin, protocol, hostname } = new URL(url);
        const context = await contextFor(`${protocol}//${hostname}`, { viewport: { width, height }, ...options });
        const page = await context.newPage();
        onTestFinished(() => page.close());
        await forgetEverything(page, origin);
        if (key !== undefined)
          await page.addInitScript(`if (location.origin === "${origin}") localStorage.setItem("icons.key", "${key}")`);
        page.on("pageerror", (error) => expect.soft(error.message, "an error in the page").toBe(""));
        page.on("console", (message) => {
          const text = message.text();
          if (!expected.some((part) => text.includes(part))) expect.soft(text, "a message in the console").toBe("");
        });
        page.on("request", (request) => {
          const from = new URL(request.url());
          if (from.protocol.startsWith("http") && from.origin !== mayAsk)
            expect.soft(from.origin, "a request to elsewhere").toBe(origin);
        });
        await page.goto(url);
        await page.waitForLoadState("networkidle");
        return page;
      },
    });
  });
}

/** Removes what earlier pages of the context have stored: cookies, storage of the origin, the cache. */
async function forgetEverything(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.send("Network.clearBrowserCache");
  await session.detach();
}

/** Keeps an image of a page. @param name of the state that it shows */
export async function keep(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
}
