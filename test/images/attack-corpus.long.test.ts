import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { describeInBrowser } from "../support/browser.js";
import { createTemporaryFolder, type TemporaryFolder } from "../support/hostile-icons.js";
import { peakOfRenderers } from "../support/renderers.js";
import { type Service, startService } from "../support/service.js";
import { type Attack, bombs, payloads } from "./attack-corpus.js";

const MAX_MEMORY = 256 * 2 ** 20;
/** Time in which a browser starts scripts and requests of an inlined drawing. */
const BEGIN_MS = 100;
const INLINE_MS = 600_000;
/** The unchanged image, and one with other colors, nested in another drawing. */
const VARIANTS = ["", "?size=64&background=red&radius=0.2&rotate=90"];

/** Receives no request unless a drawing refers to it; serves the page into which drawings are inlined. */
let witness: Server;
let origin: string;
const requested: string[] = [];
let folder: TemporaryFolder;
let service: Service;
let attacks: readonly Attack[];
/** Attacks that are served as SVG; the build rejected the others, or they have no drawing. */
let served: readonly string[];

beforeAll(async () => {
  witness = createServer(({ url = "" }, response) => {
    if (url !== "/page") requested.push(url);
    response.setHeader("content-type", url === "/page" ? "text/html" : "image/svg+xml");
    response.end(url === "/page" ? '<!doctype html><link rel="icon" href="data:,"><div id="place"></div>' : "<svg/>");
  });
  await new Promise<void>((done) => witness.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(witness.address() as AddressInfo).port}`;
  attacks = [...payloads(origin), ...(await bombs())];
  folder = createTemporaryFolder();
  const data = folder.write(
    "a.json",
    attacks.map(([id]) => ({ id, name: id, developer: "D", category: "c", image: `${id}.svg` })),
  );
  for (const [id, file] of attacks) writeFileSync(join(data, `../${id}.svg`), file);
  const out = join(data, "../out");
  await compile({ data, out, jobs: 2 });
  service = await startService(out, { renderers: 2 });
  const responses = await Promise.all(
    attacks.map(async ([id]) => [id, (await service.ask(`/images/${id}.svg`)).status] as const),
  );
  served = responses.flatMap(([id, status]) => (status === 200 ? [id] : []));
}, INLINE_MS);
afterAll(async () => {
  await service?.close();
  witness?.close();
  folder?.remove();
});

describe("attack corpus", () => {
  it("is mostly served as drawings", () => {
    expect(attacks.length).toBeGreaterThan(100);
    expect(served.length).toBeGreaterThan(attacks.length / 2);
  });

  it("is rendered or refused with 422 at every size within 256 MiB, and the server survives", {
    timeout: INLINE_MS,
  }, async () => {
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, peakOfRenderers());
    }, 2);
    const waiting = attacks.map(([id]) => id);
    const drawSome = async (): Promise<void> => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const { body } = await service.ask(`/images/${id}.svg`);
        const expected = body?.error.code === "icon_not_found" ? [404] : [200, 422];
        for (const size of [16, 64, 1024]) {
          const { status } = await service.ask(`/images/${id}.png?size=${size}`);
          expect.soft(expected, `${id} at ${size}`).toContain(status);
        }
      }
    };
    await Promise.all([drawSome(), drawSome()]);
    clearInterval(timer);
    expect((await service.ask("/healthz")).status).toBe(200);
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThanOrEqual(MAX_MEMORY);
    expect(requested).toEqual([]);
  });
});

/**
 * Page code: inlines a drawing, sends events to every element and waits. Returns everything on the page other than the
 * one drawing, and whether a script ran.
 */
const INLINE = `async ([from, wait]) => {
  const place = document.getElementById("place");
  place.innerHTML = await (await fetch(from)).text();
  const all = [...place.querySelectorAll("*")];
  for (const element of all) {
    for (const event of ["click", "mouseover", "focusin", "load"])
      element.dispatchEvent(new MouseEvent(event, { bubbles: true, cancelable: true }));
  }
  await new Promise((done) => setTimeout(done, wait));
  return {
    outside: all.filter(({ namespaceURI }) => namespaceURI !== "http://www.w3.org/2000/svg").map(({ outerHTML }) => outerHTML),
    children: place.children.length,
    ran: "ran" in window,
  };
}`;

describeInBrowser("attack corpus in a browser", ({ open }) => {
  const safe = (): readonly string[] => {
    const names = new Set(payloads(origin).map(([id]) => id));
    return served.filter((id) => names.has(id));
  };

  it("neither runs nor loads anything if opened as a document", { timeout: INLINE_MS }, async () => {
    const base = `http://127.0.0.1:${service.port}`;
    const page = await open(`${origin}/page`, { mayAsk: base });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("dialog", (dialog) => {
      expect.soft(dialog.message(), page.url()).toBe("no dialog");
      void dialog.dismiss();
    });
    for (const id of safe()) {
      for (const variant of VARIANTS) {
        const url = `${base}/images/${id}.svg${variant}`;
        asked.length = 0;
        await page.goto(url);
        await sleep(BEGIN_MS / 4);
        expect.soft(page.url()).toBe(url);
        expect
          .soft(
            asked.filter((one) => one !== url && !one.endsWith("/favicon.ico")),
            id,
          )
          .toEqual([]);
      }
    }
    expect(requested).toEqual([]);
  });

  it("neither runs nor loads anything if inlined into a page and used", { timeout: INLINE_MS }, async () => {
    const page = await open(`${origin}/page`, { mayAsk: `http://127.0.0.1:${service.port}` });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("dialog", (dialog) => {
      expect.soft(dialog.message()).toBe("no dialog");
      void dialog.dismiss();
    });
    for (const id of safe()) {
      for (const variant of VARIANTS) {
        const url = `http://127.0.0.1:${service.port}/images/${id}.svg${variant}`;
        asked.length = 0;
        const found = await page.evaluate<object>(`(${INLINE})(${JSON.stringify([url, BEGIN_MS])})`);
        expect.soft(found, `${id}${variant}`).toEqual({ outside: [], children: 1, ran: false });
        expect
          .soft(
            asked.filter((one) => one !== url),
            id,
          )
          .toEqual([]);
        expect.soft(page.url()).toBe(`${origin}/page`);
      }
    }
    expect(requested).toEqual([]);
  });
});
