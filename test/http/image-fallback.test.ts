import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../support/run-here.js";
import type { Service } from "../support/service.js";
import { serveIcons } from "../support/small-icons.js";

const DISC = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>';
const ICONS = [
  { id: "disc", image: "disc.svg", identifiers: { domains: ["disc.com"] }, formerIds: ["disk"] },
  { id: "bare", identifiers: { domains: ["bare.com"] } },
];
const ORIGINS = ["https://a.example", "https://*.b.example", "http://localhost:5173"];

let service: Service;
let closed: Service;
beforeAll(async () => {
  service = await serveIcons({ "disc.svg": DISC }, ICONS, { fallbackOrigins: ORIGINS });
  closed = await serveIcons({ "disc.svg": DISC }, ICONS);
});
afterAll(() => Promise.all([service.close(), closed.close()]));

const given = (path: string, fallback: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}fallback=${encodeURIComponent(fallback)}`;
/** Requests without an image. */
const MISSING = ["/logos/bare.com", "/logos/unknown.com", "/images?name=nobody", "/images/bare", "/images/nobody.png"];

/** Addresses that are allowed, with those that the response names. */
const ALLOWED: readonly [address: string, location: string][] = [
  ["https://a.example", "https://a.example/"],
  ["https://a.example/", "https://a.example/"],
  ["https://a.example/x.png", "https://a.example/x.png"],
  ["https://a.example/x.png?a=1&b=%20#c", "https://a.example/x.png?a=1&b=%20#c"],
  ["https://a.example?x", "https://a.example/?x"],
  ["https://a.example:443/x", "https://a.example/x"],
  ["HTTPS://A.EXAMPLE/X", "https://a.example/X"],
  ["https://one.b.example/x", "https://one.b.example/x"],
  ["https://two.one.b.example/x", "https://two.one.b.example/x"],
  ["http://localhost:5173/x", "http://localhost:5173/x"],
  // What follows the origin can't leave it.
  ["https://a.example/../../x", "https://a.example/x"],
  ["https://a.example//evil.example/", "https://a.example//evil.example/"],
  ["https://a.example/https://evil.example/", "https://a.example/https://evil.example/"],
  ["https://a.example/@evil.example", "https://a.example/@evil.example"],
  ["https://a.example/%0d%0aSet-Cookie:%20a=b", "https://a.example/%0d%0aSet-Cookie:%20a=b"],
  ["https://a.example/?next=https://evil.example", "https://a.example/?next=https://evil.example"],
];

/** Addresses that must not be redirected to. */
const REFUSED: readonly string[] = [
  "https://evil.example/",
  "https://a.example.evil.example/",
  "https://evil.example/a.example",
  "https://evil.example/https://a.example/",
  "https://evil.example?https://a.example/",
  "https://evil.example#https://a.example/",
  "https://xa.example/",
  "https://b.example/",
  "https://xb.example/",
  "https://evil.example/.b.example",
  "https://evil.example#.b.example",
  "https://evil.example?.b.example",
  // Another scheme or port.
  "http://a.example/",
  "https://a.example:8443/",
  "https://a.example:80/",
  "http://localhost/",
  "http://localhost:5174/",
  "https://localhost:5173/",
  "ftp://a.example/",
  "javascript:alert(1)",
  "javascript://a.example/%0aalert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "blob:https://a.example/x",
  "view-source:https://a.example/",
  // User names.
  "https://a.example@evil.example/",
  "https://a.example:x@evil.example/",
  "https://evil.example@a.example/",
  "https://user:password@a.example/",
  "https://a.example%40evil.example/",
  "https://@a.example/",
  // References, which are relative to this server or to its scheme.
  "/elsewhere",
  "//a.example/",
  "//evil.example/",
  "///evil.example/",
  "\\\\evil.example/",
  "/\\evil.example/",
  "https:a.example/",
  "https:/a.example/",
  "https:///a.example/",
  "https:\\\\a.example/",
  "https://\\a.example/",
  "a.example/x",
  "./x",
  "?x",
  // What programs read in different ways.
  "https://a.example\\@evil.example/",
  "https://a.example\\.evil.example/",
  "https://evil.example\\.a.example/",
  "https://a.example/\\evil.example",
  "https://a.example/x y",
  "https://a.example/x\ty",
  "https://a.example/x\ny",
  "https://a.example/\r\nSet-Cookie: a=b",
  "https://a.exam\tple/",
  "https://a.exam\nple/",
  "ht\ttps://a.example/",
  " https://a.example/",
  "https://a.example/ ",
  "\thttps://a.example/",
  "\u0001https://a.example/",
  "https://a.example\u00a0/",
  "https://a.example/<script>",
  'https://a.example/"x',
  "https://a.example/é",
  "https://a.example^evil.example/",
  "https://a.example;evil.example/",
  "https://a.example,evil.example/",
  "https://a%2eexample/",
  "https://a.example%2fevil.example/",
  "https://a.example%00.evil.example/",
  // Lookalikes.
  "https://а.example/",
  "https://xn--80a.example/",
  "https://a。example/",
  "https://a．example/",
  "https://ａ.example/",
  "https://a.ex\u00adample/",
  "https://a.example\u202e/",
  "https://a.example./",
  "https://evil.example/\u2215a.example",
  "https://[::1]/",
  "https://127.0.0.1/",
  "http://0x7f000001:5173/",
  // Neither an address nor a word.
  "Monogram",
  "404 ",
  "403",
  "null",
  "https://",
  "https://:443/",
  "https://a.example:99999/",
  "https://[a.example]/",
  `https://a.example/${"x".repeat(2048)}`,
];

