import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { overflowing, violations } from "../support/accessible.js";
import { describeInBrowser, keep } from "../support/browser.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const NARROW = { width: 360, height: 740 };
const TABLET = { width: 768, height: 1024 };

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

/** Takes a screenshot and checks the accessibility rules. */
async function check(page: Page, name: string): Promise<void> {
  await keep(page, name);
  expect.soft(await violations(page), name).toEqual([]);
  expect.soft(await overflowing(page), name).toEqual([]);
}

/** Opens or closes the filters if they are collapsible. */
async function openFilters(page: Page, wanted: boolean): Promise<void> {
  if (wanted) await page.getByRole("button", { name: /^Filters/ }).click();
}

/** Searches for something while the server can't be reached. */
async function failSearch(page: Page, q: string): Promise<void> {
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("searchbox", { name: "Search icons" }).fill(q);
  await page.getByRole("heading", { name: "No response" }).waitFor();
}

const settled = (page: Page): Promise<void> => page.waitForLoadState("networkidle");
const STATES: readonly (readonly [name: string, path: string, act: (page: Page) => Promise<void>])[] = [
  ["first", "/", async () => undefined],
  ["filters", "/?category=music,games&color=green,%231db954&style=glyph", async () => undefined],
  ["detail", "/?q=git&icon=google-gemini", async (page) => page.locator(".similar a").first().waitFor()],
  ["end-of-detail", "/?icon=spotify", async (page) => page.locator(".similar a").last().scrollIntoViewIfNeeded()],
  ["nothing", "/?q=zzzzqqqqxx", async () => undefined],
  ["did-you-mean", "/?q=spotfy", async () => undefined],
  ["similar", "/?phash=aaaa5555aaaa5555&include=mirrored", async () => undefined],
  [
    "similar-looks",
    `/?phash=aaaa5555aaaa5555&shape=${"0f".repeat(64)}&palette=1db954:0.5,ffffff:0.5&shape=${"0f".repeat(64)}&palette=1db954:1`,
    async (page) => page.locator("summary").last().click(),
  ],
  ["requests", "/?q=git", async (page) => page.locator("summary").first().click()],
  ["selected", "/?q=git", async (page) => page.getByRole("checkbox").first().check()],
  ["by-look", "/?q=google&sort=look", async () => undefined],
  ["warning", "/?color=plaid", async () => undefined],
  ["shortcuts", "/", async (page) => page.keyboard.press("?")],
  ["missing", "/no/such/page", async () => undefined],
  ["failing", "/?q=git", async (page) => failSearch(page, "spot")],
  ["selecting", "/?q=git", async (page) => page.getByRole("button", { name: "Select icons" }).click()],
  [
    "collecting",
    "/?set=Mine&ids=github,firefox",
    async (page) => {
      await page.getByRole("button", { name: "Keep in this browser" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
      await page.getByRole("checkbox").first().check();
      await page.getByRole("button", { name: "Collect", exact: true }).click();
    },
  ],
  ["collection", "/?set=Mine&ids=github,firefox,no-such-icon", async () => undefined],
  ["similar-icon", "/?similar=spotify", async () => undefined],
  [
    "favorites",
    "/?icon=figma",
    async (page) => {
      await page.getByRole("button", { name: "Favorite", exact: true }).click();
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await page.getByRole("button", { name: "Favorites" }).click();
    },
  ],
  ["no-favorites", "/?saved=favorites", async () => undefined],
  [
    "recent",
    "/?icon=figma",
    async (page) => {
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await page.getByRole("button", { name: "Favorites" }).click();
      await page.getByRole("link", { name: /^Recently viewed/ }).click();
    },
  ],
  ["key", "/", async (page) => page.locator(".plan").click()],
  [
    "unknown-icon",
    "/?icon=no-such-icon",
    async (page) => page.getByRole("heading", { name: "There is no such icon" }).waitFor(),
  ],
];

describeInBrowser(
  "explorer page",
  ({ open }) => {
    it.each(STATES)(
      "passes the accessibility rules in light and dark colors, on tablets and in 360 pixels: %s",
      async (name, path, act) => {
        const page = await open(`http://127.0.0.1:${service.port}${path}`);
        await act(page);
        await settled(page);
        await check(page, `light-${name}`);
        await page.emulateMedia({ colorScheme: "dark" });
        await check(page, `dark-${name}`);
        await page.setViewportSize(TABLET);
        await check(page, `tablet-dark-${name}`);
        await page.setViewportSize(NARROW);
        await openFilters(page, name === "filters");
        await check(page, `narrow-dark-${name}`);
        await page.emulateMedia({ colorScheme: "light" });
        await check(page, `narrow-${name}`);
      },
    );
  },
  ["status of 404", "ERR_FAILED"],
);

describeInBrowser(
  "explorer page of an unusual dataset",
  ({ open }) => {
    it.each([
      ["wide", {}],
      ["narrow", NARROW],
    ] as const)("keeps the layout for unusual names: %s", async (look, options) => {
      const long = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(4);
      const texts = {
        developer: long,
        category: "a category with quite a long name that goes on and on",
        mood: long.slice(0, 60),
      };
      const records = [
        {
          ...texts,
          id: "long",
          name: long,
          description: long.repeat(5),
          website: `https://example.com/${"a".repeat(150)}`,
        },
        { ...texts, id: "words", name: "The name of an application that has a great many words in it" },
        { ...texts, id: "kanji", name: "漢字アイコン名前テスト漢字アイコン名前テスト" },
        { ...texts, id: "hebrew", name: "שלום עולם" },
        { ...texts, id: "emoji", name: "🦊 Fox" },
        ...Array.from({ length: 40 }, (_, at) => ({
          ...texts,
          id: `more-${at}`,
          name: `App ${at}`,
          category: `category ${at}`,
        })),
      ];
      const folder = temporaryFolder({ "data.json": records });
      await compile({ data: `${folder}/data.json`, out: `${folder}/out` });
      const odd = await startService(`${folder}/out`, { anonymous: "pro" });
      const page = await open(`http://127.0.0.1:${odd.port}/`, options);
      expect(await page.locator(".item .missing").first().textContent()).toBe("D");
      await check(page, `odd-${look}`);
      await page.locator(".item").first().click();
      await page.locator(".detail .developer").waitFor();
      await settled(page);
      await check(page, `odd-detail-${look}`);
      await odd.close();
    });
  },
  ["status of 404"],
);
