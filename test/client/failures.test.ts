import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compile } from "#build/compile/compile.js";
import { createKey } from "#src/access/key-file.js";
import { type Client, type ClientOptions, createClient, IconApiError } from "#src/client/index.js";
import { ERRORS, type ErrorCode } from "#src/http/contract/error-codes.js";
import { buildCrowded } from "../support/crowded.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { exchange } from "../support/raw-http.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** An hour before midnight UTC. */
const NOW = Date.UTC(2030, 0, 1, 23);

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { now: () => NOW, limits: { requestTimeout: 700 } });
});
afterAll(() => service.close());

const clientOf = ({ port, pro }: Service, options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: pro, retry: false, ...options });

/** The error of a call. */
async function failureOf(call: Promise<unknown>): Promise<IconApiError> {
  const error = await call.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(IconApiError);
  return error;
}

/** Sends these bytes instead of the request, and returns the service's response. */
const sending = (bytes: string): Partial<ClientOptions> => ({
  async fetch() {
    const [head, body] = (await exchange(service.port, bytes)).split("\r\n\r\n");
    const [status, ...lines] = head!.split("\r\n");
    const headers = lines.map((line): [string, string] => [line.split(": ")[0]!, line.split(": ")[1]!]);
    return new Response(body, { status: Number(status!.split(" ")[1]), headers });
  },
});

/** Calls a separate service with icons that have no image. */
async function withoutImages(call: (client: Client) => Promise<unknown>): Promise<IconApiError> {
  const icons = [{ id: "a", name: "A", developer: "A", category: "x" }];
  const folder = temporaryFolder({ "icons.json": icons });
  await compile({ data: `${folder}/icons.json`, out: `${folder}/out` });
  const own = await startService(`${folder}/out`);
  const failure = await failureOf(call(clientOf(own)));
  await own.close();
  return failure;
}

const GONE = { id: "b", date: "2026-05-11", reason: "discontinued", successor: "a" };

/** Calls a separate service whose icon `a` was named `old` and whose icon `b` was removed. */
async function withFormerIcons(call: (client: Client) => Promise<unknown>): Promise<IconApiError> {
  const folder = temporaryFolder({
    "dataset.json": { name: "Former" },
    "icons/icons.json": [{ id: "a", name: "A", developer: "A", category: "x", formerIds: ["old"] }],
    "removed.json": [GONE],
  });
  await compile({ data: folder, out: `${folder}/out` });
  const own = await startService(`${folder}/out`);
  const failure = await failureOf(call(clientOf(own)));
  await own.close();
  return failure;
}

/** Calls a separate service with this catalog. */
async function withCatalog(catalog: () => undefined): Promise<IconApiError> {
  const own = await startService(shippedArtifacts, { catalog });
  const failure = await failureOf(clientOf(own).categories());
  await own.close();
  return failure;
}

const untyped = (parameters: object): never => parameters as never;

/** Errors of images. The client only builds image URLs, so it never receives them. */
const IMAGE_ERRORS = [
  "drawing_not_found",
  "variant_not_found",
  "rendering_disabled",
  "not_recolorable",
  "image_too_expensive",
] as const;

const FAILURES: Record<Exclude<ErrorCode, (typeof IMAGE_ERRORS)[number]>, () => Promise<IconApiError>> = {
  bad_request: () => failureOf(clientOf(service, sending("hello\r\n\r\n")).categories()),
  invalid_parameter: () => failureOf(clientOf(service).icons({ limit: 0 })),
  missing_parameter: () => failureOf(clientOf(service).similar(untyped({}))),
  conflicting_parameters: () =>
    failureOf(clientOf(service).similar(untyped({ id: "spotify", phash: "0123456789abcdef" }))),
  missing_api_key: () => failureOf(clientOf(service, { apiKey: undefined }).icons()),
  invalid_api_key: () => failureOf(clientOf(service, { apiKey: "icn_wrong" }).icons()),
  route_not_found: () => failureOf(clientOf(service).icon("")),
  icon_not_found: () => failureOf(clientOf(service).icon("no-such-icon")),
  async icon_renamed() {
    const failure = await withFormerIcons((client) => client.icon("old"));
    expect(failure.currentId).toBe("a");
    return failure;
  },
  async icon_removed() {
    const failure = await withFormerIcons((client) => client.similar({ id: "b" }));
    const { id: _id, ...removal } = GONE;
    expect(failure.removal).toEqual(removal);
    return failure;
  },
  method_not_allowed: () =>
    failureOf(clientOf(service, { fetch: (url, init) => fetch(url, { ...init, method: "DELETE" }) }).categories()),
  request_timeout: () => failureOf(clientOf(service, sending("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")).categories()),
  uri_too_long: () => failureOf(clientOf(service).icons({ q: "a".repeat(9000) })),
  phash_unavailable: () => withoutImages((client) => client.similar({ id: "a" })),
  palette_unavailable: () => withoutImages((client) => client.similar({ id: "a", by: "color" })),
  shape_unavailable: () => withoutImages((client) => client.similar({ id: "a", by: "shape" })),
  vector_unavailable: () => withoutImages((client) => client.similar({ id: "a", by: "vector" })),
  async query_too_expensive() {
    const own = await startService(await buildCrowded());
    const failure = await failureOf(clientOf(own).categories());
    await own.close();
    return failure;
  },
  async rate_limit_exceeded() {
    const client = clientOf(service, { apiKey: service.free });
    for (let used = 0; used < 100; used++) await client.categories();
    const failure = await failureOf(client.categories());
    expect(failure.retryAfterSeconds).toBe(3600);
    expect(client.rateLimit).toMatchObject({ limit: 100, remaining: 0 });
    return failure;
  },
  async origin_not_allowed() {
    const { key } = await createKey(service.keyFile, "free", "web", { origins: ["https://a.example"] });
    const client = clientOf(service, { apiKey: key });
    return vi.waitFor(async () => {
      const failure = await failureOf(client.icons());
      expect(failure.code, "until the server has read the key file").not.toBe("invalid_api_key");
      return failure;
    }, PATIENTLY);
  },
  async too_many_invalid_keys() {
    const client = clientOf(service, { apiKey: "icn_wrong" });
    // Repeats if a minute ends meanwhile, since the count then restarts.
    return vi.waitFor(async () => {
      const failure = await failureOf(client.icons());
      expect(failure.code).not.toBe("invalid_api_key");
      return failure;
    }, PATIENTLY);
  },
  headers_too_large: () => failureOf(clientOf(service, { headers: { "X-Big": "a".repeat(17_000) } }).icons()),
  internal_error: () =>
    withCatalog(() => {
      throw new Error("broken");
    }),
  unavailable: () => withCatalog(() => undefined),
};