describe("fallback=URL", () => {
  it.each(ALLOWED)("redirects to %s where there is no image", async (address, location) => {
    for (const path of MISSING) {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers, bytes } = await service.ask(given(path, address), {}, method);
        expect([path, status, headers.location, bytes.length]).toEqual([path, 302, location, 0]);
        expect(headers["cache-control"]).toBe("no-cache");
      }
    }
    for (const path of ["/logos/disc.com", "/images/disc.png"])
      expect((await service.ask(given(path, address))).status).toBe(200);
  });

  it.each(REFUSED.map((address) => [address]))("refuses %j, with and without an image", async (address) => {
    for (const path of [
      "/logos/unknown.com",
      "/logos/disc.com",
      "/images?name=nobody",
      "/images/bare",
      "/images/disc",
    ]) {
      const { status, headers, body } = await service.ask(given(path, address));
      expect([path, status, body.error.code, body.error.param]).toEqual([path, 400, "invalid_parameter", "fallback"]);
      expect(headers.location).toBeUndefined();
    }
  });

  it("says which are allowed", async () => {
    const message = async (of: Service): Promise<string> =>
      (await of.ask(given("/logos/unknown.com", "https://evil.example/"))).body.error.message;
    expect(await message(service)).toBe(
      "fallback must be monogram, 404 or a URL without user name and spaces on https://a.example, https://*.b.example or http://localhost:5173",
    );
    expect(await message(closed)).toBe(
      "fallback must be monogram or 404; the operator of this server allows no URLs (--fallback-origins)",
    );
  });

  it("allows none without the setting", async () => {
    for (const [address] of ALLOWED) expect((await closed.ask(given("/logos/unknown.com", address))).status).toBe(400);
  });

  it("takes one value, and leaves renamed icons and missing variants alone", async () => {
    const twice = await service.ask("/logos/unknown.com?fallback=https://a.example/&fallback=https://evil.example/");
    expect([twice.status, twice.body.error.code]).toEqual([400, "invalid_parameter"]);
    const renamed = await service.ask(given("/images/disk", "https://a.example/x"));
    expect([renamed.status, renamed.headers.location?.startsWith("./disc?")]).toEqual([308, true]);
    expect((await service.ask(given("/images/disc?variant=other", "https://a.example/x"))).status).toBe(404);
  });

  it("may be 404, as by default", async () => {
    for (const path of MISSING) {
      const [own, usual] = [await service.ask(given(path, "404")), await service.ask(path)];
      expect([own.status, own.body.error]).toEqual([404, usual.body.error]);
    }
    expect((await service.ask("/images/disc?fallback=404")).status).toBe(200);
  });
});

it.each([
  ["https://a.example/x", "is not an origin"],
  ["ftp://a.example", "is not an origin"],
  ["https://a.example,*", "is not an origin"],
  ["https://user@a.example", "is not an origin"],
])("does not start with --fallback-origins %s", async (origins, message) => {
  const { code, stderr } = await runHere(["serve", "nowhere", "--fallback-origins", origins]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it("reads --fallback-origins from flags, normalized", async () => {
  const { code, stdout } = await runHere([
    ...["serve", "--fallback-origins", "HTTPS://A.example:443, https://*.b.example", "--print-config", "--json"],
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).settings.fallbackOrigins.value).toEqual(["https://a.example", "https://*.b.example"]);
});
