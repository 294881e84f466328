import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createKey } from "#src/access/key-file.js";
import { ERRORS, type ErrorCode } from "#src/http/contract/error-codes.js";
import { PATIENTLY } from "../support/patiently.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

type Row = readonly [method: string, path: string, code: ErrorCode, param?: string | undefined];

const BAD_PARAMETERS: readonly Row[] = [
  ...[
    "0",
    "-1",
    "1.5",
    "1e3",
    "0x10",
    "%2010",
    "10%20",
    "ten",
    "2147483648",
    "99999999999999999999",
    "+5",
    "%EF%BC%91",
  ].flatMap((value): Row[] => [
    ["GET", `/api/v1/icons?limit=${value}`, "invalid_parameter", "limit"],
    ["GET", `/api/v1/icons?page=${value}`, "invalid_parameter", "page"],
    ["GET", `/api/v1/similar?id=spotify&limit=${value}`, "invalid_parameter", "limit"],
  ]),
  ["GET", "/api/v1/icons?limit=5&limit=6", "invalid_parameter", "limit"],
  ["GET", "/api/v1/icons?page=1&page=1", "invalid_parameter", "page"],
  ...["1", "0", "yes", "TRUE", "True", "false%20", "tru", "null", "true,true", "true&highlight=true"].map(
    (value): Row => ["GET", `/api/v1/icons?highlight=${value}`, "invalid_parameter", "highlight"],
  ),
  ["GET", "/api/v1/icons?q=a&q=b", "invalid_parameter", "q"],
  ["GET", "/api/v1/icons?sort=rank", "invalid_parameter", "sort"],
  ["GET", "/api/v1/icons?sort=name&sort=name", "invalid_parameter", "sort"],
  ["GET", "/api/v1/icons?updated_since=yesterday", "invalid_parameter", "updated_since"],
  ["GET", "/api/v1/icons?updated_since=2024-13-01", "invalid_parameter", "updated_since"],
  ["GET", "/api/v1/icons?updated_since=2026-02-31", "invalid_parameter", "updated_since"],
  ["GET", "/api/v1/icons?facets=developer", "invalid_parameter", "facets"],
  ["GET", "/api/v1/icons?facets=category,Color", "invalid_parameter", "facets"],
  ["GET", `/api/v1/icons?q=${"a".repeat(201)}`, "invalid_parameter", "q"],
  ["GET", `/api/v1/icons?q=${encodeURIComponent("😀".repeat(201))}`, "invalid_parameter", "q"],
  ["GET", "/api/v1/icons?q=%00", "invalid_parameter", "q"],
  ["GET", "/api/v1/icons?q=%C0%AF", "invalid_parameter", "q"],
  ["GET", "/api/v1/icons?q=a%FFb", "invalid_parameter", "q"],
  ["GET", "/api/v1/icons?q=%ED%A0%80", "invalid_parameter", "q"],
  ["GET", "/api/v1/icons?category=%00", "invalid_parameter", "category"],
  ["GET", "/api/v1/icons?unknown=%FF", "invalid_parameter", "unknown"],
  ["GET", "/api/v1/icons?%FF=1", "invalid_parameter"],
  ["GET", `/api/v1/icons?${Array.from({ length: 33 }, (_, n) => `p${n}=1`).join("&")}`, "invalid_parameter"],
  ["GET", "/api/v1/icons/%00", "invalid_parameter", "id"],
  ["GET", "/api/v1/icons/%C0%AF", "invalid_parameter", "id"],
  ["GET", "/api/v1/icons/a%FF", "invalid_parameter", "id"],
  ["GET", "/api/v1/icons/spotify?foo=%00", "invalid_parameter", "foo"],
  ["GET", "/api/v1/icons/spotify?foo=%FF", "invalid_parameter", "foo"],
  ["GET", "/api/v1/categories?foo=%FF", "invalid_parameter", "foo"],
  ["GET", `/api/v1/categories?${"x=1&".repeat(33)}`, "invalid_parameter"],
  ["GET", "/api/v1/similar?phash=123", "invalid_parameter", "phash"],
  ["GET", "/api/v1/similar?phash=zzzzzzzzzzzzzzzz", "invalid_parameter", "phash"],
  ["GET", "/api/v1/similar?phash=0123456789abcdef0", "invalid_parameter", "phash"],
  ["GET", "/api/v1/similar?phash=0123456789abcdef&uncertain=12", "invalid_parameter", "uncertain"],
  ["GET", "/api/v1/similar?id=spotify&id=steam", "invalid_parameter", "id"],
  ["GET", "/api/v1/similar?id=spotify&max_distance=65", "invalid_parameter", "max_distance"],
  ["GET", "/api/v1/similar?id=spotify&max_distance=-1", "invalid_parameter", "max_distance"],
  ["GET", "/api/v1/similar?id=spotify&include=rotated", "invalid_parameter", "include"],
  ["GET", "/api/v1/similar?id=spotify&include=mirrored,Inverted", "invalid_parameter", "include"],
  ["GET", "/api/v1/similar?id=spotify&include=mirrored&include=upright", "invalid_parameter", "include"],
  ["GET", "/api/v1/similar?id=spotify&by=taste", "invalid_parameter", "by"],
  ["GET", "/api/v1/similar?id=spotify&by=color&by=blend", "invalid_parameter", "by"],
];

