import { execFileSync } from "node:child_process";
import { expect, it, onTestFinished, vi } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import type { ServerOptions } from "#src/http/server/server.js";
import { createServiceMetrics } from "#src/metrics/service-metrics.js";
import { DEBIAN, describeWith } from "../support/debian.js";
import { parseMetrics, sumOf } from "../support/metrics.js";
import { PATIENTLY } from "../support/patiently.js";
import { exchange } from "../support/raw-http.js";
import { startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** A service with metrics, and a function that returns their current values. */
async function startCounting(catalog: ServerOptions["catalog"] = openCatalog(shippedArtifacts)) {
  const metrics = createServiceMetrics("1.2.3");
  const service = await startService(shippedArtifacts, {
    catalog,
    observer: metrics.observer,
    limits: { requestTimeout: 700 },
  });
  onTestFinished(async () => {
    metrics.close();
    await service.close();
  });
  const text = (): Promise<string> => metrics.registry.metrics();
  return { metrics, service, text, samples: async () => parseMetrics(await text()) };
}

it("counts every response once by route, status and plan, and every error by its code", async () => {
  const { service, samples } = await startCounting();
  const pro = { "X-API-Key": service.pro };
  const { etag } = (await service.ask("/api/v1/icons", pro)).headers;
  await service.ask("/api/v1/icons", { ...pro, "If-None-Match": etag! });
  await service.ask("/api/v1/icons?limit=100", { ...pro, "Accept-Encoding": "br" });
  await service.ask("/api/v1/icons?limit=0", pro);
  await service.ask("/api/v1/icons/spotify", pro);
  await service.ask("/api/v1/icons/no-such-icon", pro);
  await service.ask("/api/v1/categories", {}, "HEAD");
  await service.ask("/api/v1/similar?id=spotify", { "X-API-Key": service.free });
  await service.ask("/api/v1/icons", {}, "POST");
  await service.ask("/images/spotify");
  await service.ask("/healthz");
  await service.ask("/nowhere/at/all");
  const counted = (await samples())
    .filter(({ name }) => name === "icons_http_requests_total")
    .map(({ labels, value }) => `${["route", "status", "tier"].map((name) => labels.get(name)).join(" ")}: ${value}`);
  expect(counted.sort()).toEqual([
    "/api/v1/categories 401 none: 1",
    "/api/v1/icons 200 pro: 2",
    "/api/v1/icons 304 pro: 1",
    "/api/v1/icons 400 pro: 1",
    "/api/v1/icons 405 none: 1",
    "/api/v1/icons/:id 200 pro: 1",
    "/api/v1/icons/:id 404 pro: 1",
    "/api/v1/similar 200 free: 1",
    "/healthz 200 none: 1",
    "/images/:id 200 none: 1",
    "unmatched 404 none: 1",
  ]);
  const durations = sumOf(await samples(), "icons_http_request_duration_seconds_count");
  expect(durations).toBe(12);
  expect(sumOf(await samples(), "icons_http_errors_total")).toBe(5);
  for (const code of [
    "invalid_parameter",
    "icon_not_found",
    "missing_api_key",
    "method_not_allowed",
    "route_not_found",
  ])
    expect(sumOf(await samples(), "icons_http_errors_total", { code })).toBe(1);
});

it("counts a request that is rejected before parsing as unparsed", async () => {
  const { service, samples } = await startCounting();
  const head = "GET /api/v1/icons HTTP/1.1\r\nHost: icons.test\r\n";
  await exchange(service.port, "hello\r\n\r\n");
  await exchange(service.port, `${head}${`X: ${"a".repeat(100)}\r\n`.repeat(1200)}\r\n`);
  await exchange(service.port, `GET /${"a".repeat(110_000)} HTTP/1.1\r\n\r\n`);
  await exchange(service.port, `${head}X-Slow: `);
  await exchange(service.port, "CONNECT icons.test:443 HTTP/1.1\r\nHost: icons.test\r\n\r\n");
  for (const status of ["400", "405", "408", "414", "431"]) {
    const labels = { route: "unparsed", status, tier: "none" };
    expect(sumOf(await samples(), "icons_http_requests_total", labels), status).toBe(1);
  }
  for (const code of ["bad_request", "method_not_allowed", "request_timeout", "uri_too_long", "headers_too_large"])
    expect(sumOf(await samples(), "icons_http_errors_total", { code }), code).toBe(1);
});

it("counts a request that exceeds the allowance for its plan", async () => {
  const { service, samples } = await startCounting();
  const free = { "X-API-Key": service.free };
  for (let asked = 0; asked < 103; asked++) await service.ask("/api/v1/categories", free);
  expect(sumOf(await samples(), "icons_quota_refusals_total", { tier: "free" })).toBe(3);
  expect(sumOf(await samples(), "icons_quota_refusals_total")).toBe(3);
});

it("counts a response whose client has disconnected", async () => {
  const catalog = openCatalog(shippedArtifacts);
  const { service, samples } = await startCounting(() => {
    service.app.server.closeAllConnections();
    return catalog;
  });
  await expect(service.ask("/api/v1/icons", { "X-API-Key": service.pro })).rejects.toThrow();
  await vi.waitFor(async () => expect(sumOf(await samples(), "icons_http_requests_total")).toBe(1), PATIENTLY);
});

it("never puts a key or a requested address into a label", async () => {
  const { service, text } = await startCounting();
  for (const path of [
    "/api/v1/icons",
    "/api/v1/icons/somebody-was-here",
    "/somebody-was-here",
    "/images/somebody-was-here",
  ])
    await service.ask(`${path}?api_key=${service.pro}&q=somebody-was-here`);
  const said = await text();
  expect(said).not.toContain("somebody");
  expect(said).not.toContain("icn_");
  expect(said).not.toMatch(/k_[0-9a-f]{10}/);
});

it("shows only the generation that went live last", async () => {
  const { metrics, samples } = await startCounting();
  const catalog = openCatalog(shippedArtifacts);
  metrics.generationLive({ ...catalog, generation: "before", size: 7 });
  metrics.generationLive(catalog);
  metrics.generationRefused();
  const now = await samples();
  expect(
    now.filter(({ name }) => name === "icons_generation_info").map(({ labels }) => labels.get("generation")),
  ).toEqual([catalog.generation]);
  expect(sumOf(now, "icons_generation_icons")).toBe(catalog.size);
  expect(sumOf(now, "icons_generation_build_timestamp_seconds") * 1000).toBeCloseTo(catalog.builtAt.getTime(), 0);
  expect(sumOf(now, "icons_generation_mapped_bytes")).toBeGreaterThan(catalog.size * 100);
  expect(sumOf(now, "icons_reloads_total", { result: "live" })).toBe(2);
  expect(sumOf(now, "icons_reloads_total", { result: "refused" })).toBe(1);
});

describeWith(["prometheus"], "metrics format", () => {
  it("passes the linter for names, units, types and help texts", async () => {
    const { metrics, service, text } = await startCounting();
    await service.ask("/api/v1/icons", { "X-API-Key": service.pro });
    metrics.generationLive(openCatalog(shippedArtifacts));
    expect(execFileSync(DEBIAN.prometheus, ["check", "metrics"], { input: await text(), encoding: "utf8" })).toBe("");
  });
});
