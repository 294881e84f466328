import fc from "fast-check";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as culori from "#src/color/culori.js";
import { colorsOf, distanceOfLooks, type Look, shortPath } from "#src/explorer/look.js";
import { measurePalette } from "#src/palette/dominant-colors.js";
import { withRuns } from "#src/phash/pixels.js";
import { describeInBrowser, keep } from "../support/browser.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

const at = (path: string): string => `http://127.0.0.1:${service.port}${path}`;
const status = (page: Page) => page.locator("main [role=status]").first();
const names = (page: Page): Promise<string[]> => page.locator(".item .name").allTextContents();
const namesOf = async (query: string): Promise<string[]> =>
  (await service.ask(`/api/v1/icons?${query}`)).body.data.map(({ name }: { name: string }) => name);

describe("order by look", () => {
  const points = fc.array(fc.tuple(fc.integer({ max: 100 }), fc.integer({ max: 100 })), {
    minLength: 1,
    maxLength: 40,
  });

  it("is a path through all icons from the first that no turned part shortens", () => {
    fc.assert(
      fc.property(points, (places) => {
        const between = (a: number, b: number) =>
          Math.hypot(places[a]![0] - places[b]![0], places[a]![1] - places[b]![1]);
        const length = (path: readonly number[]) =>
          path.slice(1).reduce((sum, here, step) => sum + between(path[step]!, here), 0);
        const path = shortPath(places.length, between);
        expect(path[0]).toBe(0);
        expect([...path].sort((a, b) => a - b)).toEqual(places.map((_, index) => index));
        for (let from = 1; from < path.length; from++) {
          for (let to = from + 1; to < path.length; to++) {
            const turned = [...path.slice(0, from), ...path.slice(from, to + 1).reverse(), ...path.slice(to + 1)];
            expect(length(turned)).toBeGreaterThan(length(path) - 1e-6);
          }
        }
      }),
    );
  });

  it("keeps groups together", () => {
    const groups = [3, 50, 1, 52, 99, 2, 51, 98];
    const path = shortPath(groups.length, (a, b) => Math.abs(groups[a]! - groups[b]!));
    expect(path.map((index) => groups[index])).toEqual([3, 2, 1, 50, 51, 52, 98, 99]);
  });

  const filled = (...colors: readonly (readonly number[])[]) => ({
    width: 8,
    height: 8,
    data: Uint8Array.from({ length: 256 }, (_, index) => {
      const row = Math.floor(index / 32);
      return colors[Math.floor((row * colors.length) / 8)]![index % 4]!;
    }),
  });
  const BLACK = [0, 0, 0, 255];
  const WHITE = [255, 255, 255, 255];
  const CLEAR = [9, 9, 9, 0];

  it.each([
    ["the same", filled(BLACK), filled(BLACK), 0],
    ["transparent areas", filled(BLACK, CLEAR), filled(BLACK), 0],
    ["black and white", filled(BLACK), filled(WHITE), 1],
    ["half of it", filled(BLACK, WHITE), filled(BLACK), 0.5],
    ["nothing and something", filled(CLEAR), filled(BLACK), 1],
    ["nothing and nothing", filled(CLEAR), filled(CLEAR), 0],
  ])("measures the distance of colors: %s", (_, a, b, expected) => {
    const look = (pixels: typeof a): Look => ({
      shape: undefined,
      colors: colorsOf(measurePalette(withRuns(pixels), culori)),
    });
    expect(distanceOfLooks(look(a), look(b))).toBeCloseTo(expected, 2);
    expect(distanceOfLooks(look(b), look(a))).toBeCloseTo(expected, 2);
  });

  it("weighs 480 bits of shape like black and white", () => {
    const look = (byte: number): Look => ({ shape: new Uint8Array(64).fill(byte), colors: [] });
    expect(distanceOfLooks(look(0), look(0b1111))).toBeCloseTo(256 / 480);
    expect(distanceOfLooks(look(7), look(7))).toBe(0);
  });
});

describeInBrowser("explorer page", ({ open }) => {
  it("sorts by the orders of the API, kept in its address", async () => {
    const page = await open(at("/?color=green"));
    await page.getByLabel("Sort by").selectOption("Name");
    await page.waitForURL("**/?color=green&sort=name");
    const byName = await namesOf("color=green&sort=name&limit=100");
    await expect.poll(async () => (await names(page)).slice(0, 20)).toEqual(byName.slice(0, 20));
    await page.reload();
    expect(await page.getByLabel("Sort by").inputValue()).toBe("name");
    await keep(page, "sorted");
    await page.getByLabel("Sort by").selectOption("Relevance");
    await page.waitForURL("**/?color=green");
    const byRelevance = await namesOf("color=green&limit=100");
    await expect.poll(async () => (await names(page)).slice(0, 20)).toEqual(byRelevance.slice(0, 20));
  });

  it("shows icons of a similar look next to each other", async () => {
    const page = await open(at("/?q=adobe"));
    await status(page).filter({ hasText: "icons" }).waitFor();
    const before = await names(page);
    await page.getByLabel("Sort by").selectOption("Look");
    await page.waitForURL("**/?q=adobe&sort=look");
    await expect.poll(() => names(page), { timeout: 20_000 }).not.toEqual(before);
    const after = await names(page);
    expect([...after].sort()).toEqual([...before].sort());
    expect(after[0]).toBe(before[0]);
    await keep(page, "by-look");
  });

  it("opens a random icon of the result", async () => {
    const page = await open(at("/?q=adobe&sort=name"));
    const listed = await namesOf("q=adobe&limit=100");
    await page.evaluate("Math.random = () => 0.9999");
    await page.getByRole("button", { name: "Surprise me" }).click();
    const [last] = await namesOf(`q=adobe&sort=name&limit=1&page=${listed.length}`);
    await expect.poll(() => page.locator(".detail h2").textContent()).toBe(last);
    await page.goBack();
    await page.goto(at("/"));
    await page.evaluate("Math.random = () => 0.9999");
    await page.getByRole("button", { name: "Surprise me" }).click();
    // On a page that was not loaded before.
    const { total } = (await service.ask("/api/v1/icons?limit=1")).body;
    const [end] = await namesOf(`limit=1&page=${total}`);
    await expect.poll(() => page.locator(".detail h2").textContent()).toBe(end);
  });
});
