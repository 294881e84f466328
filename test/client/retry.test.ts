import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { createClient } from "#src/client/index.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const services: Service[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

async function started(options: Parameters<typeof startService>[1] = {}): Promise<Service> {
  const service = await startService(shippedArtifacts, options);
  services.push(service);
  return service;
}

/** A `fetch` that counts attempts and runs something before each request. */
const counting = (before: (attempt: number) => Promise<unknown> | undefined = () => undefined) => {
  const counted = {
    attempts: 0,
    fetch: async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      await before(++counted.attempts);
      return fetch(url, init);
    },
  };
  return counted;
};

describe("client retries", () => {
  it("waits as long as a server without a dataset requests, then returns its response", async () => {
    const catalog = openCatalog(shippedArtifacts);
    let asked = 0;
    const service = await started({ catalog: () => (++asked === 1 ? undefined : catalog) });
    const begun = performance.now();
    const client = createClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.pro });
    expect((await client.icon("spotify")).data.name).toBe("Spotify");
    expect(asked).toBe(2);
    // Less than two seconds, since timers may fire slightly early.
    expect(performance.now() - begun).toBeGreaterThan(1990);
  });

  it("succeeds across a restart of the server", async () => {
    const first = await started({ anonymous: "pro" });
    const { port } = first;
    const sent = counting(async (attempt) => {
      if (attempt === 2) await first.app.close();
      if (attempt !== 3) return;
      const second = await started({ anonymous: "pro" });
      second.app.server.close();
      second.app.server.listen(port, "127.0.0.1");
      await once(second.app.server, "listening");
    });
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, fetch: sent.fetch });
    await client.categories();
    expect((await client.icon("spotify")).data.name).toBe("Spotify");
    expect(sent.attempts).toBe(3);
  });

  it("does not wait until the end of the day for a new allowance", async () => {
    const service = await started({ now: () => Date.UTC(2030, 0, 1, 23) });
    const sent = counting();
    const client = createClient({
      baseUrl: `http://127.0.0.1:${service.port}`,
      apiKey: service.free,
      fetch: sent.fetch,
    });
    for await (const { page } of client.pages({ limit: 1 })) if (page === 100) break;
    await expect(client.categories()).rejects.toMatchObject({ code: "rate_limit_exceeded", retryAfterSeconds: 3600 });
    expect(sent.attempts).toBe(101);
  });

  it.each([
    ["three times", {}, 3],
    [
      "three times without a configured number",
      { retry: { attempts: undefined, maxDelayMs: 1 }, timeoutMs: Infinity },
      3,
    ],
    ["as often as configured", { retry: { attempts: 2, maxDelayMs: 1 } }, 2],
    ["once with retry: false", { retry: false }, 1],
  ] as const)("sends a request that gets no response %s", async (_name, options, attempts) => {
    const sent = counting(() => Promise.reject(new TypeError("away")));
    const client = createClient({ baseUrl: "http://127.0.0.1", fetch: sent.fetch, ...options });
    await expect(client.categories()).rejects.toMatchObject({ code: "network_error", cause: { message: "away" } });
    expect(sent.attempts).toBe(attempts);
  });

  it("does not retry permanent errors", async () => {
    const service = await started();
    const sent = counting();
    const client = createClient({
      baseUrl: `http://127.0.0.1:${service.port}`,
      apiKey: service.pro,
      fetch: sent.fetch,
    });
    await expect(client.icon("no-such-icon")).rejects.toMatchObject({ code: "icon_not_found" });
    await expect(client.icons({ limit: 0 })).rejects.toMatchObject({ code: "invalid_parameter" });
    expect(sent.attempts).toBe(2);
  });
});

describe("abort signal", () => {
  const reason = { why: "any value" };

  it("sends no request if the signal is already aborted", async () => {
    const sent = counting();
    const client = createClient({ baseUrl: "http://127.0.0.1:9", fetch: sent.fetch });
    const signal = AbortSignal.abort(reason);
    await expect(client.icons({}, { signal })).rejects.toBe(reason);
    await expect(client.allIcons({}, { signal }).next()).rejects.toBe(reason);
    expect(sent.attempts).toBe(0);
  });

  it("aborts a request and the server's work on it", async () => {
    const abort = new AbortController();
    const server = createServer(() => abort.abort(reason)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as { port: number }).port}` });
    const closed = once(server, "connection").then(([socket]) => once(socket, "close"));
    await expect(client.categories({ signal: abort.signal })).rejects.toBe(reason);
    await closed;
    server.close();
  });

  it("aborts the wait before a retry", async () => {
    const service = await started();
    const client = createClient({
      baseUrl: `http://127.0.0.1:${service.port}`,
      apiKey: service.free,
      retry: { maxDelayMs: Number.POSITIVE_INFINITY },
    });
    for await (const { page } of client.pages({ limit: 1 })) if (page === 100) break;
    const abort = new AbortController();
    const waiting = client.similar({ id: "spotify" }, { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 200);
    await expect(waiting).rejects.toBe(reason);
    expect(client.rateLimit?.remaining).toBe(0);
  });

  it("retains nothing of finished calls in a long-lived signal", async () => {
    const service = await started();
    const client = createClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.pro });
    const listening = new Set<unknown>();
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (type: string, listener: never) => {
      listening.add(listener);
      add(type, listener);
    };
    signal.removeEventListener = (type: string, listener: never) => {
      listening.delete(listener);
      remove(type, listener);
    };
    for (let call = 0; call < 5; call++) await client.icon("spotify", { signal });
    expect(listening.size).toBe(0);
  });
});