describe("API errors", () => {
  it.each(Object.entries(FAILURES))("throws an error with the code %s and its status", async (code, fail) => {
    const failure = await fail();
    expect(failure.code).toBe(code);
    expect(failure.status).toBe(ERRORS[code as ErrorCode].status);
    expect(failure.requestId).toBeTruthy();
    expect(failure.message).not.toBe("");
  });

  it("reaches every code of the error catalog", () => {
    expect([...Object.keys(FAILURES), ...IMAGE_ERRORS].sort()).toEqual(Object.keys(ERRORS).sort());
  });

  it("reports the invalid parameter and the server's message", async () => {
    const failure = await failureOf(clientOf(service).icons({ page: 1.5 }));
    expect(failure).toMatchObject({ name: "IconApiError", code: "invalid_parameter", param: "page" });
    expect(failure.message).toBe("page must be a whole number from 1 to 2147483647, in decimal digits");
  });

  it("never includes the key in an error", async () => {
    for (const apiKey of [service.pro, "icn_wrong"]) {
      const failure = await failureOf(clientOf(service, { apiKey }).icon("no-such-icon"));
      expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(apiKey);
    }
  });
});

describe("failures without an API response", () => {
  it("throws network_error with its cause if nothing listens", async () => {
    const away = await startService(shippedArtifacts);
    await away.close();
    const failure = await failureOf(clientOf(away).categories());
    expect(failure).toMatchObject({ code: "network_error", status: undefined, requestId: undefined });
    expect(failure.cause).toBeInstanceOf(TypeError);
  });

  it.each([
    ["an HTML page", 200, {}, "<html>"],
    ["unrelated JSON", 200, {}, '{"data":[]}'],
    ["an error page of a proxy", 502, {}, "<h1>Bad gateway</h1>"],
    ["an empty response", 204, {}, ""],
  ])("throws unexpected_response for %s", async (_name, status, headers, body) => {
    await using other = await serving(status, headers, body);
    const failure = await failureOf(createClient({ baseUrl: other.url, retry: false }).categories());
    expect(failure).toMatchObject({ code: "unexpected_response", status });
  });

  it("throws unexpected_response for a redirect and does not follow it with the key", async () => {
    const asked: string[] = [];
    await using elsewhere = await serving(200, {}, "", asked);
    await using other = await serving(301, { location: `${elsewhere.url}/` }, "");
    const failure = await failureOf(createClient({ baseUrl: other.url, apiKey: "secret", retry: false }).icons());
    expect(failure).toMatchObject({ code: "unexpected_response", status: 301 });
    expect(failure.message).toContain(`a redirect to ${elsewhere.url}/`);
    expect(asked).toEqual([]);
  });

  it("throws timeout if no response arrives in time, even if only the body is late", async () => {
    for (const flush of [false, true]) {
      const server = createServer((_request, response) => {
        if (flush) response.write("{");
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as { port: number };
      const call = createClient({ baseUrl: `http://127.0.0.1:${port}`, retry: false, timeoutMs: 100 }).categories();
      expect(await failureOf(call)).toMatchObject({ code: "timeout", status: undefined });
      server.closeAllConnections();
      server.close();
    }
  });
});

/** A server that is not an icon API and always returns the same response. */
async function serving(
  status: number,
  headers: Record<string, string>,
  body: string,
  asked: string[] = [],
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(status, headers).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
