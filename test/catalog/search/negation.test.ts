import { beforeAll, expect, it } from "vitest";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";

let catalog: Catalog;
beforeAll(() => {
  catalog = openCatalog(shippedArtifacts);
});

const ids = (q: string): string[] => [...catalog.list({ q, limit: 100 }).ordinals].map((at) => catalog.record(at).id);

it.each([
  ["not spotify", "spotify"],
  ["other than whatsapp", "whatsapp"],
  ["not lastpass", "lastpass"],
  ["music not spotify", "spotify"],
  ["password manager other than lastpass", "lastpass"],
  ["anything but google chrome", "google-chrome"],
  ["browser except firefox", "firefox"],
  ["code editor besides vs code", "visual-studio-code"],
])("finds icons for %s, without %s", (q, excluded) => {
  expect(ids(q).length).toBeGreaterThan(0);
  expect(ids(q)).not.toContain(excluded);
});

it("finds the same icons with the excluded name as without it, but for those of this name", () => {
  expect(ids("music player not spotify")).toEqual(ids("music player").filter((id) => id !== "spotify"));
});

it.each(["not found", "notion", "do not disturb"])("excludes nothing if no name follows: %s", (q) => {
  expect(ids(q)).toEqual(ids(`${q} `));
});
