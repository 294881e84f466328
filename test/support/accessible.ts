import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The violations found by axe, with their elements. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const run = `axe.run({ runOnly: ${JSON.stringify(RULES)}, resultTypes: ["violations"] })`;
  const results = (await page.evaluate(run)) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`),
  );
}

/** Elements that overflow the window to the right, or their container. */
export async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("body *")]
    .filter((element) => (element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".hidden, .word"))
      || (element.matches(".filters, .grid, .detail, main") && element.scrollWidth > element.clientWidth + 1))
    .map((element) => element.outerHTML.slice(0, 120))`);
}
