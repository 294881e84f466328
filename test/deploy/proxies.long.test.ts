import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { type Running, serve } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { type RunningProxy, startDeployedHaproxy, startDeployedNginx } from "../support/proxies.js";
import { exchange, parseRaw } from "../support/raw-http.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** A server that identifies callers without a key by the address that its proxy reports. */
async function startReplica(folder: string, anonymous = "free"): Promise<Running & { readonly port: number }> {
  const own = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  return serve([
    "serve",
    shippedArtifacts,
    "--anonymous",
    anonymous,
    "--trust-proxy",
    "127.0.0.1",
    "--mcp",
    "--log-level",
    "info",
    ...own,
  ]);
}

const proxies = [
  ["haproxy", startDeployedHaproxy],
  ["nginx", startDeployedNginx],
] as const;

for (const [program, startProxy] of proxies) {
  describeWith([program], `deployed ${program}`, () => {
    const behind = async (rate?: number): Promise<RunningProxy & { url: string }> => {
      const { port } = await startReplica(temporaryFolder());
      const proxy = await startProxy([port], rate);
      const url = `http://127.0.0.1:${proxy.port}`;
      await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), PATIENTLY);
      return { ...proxy, url };
    };

    it("counts callers by their connection's address instead of the address that they claim", async () => {
      const { url } = await behind();
      const remaining: number[] = [];
      for (const claimed of ["203.0.113.1", "203.0.113.2, 203.0.113.3", "::1"]) {
        const response = await fetch(`${url}/api/v1/icons?limit=1`, { headers: { "X-Forwarded-For": claimed } });
        remaining.push(((await response.json()) as { _meta: { rate_remaining: number } })._meta.rate_remaining);
      }
      expect(remaining).toEqual([99, 98, 97]);
    });

    it("forwards the requested host and the server's headers", async () => {
      const { url } = await behind();
      const response = await fetch(`${url}/api/v1/icons?q=spotify`, {
        headers: { "X-Forwarded-Host": "evil.example.com" },
      });
      expect(await response.json()).toMatchObject({ data: [{ iconUrl: `${url}/images/spotify` }] });
      expect(response.headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
      const again = await fetch(`${url}/api/v1/icons?q=spotify`, {
        headers: { "If-None-Match": response.headers.get("etag")! },
      });
      expect(again.status).toBe(304);
    });

    it("lets the server reject requests that are too large with its own error", async () => {
      const { port } = await behind();
      const head = "Host: icons.example.com\r\nConnection: close\r\n";
      const long = parseRaw(await exchange(port, `GET /api/v1/icons?q=${"a".repeat(9000)} HTTP/1.1\r\n${head}\r\n`));
      expect(long).toMatchObject({ status: 414, body: { error: { code: "uri_too_long" } } });
      const big = parseRaw(
        await exchange(port, `GET /api/v1/icons HTTP/1.1\r\n${head}X-Big: ${"a".repeat(18_000)}\r\n\r\n`),
      );
      expect(big).toMatchObject({ status: 431, body: { error: { code: "headers_too_large" } } });
    });

    it("passes messages to assistants' tools, however large they may be", async () => {
      const { url } = await behind();
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_categories", arguments: {} } };
      const response = await fetch(`${url}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify(call).padEnd(65_536),
      });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('"id":1');
    });

    it("blocks the metrics for any spelling of the path", async () => {
      const { url } = await behind();
      for (const path of ["/metrics", "/metrics/", "/METRICS", "/metrics?x=1", "/%6detrics"]) {
        const response = await fetch(url + path);
        expect(response.status, path).toBe(404);
        expect(await response.text()).not.toContain("icons_");
      }
    });

    it("throttles an address that sends requests too fast, with an error in the API's form", async () => {
      const { url } = await behind(5);
      const responses = await Promise.all(Array.from({ length: 60 }, () => fetch(`${url}/api/v1/categories`)));
      const refused = responses.find(({ status }) => status === 429)!;
      expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(refused.headers.get("access-control-allow-origin")).toBe("*");
      expect(await refused.json()).toMatchObject({ success: false, error: { code: "rate_limit_exceeded" } });
    });

    it("loses no request when one of two replicas is killed", async () => {
      const replicas = [await startReplica(temporaryFolder(), "pro"), await startReplica(temporaryFolder(), "pro")];
      const { port } = await startProxy(replicas.map((replica) => replica.port));
      const seen: string[] = [];
      let going = true;
      const client = async (): Promise<void> => {
        while (going) {
          const response = await fetch(`http://127.0.0.1:${port}/api/v1/icons?q=spotify`);
          const body = (await response.json().catch(() => ({}))) as { total?: number };
          seen.push(`${response.status} ${body.total}`);
        }
      };
      const clients = Array.from({ length: 6 }, client);
      await vi.waitFor(() => expect(seen.length).toBeGreaterThan(200), PATIENTLY);
      replicas[0]!.process.kill("SIGKILL");
      const killed = seen.length;
      await vi.waitFor(() => expect(seen.length).toBeGreaterThan(killed + 300), PATIENTLY);
      going = false;
      await Promise.all(clients);
      expect(new Set(seen)).toEqual(new Set(["200 1"]));
    });

    it("logs paths and never a key", async () => {
      const { url, log } = await behind();
      const key = "icn_0123456789abcdefghijklmnopqrstuvwx";
      await fetch(`${url}/api/v1/icons?api_key=${key}`, {
        headers: { "X-API-Key": key, Referer: `${url}/?api_key=${key}` },
      });
      await exchange(Number(new URL(url).port), `GET /api/v1/icons?api_key=${key}\r\n\r\n`);
      await vi.waitFor(() => expect(log()).toContain('"path":"/api/v1/icons"'), PATIENTLY);
      expect(log()).not.toContain("icn_");
      for (const line of log()
        .split("\n")
        .filter((text) => text.startsWith("{")))
        JSON.parse(line);
    });
  });
}
