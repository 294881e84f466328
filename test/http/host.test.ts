import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchange, parseRaw } from "../support/raw-http.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const NOT_A_HOST = [
  'evil"/x',
  "a b",
  "a/b",
  "a\\b",
  "a@b",
  "user:secret@a.test",
  "a,b",
  "a:b",
  "a:123456",
  "a:99999",
  "a.test:80:80",
  "<script>",
  "a?b",
  "a#b",
  "a%00b",
  "[::1",
  "::1",
  "[not-an-address]",
  "256.256.256.256",
  "",
];

let service: Service;
let proxied: Service;
let named: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
  proxied = await startService(shippedArtifacts, { trustProxy: "127.0.0.1" });
  named = await startService(shippedArtifacts, { publicUrl: "https://icons.example.com" });
});
afterAll(async () => {
  for (const each of [service, proxied, named]) await each.close();
});

/** Lists one icon. @param head header lines, each with its line break */
async function list(
  head: string,
  { port, pro }: Service = service,
  target = "/api/v1/icons?q=spotify",
  version = "1.1",
) {
  const key = `X-API-Key: ${pro}\r\nConnection: close\r\n`;
  const response = await exchange(port, `GET ${target} HTTP/${version}\r\n${head}${key}\r\n`);
  expect(response).not.toContain("127.0.0.1");
  return parseRaw(response) as ReturnType<typeof parseRaw> & { body: { data: { iconUrl: string }[] } };
}

async function expectRefused(response: ReturnType<typeof list>, reason: string): Promise<void> {
  const { status, body } = await response;
  expect({ status, ...body.error }).toEqual({
    status: 400,
    code: "bad_request",
    message: expect.stringContaining(reason),
  });
}

async function originIn(response: ReturnType<typeof list>): Promise<string> {
  const { status, body } = await response;
  expect(status).toBe(200);
  return body.data[0]!.iconUrl.replace("/images/spotify", "");
}

describe("request host", () => {
  it.each([
    "icons.example.com",
    "icons.example.com:8080",
    "[::1]:3000",
    "10.1.2.3",
    "LOCALHOST",
    "a_b.test.",
    "xn--bcher-kva.example",
  ])("uses the request host %s as the origin of URLs in responses", async (host) => {
    expect(await originIn(list(`Host: ${host}\r\n`))).toBe(`http://${host}`);
  });

  it.each(NOT_A_HOST)("rejects an invalid host without falling back to an address of the server: %j", async (host) => {
    await expectRefused(list(`Host: ${host}\r\n`), "Host header is invalid");
    await expectRefused(list(`Host: ${host}\r\n`, named), "Host header is invalid");
    await expectRefused(list(`Host: ${host}\r\n`, service, "/healthz"), "Host header is invalid");
    await expectRefused(list(`Host: ${host}\r\n`, service, "/docs"), "Host header is invalid");
    await expectRefused(list(`Host: ${host}\r\n`, service, "/nowhere"), "Host header is invalid");
  });

  it.each([
    ["two names", "Host: a.test\r\nHost: b.test\r\n"],
    ["one name twice", "Host: a.test\r\nX-Other: 1\r\nhOST: a.test\r\n"],
    ["a name and nothing", "Host: a.test\r\nHost:\r\n"],
  ])("rejects a request with more than one host: %s", async (_name, head) => {
    for (const target of ["/api/v1/icons", "/healthz", "/docs", "/nowhere", "/"])
      await expectRefused(list(head, service, target), "more than one Host header");
  });

  it("accepts a missing host in HTTP/1.0 only, and only if no response needs it", async () => {
    await expectRefused(list(""), "Host header is missing");
    await expectRefused(list("", service, "/api/v1/icons", "1.0"), "Host header is missing");
    expect((await list("", service, "/readyz", "1.0")).status).toBe(200);
    expect(await originIn(list("", named, "/api/v1/icons?q=spotify", "1.0"))).toBe("https://icons.example.com");
  });
});

describe("request target with an origin", () => {
  const target = (origin: string): string => `${origin}/api/v1/icons?q=spotify`;

  it("takes the host of the target instead of the Host header", async () => {
    for (const origin of ["http://b.test", "HTTP://b.test:81"])
      expect(await originIn(list("Host: a.test\r\n", service, target(origin)))).toBe(origin.toLowerCase());
    expect(await originIn(list("", service, target("http://b.test"), "1.0"))).toBe("http://b.test");
  });

  it("rejects a missing, second or invalid Host header even if the target names a host", async () => {
    await expectRefused(list("", service, target("http://b.test")), "Host header is missing");
    await expectRefused(list("Host: a b\r\n", service, target("http://b.test")), "Host header is invalid");
    await expectRefused(list("Host: b.test\r\nHost: b.test\r\n", service, target("http://b.test")), "more than one");
  });

  it.each(["http://", "http://user@b.test", "http://b.test:99999", "http://256.1.1.1"])(
    "rejects a target with an invalid host: %s",
    (origin) =>
      expectRefused(list("Host: a.test\r\n", service, target(origin)), "host of the request target is invalid"),
  );
});

describe("X-Forwarded-Host", () => {
  const from = (forwarded: string): string =>
    `Host: inner.test\r\nX-Forwarded-Host: ${forwarded}\r\nX-Forwarded-Proto: https\r\n`;

  it("ignores X-Forwarded-Host if the proxy is not trusted", async () => {
    for (const forwarded of ["evil.test", 'junk"/'])
      expect(await originIn(list(from(forwarded)))).toBe("http://inner.test");
  });

  it("takes the origin from a trusted proxy's X-Forwarded-Host, the last of several", async () => {
    expect(await originIn(list(from("a.test:444"), proxied))).toBe("https://a.test:444");
    expect(await originIn(list(from("evil.test, a.test"), proxied))).toBe("https://a.test");
  });

  it.each(NOT_A_HOST.filter((host) => !/^$|,/.test(host)))(
    "rejects an invalid X-Forwarded-Host of a trusted proxy without falling back to another host: %j",
    (forwarded) => expectRefused(list(from(forwarded), proxied), "X-Forwarded-Host header is invalid"),
  );

  it("rejects an invalid Host header despite a valid X-Forwarded-Host", async () => {
    await expectRefused(list("Host: a b\r\nX-Forwarded-Host: a.test\r\n", proxied), "Host header is invalid");
  });
});
