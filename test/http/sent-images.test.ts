import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import type { ApiResponse } from "../support/ask.js";
import { randomRuns } from "../support/random-runs.js";
import { type Service, startService } from "../support/service.js";

const disc = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="${color}"/></svg>`;
const RECORD = { id: "disc", name: "Disc", developer: "D", category: "c", image: "disc.svg" };
const RED = "#e53935";
const GREEN = "#43a047";

const folder = mkdtempSync(join(tmpdir(), "icons-sent-images-"));
const catalogs: Catalog[] = [];
const services: Service[] = [];
beforeAll(async () => {
  for (const color of [RED, GREEN]) {
    writeFileSync(join(folder, "disc.svg"), disc(color));
    writeFileSync(join(folder, "icons.json"), JSON.stringify([RECORD]));
    const out = join(folder, color.slice(1));
    await compile({ data: join(folder, "icons.json"), out, jobs: 1 });
    catalogs.push(openCatalog(out));
  }
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startService>[1]): Promise<Service> {
  const service = await startService(join(folder, RED.slice(1)), { renderers: 1, ...options });
  services.push(service);
  return service;
}

/** The parts of a response that don't depend on the time. */
function comparable({ status, headers, bytes }: ApiResponse): unknown {
  const { date: _date, "x-request-id": _id, ...rest } = headers;
  return { status, headers: rest, bytes: bytes.toString("base64") };
}

it("repeats an image like a service that never sent it, for any path, query, method and headers", async () => {
  const service = await start({});
  let requests = 0;
  // Each request sees a different generation with the same images.
  const unsent = await start({
    catalog: () => Object.create(catalogs[0]!, { generation: { value: `generation-${requests}` } }) as Catalog,
  });
  const parameter = fc.constantFrom(
    "size=32",
    "size=64",
    "size=8",
    "color=red",
    "padding=0.1",
    "download=1",
    "v=0123456789abcdef",
    "format=svg",
    "format=png",
    "format=auto",
    "content=0.5",
    "size=16,32",
    "fallback=monogram",
    "sise=64",
  );
  const path = fc
    .tuple(fc.constantFrom("disc", "disc.svg", "disc.png", "other.svg"), fc.array(parameter, { maxLength: 3 }))
    .map(([name, parameters]) => `/images/${name}?${parameters.join("&")}`);
  const headers = fc.constantFrom<Record<string, string>>(
    {},
    { "If-None-Match": "*" },
    { "If-None-Match": '"other"' },
    { "Accept-Encoding": "br" },
    { Accept: "image/webp" },
    { Accept: "image/avif" },
  );
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom("GET", "HEAD"), headers, async (target, method, sent) => {
      requests++;
      const expected = comparable(await unsent.ask(target, sent, method));
      expect(comparable(await service.ask(target, sent, method))).toEqual(expected);
      expect(comparable(await service.ask(target, sent, method))).toEqual(expected);
    }),
    randomRuns(150),
  );
});

it("responds with the image of the live generation, not the one sent before", async () => {
  let live = catalogs[0]!;
  const service = await start({ catalog: () => live });
  for (const [at, color] of [RED, GREEN, RED].entries()) {
    live = catalogs[at % 2]!;
    for (let times = 0; times < 2; times++) {
      expect((await service.ask("/images/disc.svg")).bytes.toString()).toContain(color);
    }
  }
});

it("checks the key of every request with --render keys, even for an image that was just sent", async () => {
  const service = await start({ render: "keys" });
  const path = "/images/disc.png?size=48";
  expect((await service.ask(path)).status).toBe(401);
  expect((await service.ask(path, { "X-API-Key": service.free })).status).toBe(200);
  expect((await service.ask(path, { "X-API-Key": service.free })).status).toBe(200);
  expect((await service.ask(path)).status).toBe(401);
});