const OTHERS: readonly Row[] = [
  ["GET", "/api/v1/similar", "missing_parameter"],
  ["GET", "/api/v1/similar?id=&phash=", "missing_parameter"],
  ["GET", "/api/v1/similar?id=spotify&phash=0123456789abcdef", "conflicting_parameters"],
  ["GET", "/api/v1/similar?id=spotify&uncertain=0123456789abcdef", "conflicting_parameters", "uncertain"],
  ["GET", "/api/v1/similar?phash=0123456789abcdef&by=color", "conflicting_parameters", "by"],
  ["GET", "/api/v1/similar?phash=0123456789abcdef&by=shape", "conflicting_parameters", "by"],
  ["GET", "/api/v1/similar?id=spotify&by=look&max_distance=9", "conflicting_parameters", "by"],
  ["GET", `/api/v1/similar?shape=${"0f".repeat(64)}&by=look`, "missing_parameter", "palette"],
  ["GET", `/api/v1/similar?shape=${"0f".repeat(64)}&by=color`, "conflicting_parameters", "by"],
  ["GET", `/api/v1/similar?shape=${"0f".repeat(64)}&by=auto&max_distance=9`, "conflicting_parameters", "by"],
  ["GET", `/api/v1/similar?shape=${"0f".repeat(64)}&palette=1db954&include=mirrored`, "conflicting_parameters", "by"],
  ["GET", `/api/v1/similar?shape=${"0f".repeat(64)}&palette=red`, "invalid_parameter", "palette"],
  ["GET", "/api/v1/similar?palette=1db954", "conflicting_parameters", "palette"],
  ["GET", "/api/v1/similar?by=look", "missing_parameter"],
  ["GET", `/api/v1/similar?shape=${"0f".repeat(64)}&id=spotify`, "conflicting_parameters"],
  ["GET", "/api/v1/similar?shape=0f", "invalid_parameter", "shape"],
  ["GET", "/api/v1/similar?by=shape", "missing_parameter"],
  ["GET", "/api/v1/similar?phash=0123456789abcdef&by=blend", "conflicting_parameters", "by"],
  ["GET", "/api/v1/similar?phash=0123456789abcdef&by=vector", "conflicting_parameters", "by"],
  ["GET", "/api/v1/similar?id=spotify&by=vector", "vector_unavailable"],
  ["GET", "/api/v1/icons/no-such-icon", "icon_not_found"],
  ["GET", "/api/v1/icons/__proto__", "icon_not_found"],
  ["GET", "/api/v1/icons/constructor", "icon_not_found"],
  ["GET", "/api/v1/icons/a%2Fb", "icon_not_found"],
  ["GET", "/api/v1/icons/%", "icon_not_found"],
  ["GET", "/api/v1/similar?id=no-such-icon", "icon_not_found"],
  ["GET", "/index.html", "route_not_found"],
  ["GET", "/assets/0000000000000000/main.js", "route_not_found"],
  ["GET", "/api/v1", "route_not_found"],
  ["GET", "/api/v1/", "route_not_found"],
  ["GET", "/api/v1/icons/", "route_not_found"],
  ["GET", "/api/v1/icons/spotify/more", "route_not_found"],
  ["GET", "/api/v2/icons", "route_not_found"],
  ["GET", "/api/v1/Icons", "route_not_found"],
  ["GET", "/%C0%AF", "route_not_found"],
  ["GET", "/images/no-such-icon", "icon_not_found"],
  ["POST", "/nowhere", "route_not_found"],
  ...["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "SEARCH"].flatMap((method): Row[] =>
    [
      "/api/v1/icons",
      "/api/v1/icons/spotify",
      "/api/v1/categories",
      "/api/v1/similar",
      "/images/spotify",
      "/healthz",
      "/readyz",
    ].map((path): Row => [method, path, "method_not_allowed"]),
  ),
];

