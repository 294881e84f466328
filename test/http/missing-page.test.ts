import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const get = (path: string, accept: string, method = "GET"): Promise<Response> =>
  fetch(`http://127.0.0.1:${service.port}${path}`, { method, headers: { accept } });

it.each([
  ["/no-such-page", BROWSER, "./"],
  ["/no/such/page", BROWSER, "../../"],
  ["/no-such-page?q=../../x", BROWSER, "./"],
  ["/no-such-page/", "text/html", "../"],
  ["/assets/none/main.js", BROWSER, "../../"],
  [`/${"a/".repeat(2000)}`, BROWSER, "../".repeat(16)],
])("answers a browser that opens %s with a page that leads to the icons", async (path, accept, root) => {
  const response = await get(path, accept);
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const text = await response.text();
  expect(text).toContain(`<a href="${root}">`);
  expect(text).not.toContain("such-page");
  expect(text.length).toBeLessThan(4000);
});

it.each([
  ["/no-such-page", "*/*", "GET"],
  ["/no-such-page", "application/json", "GET"],
  ["/no-such-page", "application/json, text/html;q=0.5", "GET"],
  ["/api/v1/no-such-operation", BROWSER, "GET"],
  ["/no-such-page", BROWSER, "POST"],
])("answers others with JSON: %s, %s, %s", async (path, accept, method) => {
  const response = await get(path, accept, method);
  expect(response.status).toBe(404);
  expect((await response.json()).error.code).toBe("route_not_found");
});
