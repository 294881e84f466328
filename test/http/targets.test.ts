import { Ajv } from "ajv";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ErrorCode } from "#src/http/contract/error-codes.js";
import { ErrorResponse } from "#src/http/contract/response-schemas.js";
import { exchange, parseRaw } from "../support/raw-http.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const checkError = new Ajv().compile(ErrorResponse);
const RUNS = 400;
const LARGE = 7000;

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

/** Sends a request target unchanged. @param target printable ASCII, since the parser rejects everything else */
const send = (target: string, method = "GET"): Promise<string> =>
  exchange(service.port, `${method} ${target} HTTP/1.1\r\nHost: icons.test\r\nConnection: close\r\n\r\n`);

/** The code of a documented error response; "" for success. */
async function codeOf(target: string): Promise<ErrorCode | ""> {
  const response = await send(target);
  const status = Number(response.slice(9, 12));
  expect(status, response).toBeLessThan(500);
  if (status < 400) return "";
  const { body } = parseRaw(response);
  expect(checkError(body) || checkError.errors, response).toBe(true);
  return body.error.code as ErrorCode;
}

const TARGETS: readonly (readonly [target: string, code: ErrorCode | ""])[] = [
  ...[
    "/docs/..",
    "/docs/../",
    "/docs/%2e%2e/readyz",
    "/docs/../api/v1/icons",
    "/docs/%2E./readyz",
    "/docs/..%2freadyz",
  ],
  ...["/docs/./api/list-icons", "/docs//api/list-icons", "/docs/api//list-icons", "//docs"],
  ...["/docs/api", "/docs/api/", "/docs/api/list-icons/", "/docs/api%2Flist-icons"],
  ...["/docs%2Fapi/list-icons", "/docs\\api\\list-icons", "/docs/api\\list-icons"],
  ...["/docs/api/..%5c..%5cpackage.json", "/docs/api/%2e%2e%2f%2e%2e%2fpackage.json", "/docs/readyz"],
  ...["/docs/api/%00", "/docs/api/list-icons%00", "/docs/%c0%af", "/docs/%ff", "/docs/%", "/docs/%zz"],
  ...["/docs/__proto__", "/docs/api/constructor", "/docs;x=1", "/docs/;", "/DOCS", "/docs%3Fx=1", "/docs/%23"],
  ...["/openapi.json/", "/openapi.json%00", "/openapi.json/..", "/docs/openapi.json", "/docs/../openapi.json"],
  ...["/assets/..", "/assets//", "/assets/x/../y", "/assets/x/%2e%2e/y", "/assets/x/%00", "/assets/%ff/%ff"],
  ...["//", "///", "/.", "/..", "/../", "/%2e", "/%2e%2e/", "/%00", "/%ff", "/;", "/%2f", "/\\", "//healthz"],
  ...["/healthz/", "/healthz/..", "/healthz%2f", "/healthz;a", "/healthz%00", "/readyz/../healthz"],
  ...["/images/a/b", "/images/spotify/", "/api//v1/icons", "/api/v1//icons", "/api/v1/icons//", "/api/v1/icons;x"],
  ...["/api/v1/../v1/icons", "/api/v1/icons%3Fq=a", "/api%2Fv1%2Ficons", "/api\\v1\\icons", "/http://a.test/docs"],
].map((target) => [target, "route_not_found"] as const);

const OTHERS: readonly (readonly [target: string, code: ErrorCode | ""])[] = [
  ...["/images/..", "/images/%2e%2e", "/images/..%2fspotify", "/images/spotify;x", "/images/spotify%2f"].map(
    (target) => [target, "icon_not_found"] as const,
  ),
  ...["/api/v1/icons/..", "/api/v1/icons/%2e%2e", "/api/v1/icons/a%5Cb", "/api/v1/icons/%23", "/api/v1/icons/%3F"].map(
    (target) => [target, "icon_not_found"] as const,
  ),
  ...["/images/%00", "/images/%ff", "/api/v1/icons/%00", "/api/v1/icons/%c0%af"].map(
    (target) => [target, "invalid_parameter"] as const,
  ),
  ...["/docs#x", "/#", "/docs#?x", "/healthz#/../docs", "http://a.test/#x", "http://a.test#x"].map(
    (target) => [target, "bad_request"] as const,
  ),
  ...["*", "docs", "?", "#", "?q=/docs", "foo:bar", "ftp://a.test/docs", "http:docs", "http:/docs", "http:///docs"].map(
    (target) => [target, "bad_request"] as const,
  ),
  ...["/docs", "/docs?x=/../..", "/%64ocs", "/docs/", "/docs/%61pi/list-icons", "/openapi%2ejson", "/healthz?#"].map(
    (target) => [target, ""] as const,
  ),
  ...[
    "http://a.test",
    "http://a.test/docs",
    "HTTPS://A.test:1/docs?x",
    "http://a.test?q=/docs",
    "/api/v1/icons?q=#",
  ].map((target) => [target, ""] as const),
];

describe("unusual request targets", () => {
  it.each([...TARGETS, ...OTHERS])("parses %s in one way: %s", async (target, code) => {
    expect(await codeOf(target)).toBe(code);
  });

  it.each([
    "/docs/".padEnd(LARGE, "../"),
    "/".padEnd(LARGE, "a/"),
    "/docs/".padEnd(LARGE, "%25"),
    "/".padEnd(LARGE, "%2f"),
  ])("responds with 404 for a long target: %.20s…", async (target) => {
    expect(await codeOf(target)).toBe("route_not_found");
  });

  it("responds to any form of target with a documented error and never with an internal one", async () => {
    const piece = fc.constantFrom(
      ...["docs", "search", "list-icons", "openapi.json", "api", "v1", "icons", "images", "spotify", "healthz"],
      ...[
        "assets",
        "..",
        ".",
        "",
        "%2e%2e",
        "%2f",
        "%5c",
        "\\",
        ";",
        "#",
        "?",
        "%00",
        "%ff",
        "%c0%af",
        "%",
        "%25",
        "*",
        "@",
        ":",
      ],
    );
    const target = fc
      .tuple(
        fc.constantFrom("/", "/docs/", "/assets/", "//", "", "http://a.test/", "http://"),
        fc.array(piece, { maxLength: 7 }),
        fc.constantFrom("/", "/", ""),
      )
      .map(([start, pieces, separator]) => start + pieces.join(separator))
      .filter((text) => text !== "");
    await fc.assert(
      fc.asyncProperty(target, async (text) => {
        await codeOf(text);
      }),
      { numRuns: RUNS },
    );
  });
});
