import { beforeAll, expect, it } from "vitest";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";

let catalog: Catalog;
beforeAll(() => {
  catalog = openCatalog(shippedArtifacts);
});

/** The first icon and the way in which a query finds it. */
function first(q: string, more: object = {}): { readonly id: string | undefined; readonly matched: unknown } {
  const { ordinals, matched } = catalog.list({ q, ...more });
  return { id: ordinals[0] === undefined ? undefined : catalog.record(ordinals[0]).id, matched };
}

it.each([
  // Addresses
  ["github.com", "github"],
  ["https://www.figma.com/file/abc?node=1", "figma"],
  ["hello@slack.com", "slack"],
  ["open.spotify.com", "spotify"],
  // Images, packages and application ids
  ["postgres:16-alpine", "postgresql"],
  ["ghcr.io/linuxserver/plex:latest", "plex"],
  ["@angular/core", "angular"],
  ["com.spotify.client", "spotify"],
  // Components, classes and ids of icon sets
  ["SiSpotify", "spotify"],
  ["<FaSpotify />", "spotify"],
  ["fab fa-github", "github"],
  ["mdi:github", "github"],
  ["SpotifyIcon", "spotify"],
  ["RiNotionFill", "notion"],
  // Versions
  ["php 8.3", "php"],
  ["java 21", "java"],
  ["go 1.22", "go"],
  ["react 17", "react"],
  ["php8", "php"],
  ["python 3.12", "python"],
  ["google chrome v120", "google-chrome"],
  // Technologies with their tools
  ["vue cli", "vue"],
  ["vue router", "vue"],
])("reads %s as the name of %s", (q, id) => {
  expect(first(q)).toEqual({ id, matched: "pasted" });
});

it.each(["1password", "7-zip", "windows xp", "react native", "c++", "booking.com", "x"])(
  "leaves %s to the search of names",
  (q) => {
    expect(first(q).matched).toBeUndefined();
  },
);

it.each(["mail server", "spotify logo png", "music streaming", "2024 calendar", "24 hours"])(
  "leaves %s to other steps",
  (q) => {
    expect(first(q).matched).not.toBe("pasted");
  },
);

it("shows the name that it read", () => {
  expect(catalog.list({ q: "hello@slack.com" }).didYouMean).toBe("Slack");
});

it("reads no name if only names, or texts first, are searched", () => {
  expect(first("php 8.3", { match: "name" }).matched).not.toBe("pasted");
  expect(first("php 8.3", { match: "meaning" }).matched).not.toBe("pasted");
});
