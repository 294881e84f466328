import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { writePage } from "#build/diff/page.js";
import { reportDiff } from "#build/diff/report.js";
import { openLiveSide, type Side } from "#build/diff/side.js";
import { overflowing, violations } from "../../support/accessible.js";
import { describeInBrowser, keep } from "../../support/browser.js";
import { temporaryFolder } from "../../support/folder.js";

const HOSTILE = `</title></style><script>document.title="run"</script><img src=x onerror='document.title="run"'>"'&amp;`;
const drawn = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v4H4v4H0z" fill="${color}"/></svg>`;
const icon = (id: string, more: object = {}): object => ({
  id,
  name: `Name of ${id}`,
  developer: "A",
  category: "c",
  ...more,
});

const BEFORE = [
  icon("drawn", { image: "drawn.svg" }),
  icon("lost", { image: "lost.svg" }),
  icon("told", { description: HOSTILE, image: "drawn.svg" }),
  icon("gone", { name: HOSTILE }),
];
const AFTER = [
  icon("drawn", { image: "lost.svg" }),
  icon("lost"),
  icon("told", { name: HOSTILE, developer: HOSTILE, description: "Plain.", image: "drawn.svg" }),
  icon(HOSTILE, {
    name: `A name without an end ${"W".repeat(150)}`,
    category: HOSTILE.slice(0, 60).replaceAll(",", ""),
  }),
  ...Array.from({ length: 4 }, (_, at) => icon(`new-${at}`)),
];

describeInBrowser("comparison page", ({ open }) => {
  let rendered: Promise<string> | undefined;
  const html = (): Promise<string> => {
    rendered ??= pageOf(3);
    return rendered;
  };
  const show = async (options: Parameters<typeof open>[1] = {}, edit = (page: string) => page): Promise<Page> => {
    const folder = temporaryFolder({ "page.html": edit(await html()) });
    return open(String(pathToFileURL(join(folder, "page.html"))), options);
  };

  it("shows images before and after, palettes, distances and fields", async () => {
    const page = await show();
    const card = page.locator(".change", { has: page.getByRole("heading", { name: "Name of drawn", exact: true }) });
    expect(await card.getByRole("img", { name: "Name of drawn, before" }).evaluate(naturalWidth)).toBeGreaterThan(0);
    expect(await card.getByRole("img", { name: "Name of drawn, after" }).evaluate(naturalWidth)).toBeGreaterThan(0);
    expect(await card.locator(".palette").count()).toBe(2);
    expect(await card.locator(".palette title").first().textContent()).toBe("red #ff0000 100 %");
    expect(await card.textContent()).toMatch(/Hamming distance\d+ of 64/);
    expect(await page.locator(".change", { hasText: "Name of lost" }).getByText("no image").count()).toBe(1);
    expect(await page.locator(".omitted").textContent()).toContain("7 of 9 changed icons are shown");
  });

  it("filters by kind of change without a script", async () => {
    const page = await show({ javaScriptEnabled: false });
    const seen = async (): Promise<number> => page.locator(".change:visible").count();
    expect(await seen()).toBe(7);
    await page.getByLabel("Removed").check();
    expect(await seen()).toBe(1);
    await page.getByLabel("Image changed").check();
    expect(await seen()).toBe(2);
    await page.getByLabel("All").check();
    expect(await seen()).toBe(7);
  });

  it("escapes names, whatever they contain, and blocks scripts", async () => {
    const page = await show();
    expect(await page.title()).toBe("What changed in icons");
    expect(await page.locator("script").count()).toBe(0);
    expect(await page.locator("h2", { hasText: HOSTILE }).count()).toBe(2);
    expect(await page.locator("del", { hasText: HOSTILE }).count()).toBe(1);
    const text = await html();
    expect(text).toMatch(/http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src/);
    expect(text).not.toMatch(/(src|href)="(?!data:)/);
  });

  it("fits light and dark colors and a width of 360 pixels", async () => {
    const page = await show();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await keep(page, `diff-${colorScheme}-${width}`);
        expect.soft(await overflowing(page)).toEqual([]);
      }
    }
  });

  it.each(["light", "dark"] as const)("breaks no accessibility rule in %s colors", async (colorScheme) => {
    // The page's policy would also block the checker.
    const page = await show({ colorScheme, width: 360 }, (text) => text.replace(/<meta http-equiv[^>]*>/, ""));
    expect(await violations(page)).toEqual([]);
  });
});

const naturalWidth = (image: unknown): number => (image as { naturalWidth: number }).naturalWidth;

/** The page that compares the two datasets. @param limit icons of each kind */
async function pageOf(limit: number): Promise<string> {
  const folder = temporaryFolder({ "drawn.svg": drawn("#ff0000"), "lost.svg": drawn("#0000ff").replace("8v4", "8v2") });
  const build = async (records: readonly object[], name: string): Promise<Side> => {
    writeFileSync(join(folder, "icons.json"), JSON.stringify(records));
    await compile({ data: join(folder, "icons.json"), out: join(folder, name), jobs: 1 });
    return openLiveSide(join(folder, name))!;
  };
  const before = await build(BEFORE, "before");
  const after = await build(AFTER, "after");
  const path = join(folder, "page.html");
  await writePage(path, reportDiff(before, after, limit), before, after);
  return readFileSync(path, "utf8");
}
