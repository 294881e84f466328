import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { overflowing, violations } from "../support/accessible.js";
import { describeInBrowser, keep } from "../support/browser.js";
import { type Service, startService } from "../support/service.js";

const svg = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${color}" d="M4 4h16v10H9v6H4z"/></svg>`;

let data: string;
let open: Service;
let closed: Service;
beforeAll(async () => {
  const icon = (id: string, name: string) => ({
    id,
    name,
    developer: "Example",
    category: "games",
    image: `${id}.svg`,
  });
  data = mkdtempSync(join(tmpdir(), "icons-former-"));
  mkdirSync(join(data, "icons"));
  const write = (path: string, content: unknown): void => writeFileSync(join(data, path), JSON.stringify(content));
  write("dataset.json", { name: "Former" });
  write("icons/icons.json", [
    { ...icon("pulse", "Pulse"), formerIds: ["signal", "set:old name"] },
    icon("tempo", "Tempo"),
    icon("violet", "Violet"),
  ]);
  write("removed.json", [
    { id: "rhythm", date: "2026-05-11", reason: "discontinued by its developer", successor: "tempo" },
    { id: "takedown", date: "2026-05-12T10:00:00Z", reason: "The owner of the trademark asked for it." },
  ]);
  writeFileSync(join(data, "pulse.svg"), svg("#d6336c"));
  writeFileSync(join(data, "tempo.svg"), svg("#1c7ed6"));
  writeFileSync(join(data, "violet.svg"), svg("#7048e8"));
  await compile({ data, out: `${data}/out` });
  open = await startService(`${data}/out`, { anonymous: "pro" });
  closed = await startService(`${data}/out`);
});
afterAll(async () => {
  await open.close();
  await closed.close();
  rmSync(data, { recursive: true });
});

const at = (path: string, { port }: Service = open): string => `http://127.0.0.1:${port}${path}`;
const searchOf = (page: Page): string => new URL(page.url()).search;
const heading = (page: Page) => page.locator(".detail h2").first();
const stored = (list: string, ...ids: readonly string[]): string => {
  const icons = ids.map((id) => ({ id, name: `Stored ${id}`, developer: "D" }));
  return `localStorage.setItem("icons.${list}", ${JSON.stringify(JSON.stringify(icons))})`;
};
const idsIn = (page: Page, list: string): Promise<string[]> =>
  page.evaluate(`JSON.parse(localStorage.getItem("icons.${list}")).map(({ id }) => id)`);
const detailRequests = (page: Page): string[] => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/icons/") && request.redirectedFrom() === null)
      sent.push(new URL(request.url()).pathname);
  });
  return sent;
};

describeInBrowser(
  "explorer page of icons that were renamed or removed",
  ({ open: openPage }) => {
    it.each([true, false])("shows a renamed icon under its new id (JavaScript: %s)", async (javaScriptEnabled) => {
      const page = await openPage(at("/?q=p&icon=signal"), { javaScriptEnabled });
      expect(searchOf(page)).toBe("?q=p&icon=pulse");
      expect(await heading(page).textContent()).toBe("Pulse");
      expect(await page.title()).toBe("Pulse · Former");
    });

    it("replaces a former id in the address of a server that requires a key", async () => {
      const page = await openPage(at("/?q=p&icon=set%3Aold+name", closed), { key: closed.pro });
      await expect.poll(() => searchOf(page)).toBe("?q=p&icon=pulse");
      expect(await heading(page).textContent()).toBe("Pulse");
    });

    it("opens favorites under former ids and renames them in place, with one request and one entry in the history", async () => {
      const page = await openPage(at("/"));
      await page.evaluate(stored("favorites", "violet", "signal", "tempo"));
      await page.evaluate(stored("recent", "signal", "pulse"));
      await page.goto(at("/?saved=favorites"));
      const sent = detailRequests(page);
      await page.locator(".item", { hasText: "Stored signal" }).click();
      await expect.poll(() => searchOf(page)).toBe("?saved=favorites&icon=pulse");
      expect(await heading(page).textContent()).toBe("Pulse");
      await expect
        .poll(() => page.locator(".item .name").allTextContents())
        .toEqual(["Stored violet", "Pulse", "Stored tempo"]);
      expect(await idsIn(page, "favorites")).toEqual(["violet", "pulse", "tempo"]);
      expect(await idsIn(page, "recent")).toEqual(["pulse"]);
      await page.waitForLoadState("networkidle");
      expect(sent).toEqual(["/api/v1/icons/signal"]);
      await page.goBack();
      await expect.poll(() => searchOf(page)).toBe("?saved=favorites");
    });

    it.each([true, false])(
      "says when and why an icon was removed and links its successor (JavaScript: %s)",
      async (javaScriptEnabled) => {
        const page = await openPage(at("/?icon=rhythm"), { javaScriptEnabled });
        const note = page.locator(".removed");
        expect(await note.locator(".when").textContent()).toBe("Removed on May 11, 2026");
        expect(await note.locator(".reason").textContent()).toBe("Discontinued by its developer.");
        const link = page.getByRole("link", { name: /Use instead/ });
        if (javaScriptEnabled) await link.getByText("Tempo", { exact: true }).waitFor();
        await link.click();
        await expect.poll(() => searchOf(page)).toBe("?icon=tempo");
        await expect.poll(() => heading(page).textContent()).toBe("Tempo");
      },
    );

    it("opens removed favorites and recent icons with the note, and lets go of them", async () => {
      const page = await openPage(at("/"));
      await page.evaluate(stored("favorites", "takedown"));
      await page.evaluate(stored("recent", "takedown"));
      for (const list of ["recent", "favorites"]) {
        await page.goto(at(`/?saved=${list}`));
        await page.locator(".item").click();
        await page.getByText("Removed on May 12, 2026").waitFor();
        expect(await page.getByRole("link", { name: /Use instead/ }).count()).toBe(0);
      }
      await page.getByRole("button", { name: "Favorite", exact: true }).click();
      await page.getByRole("heading", { name: "No favorites yet" }).waitFor();
    });

    it("searches for an unknown id, also by near spellings", async () => {
      const page = await openPage(at("/?icon=tempoo&category=games"));
      await page.getByRole("heading", { name: "There is no such icon" }).waitFor();
      await page.getByRole("button", { name: "Search for “tempoo”" }).click();
      await expect.poll(() => searchOf(page)).toBe("?q=tempoo");
      await expect.poll(() => page.locator(".item .name").allTextContents()).toEqual(["Tempo"]);
      expect(await page.locator(".detail").count()).toBe(0);
    });

    it("passes the accessibility rules with the note, in light and dark colors and on phones", async () => {
      const page = await openPage(at("/?icon=rhythm"));
      await page.getByText("Tempo", { exact: true }).last().waitFor();
      for (const width of [1280, 768, 390]) {
        await page.setViewportSize({ width, height: 844 });
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await keep(page, `removed-${width}-${colorScheme}`);
          expect(await violations(page), `${width} ${colorScheme}`).toEqual([]);
          expect(await overflowing(page), `${width} ${colorScheme}`).toEqual([]);
        }
      }
    });
  },
  ["status of 410", "status of 404"],
);
