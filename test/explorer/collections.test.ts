import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser, keep } from "../support/browser.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

const at = (path: string): string => `http://127.0.0.1:${service.port}${path}`;
const names = async (page: Page): Promise<string[]> => (await page.locator(".item .name").allTextContents()).sort();
const bar = (page: Page) => page.getByRole("region", { name: "Selected icons" });
const tab = (page: Page, name: RegExp) =>
  page.getByRole("navigation", { name: "Saved icons" }).getByRole("link", { name });
const stored = (page: Page): Promise<unknown> => page.evaluate('JSON.parse(localStorage.getItem("icons.collections"))');

async function collect(page: Page, icons: readonly string[], name: string, isNew: boolean): Promise<void> {
  for (const icon of icons) await page.getByRole("checkbox", { name: `Select ${icon}`, exact: true }).check();
  await bar(page).getByRole("button", { name: "Collect" }).click();
  const dialog = page.getByRole("dialog");
  if (isNew) {
    await dialog.getByRole("textbox", { name: "New collection" }).fill(name);
    await dialog.getByRole("button", { name: "Create" }).click();
  } else await dialog.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await bar(page).getByText(`Added to ${name}`).waitFor();
}

describeInBrowser("collections of icons", ({ open }) => {
  it("are kept in the browser, and open by their link on another machine in one request", async () => {
    const page = await open(at("/?q=git"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await collect(page, ["GitHub", "GitLab"], "My tools", true);
    await bar(page).getByRole("button", { name: "Clear selection" }).click();
    await collect(page, ["GitLab", "Gitea"], "My tools", false);
    await bar(page).getByRole("button", { name: "My tools" }).click();
    await page.waitForURL("**/?ids=github,gitlab,gitea&set=My+tools");
    await expect.poll(() => names(page)).toEqual(["GitHub", "GitLab", "Gitea"]);
    expect(await page.title()).toBe("My tools · Application icons");
    await page.reload();
    expect(await tab(page, /^My tools 3/).getAttribute("aria-current")).toBe("page");
    await page.locator(".item").first().click();
    await page.getByRole("button", { name: "Copy link to this collection" }).click();
    await keep(page, "collection");
    const link = await page.evaluate<string>("navigator.clipboard.readText()");

    const other = await open(at("/"));
    expect(await stored(other)).toBeNull();
    const requests: string[] = [];
    other.on("request", (request) => requests.push(request.url()));
    await other.goto(link);
    await other.waitForLoadState("networkidle");
    expect(await names(other)).toEqual(["GitHub", "GitLab", "Gitea"]);
    expect(requests.filter((url) => url.includes("ids=") && url.includes("/api/"))).toEqual([]);
    await other.getByRole("button", { name: "Keep in this browser" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
    await expect.poll(() => stored(other)).toEqual([{ name: "My tools", ids: ["github", "gitlab", "gitea"] }]);
  });

  it("lose icons, change their names and are deleted", async () => {
    const page = await open(at("/"));
    await page.evaluate(
      'localStorage.setItem("icons.collections", JSON.stringify([{ name: "A", ids: ["firefox", "github"] }, "x", { name: "B", ids: ["slack"] }]))',
    );
    await page.goto(at("/?saved=favorites"));
    await tab(page, /^A 2/).click();
    await page.getByRole("checkbox", { name: "Select Firefox", exact: true }).check();
    await bar(page).getByRole("button", { name: "Take out" }).click();
    await expect.poll(() => names(page)).toEqual(["GitHub"]);
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Forges");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.waitForURL("**/?ids=github&set=Forges");
    expect(await stored(page)).toEqual([
      { name: "Forges", ids: ["github"] },
      { name: "B", ids: ["slack"] },
    ]);
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete “Forges”?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await stored(page)).toHaveLength(2);
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete the collection" }).click();
    await page.waitForURL("**/?saved=favorites");
    expect(await stored(page)).toEqual([{ name: "B", ids: ["slack"] }]);
    await page.goBack();
    await expect.poll(() => names(page)).toEqual(["GitHub"]);
  });

  it("say which icons are gone, and how many do not fit into their link", async () => {
    const page = await open(at("/?set=Old&ids=github,no-such-icon"));
    await page.getByText('No icon has the id "no-such-icon"').waitFor();
    const full = Array.from({ length: 375 }, (_, index) => `some-other-${1000 + index}`);
    await page.evaluate(
      `localStorage.setItem("icons.collections", ${JSON.stringify(JSON.stringify([{ name: "Full", ids: full }]))})`,
    );
    await page.goto(at("/?q=git"));
    await collect(page, ["GitHub"], "Full", false);
    await bar(page).getByText("1 did not fit").waitFor();
    await keep(page, "collection-full");
  });

  it("are searched and filtered like all icons", async () => {
    const page = await open(at("/?set=Mine&ids=github,firefox,gitlab,spotify"));
    await page.getByRole("searchbox", { name: "Search icons" }).fill("git");
    await expect.poll(() => names(page)).toEqual(["GitHub", "GitLab"]);
    await page.getByRole("button", { name: "All icons" }).click();
    await expect.poll(() => names(page).then(({ length }) => length)).toBeGreaterThan(20);
  });
});
