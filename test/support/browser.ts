import { existsSync, mkdirSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished } from "vitest";

/** Debian's Chromium; the environment can name another one. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skipped = !existsSync(CHROMIUM) && !process.env.CI;
/** Folder for screenshots of each test, for manual inspection. */
const SCREENSHOTS = "test/.screenshots";

/** Options for opening a page. */
export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** Screen pixels per CSS pixel. */
  readonly deviceScaleFactor?: number;
  readonly javaScriptEnabled?: boolean;
  /** Whether the screen is touched. */
  readonly hasTouch?: boolean;
  /** The key stored in the browser. */
  readonly key?: string;
  /** An allowed origin in addition to the page's own. */
  readonly mayAsk?: string;
}

/** A browser whose pages all start with empty storage. */
export interface Browsing {
  /**
   * Opens a URL in a page that is closed after the test, and waits until it is idle. A console message or a blocked
   * script fails the test.
   */
  open(url: string, options?: PageOptions): Promise<Page>;
}

/**
 * Describes behavior in a real Chromium. Without one these tests are skipped with a note; under `CI` they fail.
 *
 * @param expected parts of console messages that the tests provoke
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
     * A browsing context and its renderer cost over a second of CPU time, so pages of the same kind share them. An
     * empty page of the same site keeps the renderer.
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
        // Transitions would be in screenshots.
        const still = { viewport: { width, height }, reducedMotion: "reduce" as const };
        const context = await contextFor(`${protocol}//${hostname}`, { ...still, ...options });
        const page = await context.newPage();
        onTestFinished(() => page.close());
        await forgetEverything(page, origin);
        if (key !== undefined)
          await page.addInitScript(`if (location.origin === "${origin}") localStorage.setItem("icons.key", "${key}")`);
        page.on("pageerror", (error) => expect.soft(error.message, "an error in the page").toBe(""));
        page.on("console", (message) => {
          const text = message.text();
          const { url } = message.location();
          if (!expected.some((part) => text.includes(part)))
            expect.soft(text, `a message in the console, of ${url}`).toBe("");
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

/** Removes data stored by earlier pages of the context: cookies, storage of the origin, the cache. */
async function forgetEverything(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.send("Network.clearBrowserCache");
  await session.detach();
}

/** Saves a screenshot of a page. @param name of the state that it shows */
export async function keep(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
}