describe("status, code and parameter of every error", () => {
  it.each([...BAD_PARAMETERS, ...OTHERS].map((row) => ({ row, name: row.slice(0, 3).join(" ") })))(
    "responds to a request with the documented error: $name",
    async ({ row }) => {
      const [method, path, code, param] = row;
      const { status, headers, body } = await service.ask(path, { "X-API-Key": service.pro }, method);
      expect(status).toBe(ERRORS[code].status);
      expect(body.error.code).toBe(code);
      expect(body.error.param).toBe(param);
      if (code === "method_not_allowed") expect(headers.allow).toBe("GET, HEAD");
    },
  );
});

describe("order of checks", () => {
  const used = { "X-API-Key": "" };
  const restricted = { "X-API-Key": "", Origin: "https://a.example" };
  beforeAll(async () => {
    used["X-API-Key"] = service.free;
    const { key } = await createKey(service.keyFile, "free", "pages", { origins: [restricted.Origin] });
    restricted["X-API-Key"] = key;
    await vi.waitFor(async () => {
      expect((await service.ask("/api/v1/categories", restricted)).status).toBe(200);
    }, PATIENTLY);
    for (const headers of [used, restricted])
      for (let request = 0; request < 100; request++) await service.ask("/api/v1/categories", headers);
  });

  it.each([
    ["the path before the method", "POST", "/api/v1/nowhere", "", "route_not_found"],
    ["the path before the key", "GET", "/api/v1/nowhere", "", "route_not_found"],
    ["the method before the key", "POST", "/api/v1/icons", "", "method_not_allowed"],
    ["the key before parameters", "GET", "/api/v1/icons?limit=0", "", "missing_api_key"],
    ["the key before the look-up", "GET", "/api/v1/icons/no-such-icon", "icn_wrong", "invalid_api_key"],
    ["the key before broken bytes in the path", "GET", "/api/v1/icons/%FF", "", "missing_api_key"],
    ["the origin before the quota", "GET", "/api/v1/icons?limit=0", "restricted", "origin_not_allowed"],
    ["the quota before parameters", "GET", "/api/v1/icons?limit=0", "used", "rate_limit_exceeded"],
    ["the quota before the look-up", "GET", "/api/v1/icons/no-such-icon", "used", "rate_limit_exceeded"],
    ["parameters before the look-up", "GET", "/api/v1/similar?id=no-such-icon&limit=0", "pro", "invalid_parameter"],
  ] as const)("checks a request in order: %s", async (_name, method, path, who, code) => {
    const keys: Record<string, string> = { used: service.free, pro: service.pro, restricted: restricted["X-API-Key"] };
    const key = keys[who] ?? who;
    const { body } = await service.ask(path, key === "" ? {} : { "X-API-Key": key }, method);
    expect(body.error.code).toBe(code);
  });

  it("checks that the icon exists before the request condition", async () => {
    const { status } = await service.ask("/api/v1/icons/no-such-icon", {
      "X-API-Key": service.pro,
      "If-None-Match": "*",
    });
    expect(status).toBe(404);
  });
});
