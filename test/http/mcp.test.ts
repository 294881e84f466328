import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compile } from "#build/compile/compile.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { mcp: { version: "1.2.3" } });
});
afterAll(() => service.close());

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_categories", arguments: {} } };

const ID_OF = (value: string) => ({
  ref: { type: "ref/resource" as const, uri: "icon://{id}" },
  argument: { name: "id", value },
});

async function connected(key: string, versions?: readonly string[], { port } = service): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1" },
    versions === undefined ? {} : { supportedProtocolVersions: [...versions] },
  );
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { "X-API-Key": key } } }));
  return client;
}

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${service.port}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "x-api-key": service.pro,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Requests that are left today for the free key. */
async function remaining(): Promise<number> {
  const response = await service.ask("/api/v1/categories", { "x-api-key": service.free });
  return Number(/r=(\d+)/.exec(String(response.headers.ratelimit))![1]);
}

describe("POST /mcp", () => {
  it("serves the official client: tools, results by their schemas, images", async () => {
    const client = await connected(service.pro);
    expect(client.getServerVersion()).toMatchObject({ name: "icons", version: "1.2.3" });
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(7);
    const found = await client.callTool({ name: "search_icons", arguments: { query: "spotfy" } });
    expect(found.structuredContent).toMatchObject({ didYouMean: "spotify", icons: [{ id: "spotify" }] });
    const similar = await client.callTool({ name: "similar_icons", arguments: { id: "spotify", limit: 3 } });
    expect((similar.structuredContent as { icons: object[] }).icons).toHaveLength(3);
    const detail = await client.callTool({ name: "show_icon", arguments: { id: "spotify" } });
    expect(detail.structuredContent).toMatchObject({
      iconUrl: expect.stringContaining(`http://127.0.0.1:${service.port}/`),
    });
    const { content } = await client.callTool({ name: "icon_image", arguments: { id: "spotify", size: 64 } });
    const [image] = content as unknown as [{ type: string; mimeType: string; data: string }];
    expect([image.type, image.mimeType]).toEqual(["image", "image/png"]);
    expect(Buffer.from(image.data, "base64").subarray(1, 4).toString()).toBe("PNG");
    const sheet = await client.callTool({ name: "contact_sheet", arguments: { ids: ["spotify", "slack"] } });
    const [drawn] = sheet.content as unknown as [{ data: string }];
    expect(await sharp(Buffer.from(drawn.data, "base64")).metadata()).toMatchObject({ width: 216, height: 96 });
    const missing = await client.callTool({ name: "show_icon", arguments: { id: "no such icon" } });
    expect([missing.isError, JSON.stringify(missing.content)]).toEqual([true, expect.stringContaining("no such icon")]);
    await client.close();
  });

  it("counts each tool call like a request, and nothing else; the plan limits what a call returns", async () => {
    const before = await remaining();
    const client = await connected(service.free);
    await client.listTools();
    const found = await client.callTool({ name: "search_icons", arguments: { limit: 50 } });
    expect((found.structuredContent as { icons: object[] }).icons).toHaveLength(20);
    const detail = await client.callTool({ name: "show_icon", arguments: { id: "spotify" } });
    expect(detail.structuredContent).not.toHaveProperty("colorPalette");
    await client.close();
    // The call of `remaining` itself counts, too.
    expect(await remaining()).toBe(before - 3);
    const reader = await connected(service.free);
    await reader.listResources();
    await reader.listResourceTemplates();
    const { contents } = await reader.readResource({ uri: "icon://spotify" });
    expect((contents[0] as { text: string }).text).not.toContain("colorPalette");
    await reader.complete(ID_OF("spot"));
    await reader.close();
    expect(await remaining()).toBe(before - 6);
    while ((await remaining()) > 0);
    const refused = await post(CALL, { "x-api-key": service.free });
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: "rate_limit_exceeded" } }]);
    expect((await post(LIST, { "x-api-key": service.free })).status).toBe(200);
  });

  it.each<[string, unknown, Record<string, string>, number, string]>([
    ["a call without a key", CALL, { "x-api-key": "" }, 401, "missing_api_key"],
    ["a list without a key", LIST, { "x-api-key": "" }, 401, "missing_api_key"],
    ["an unknown key", LIST, { "x-api-key": "icn_unknown" }, 401, "invalid_api_key"],
    ["a page of another origin", LIST, { origin: "https://evil.example" }, 403, "origin_not_allowed"],
    [
      "a page that has rebound its name",
      LIST,
      { origin: "http://localhost.evil.example:3000" },
      403,
      "origin_not_allowed",
    ],
    ["an opaque origin", LIST, { origin: "null" }, 403, "origin_not_allowed"],
  ])("refuses %s as the API does", async (_, body, headers, status, code) => {
    const response = await post(body, headers);
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  it.each<[string, unknown, number, number]>([
    ["a body over 64 KiB", `${" ".repeat(65_536)}{}`, 413, -32600],
    ["an uncounted message over 4 KiB", JSON.stringify(LIST).padEnd(4097), 413, -32600],
    ["several messages", [LIST, LIST], 400, -32600],
    ["a body that is no JSON", "{", 400, -32700],
    [
      "a body of 30,000 levels",
      `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
      400,
      -32600,
    ],
    ["a stream that stays open", { ...LIST, method: "subscriptions/listen" }, 400, -32601],
  ])("refuses %s as JSON-RPC does", async (_, body, status, code) => {
    const response = await post(body);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      status,
      "application/json; charset=utf-8",
    ]);
    expect(await response.json()).toEqual({ jsonrpc: "2.0", id: null, error: { code, message: expect.any(String) } });
  });

  it.each(["/mcp", "/%6dcp", "http://127.0.0.1/mcp"])(
    "is found at %s, and writes nothing to standard error",
    async (target) => {
      const warned = vi.spyOn(console, "warn");
      const body = JSON.stringify(LIST);
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const sent = request({
        port: service.port,
        method: "POST",
        path: target,
        headers: { ...headers, "x-api-key": service.pro },
      });
      sent.end(body);
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      expect(await text(response)).toContain('"search_icons"');
      expect(warned).not.toHaveBeenCalled();
      warned.mockRestore();
    },
  );

  it("accepts pages of this machine, and refuses methods other than POST", async () => {
    expect((await post(LIST, { origin: "http://localhost:5173" })).status).toBe(200);
    const response = await fetch(`http://127.0.0.1:${service.port}/mcp`);
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("resources", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connected(service.pro);
  });
  afterAll(() => client.close());

  it("are listed: the dataset, and templates of icons and their images instead of every icon", async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["icons://dataset"]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["icon://{id}", "icon://{id}/image"]);
    expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: false });
  });

  it("describe the dataset as the API does", async () => {
    const [content] = (await client.readResource({ uri: "icons://dataset" })).contents;
    const { name, icons, facets } = JSON.parse((content as { text: string }).text);
    const { body } = await service.ask("/api/v1/categories", { "x-api-key": service.pro });
    const ready = (await service.ask("/readyz")).body;
    expect([name, icons]).toEqual(["Application icons", ready.icons]);
    expect(facets.category).toEqual({ total: body.total, labels: body.data });
    for (const { labels } of Object.values<{ labels: unknown[] }>(facets))
      expect(labels.length).toBeLessThanOrEqual(50);
  });

  it("are icons by id, as data and as image", async () => {
    const [icon] = (await client.readResource({ uri: "icon://spotify" })).contents;
    const shown = await client.callTool({ name: "show_icon", arguments: { id: "spotify" } });
    expect(JSON.parse((icon as { text: string }).text)).toEqual(shown.structuredContent);
    const [image] = (await client.readResource({ uri: "icon://spotify/image" })).contents;
    expect(image?.mimeType).toBe("image/png");
    expect(
      Buffer.from((image as { blob: string }).blob, "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });

  it("complete ids by names, a bounded number", async () => {
    expect((await client.complete(ID_OF("spotif"))).completion.values).toEqual(["spotify"]);
    expect((await client.complete(ID_OF(""))).completion.values).toHaveLength(20);
    expect((await client.complete(ID_OF("x".repeat(300)))).completion.values).toEqual([]);
  });

  it.each(["icon://no-such-icon", "icon://%ff", "icon://no-such-icon/image", "icon://a/b/c", "icons://other"])(
    "are not found: %s",
    async (uri) => {
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
    },
  );

  it("of renamed icons say the new id; ids are escaped", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h3v4H0z"/></svg>';
    const icon = { id: "set:new app/ä", name: "A", developer: "A", category: "x", image: "a.svg", formerIds: ["old"] };
    const data = temporaryFolder({ "a.svg": svg, "icons.json": [icon] });
    await compile({ data: `${data}/icons.json`, out: `${data}/out` });
    const other = await startService(`${data}/out`, { mcp: { version: "1" } });
    const reader = await connected(other.pro, undefined, other);
    await expect(reader.readResource({ uri: "icon://old" })).rejects.toThrow('was renamed to "set:new app/ä"');
    const { contents } = await reader.readResource({ uri: `icon://${encodeURIComponent(icon.id)}` });
    expect(JSON.parse((contents[0] as { text: string }).text).id).toBe(icon.id);
    await reader.close();
    await other.close();
  });
});

describe("bodies", () => {
  const message = (id: number): string => JSON.stringify({ ...LIST, id });
  const head = (length: number): string =>
    `POST /mcp HTTP/1.1\r\nHost: a\r\nX-API-Key: ${service.pro}\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const GET = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";

  it("may arrive in any pieces, between other requests of a connection; responses keep their order", async () => {
    const text = GET + [1, 2].map((id) => head(message(id).length) + message(id) + GET).join("");
    const responses = async (pieces: readonly string[]): Promise<string> => {
      const socket = connect(service.port, "127.0.0.1");
      let received = "";
      socket.on("data", (bytes) => {
        received += bytes;
      });
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise(setImmediate);
      }
      await vi.waitFor(() => expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(5), PATIENTLY);
      socket.destroy();
      return [...received.matchAll(/"status":"ok"|"id":\d/g)].join();
    };
    const expected = '"status":"ok","id":1,"status":"ok","id":2,"status":"ok"';
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 12 }), async (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), text.length];
        const pieces = ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end));
        expect(await responses(pieces)).toBe(expected);
      }),
      { numRuns: 15 },
    );
  });

  it("may have 64 KiB", async () => {
    const padded = (length: number): string => JSON.stringify(CALL).padEnd(length);
    expect((await post(padded(65_536))).status).toBe(200);
    const refused = await post(padded(65_537));
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { error: { message: expect.stringContaining("65536 bytes") } },
    ]);
  });

  it("that never end don't keep other requests waiting", async () => {
    const sockets = Array.from({ length: 50 }, () => connect(service.port, "127.0.0.1"));
    for (const socket of sockets) socket.on("error", () => undefined).write(`${head(100)}{`);
    expect((await post(LIST)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

it("GET /llms.txt tells the base URL, the operations, the plans and the tools of this server", async () => {
  const base = `http://127.0.0.1:${service.port}`;
  const text = await (await fetch(`${base}/llms.txt`)).text();
  expect(text).toMatch(/^# Application icons\n\n> \d+ application icons/);
  expect(text).toContain(`Base URL: ${base}/api/v1\nSend a key`);
  expect(text).toContain("- free: 100 requests per UTC day, up to 20 icons per page\n- pro: unlimited requests");
  expect(text).toContain(`- POST ${base}/mcp:`);
  for (const [, url] of text.matchAll(/GET (\S+?)[:,]? /g)) {
    const response = await fetch(url!.replace("{id}", "spotify").replace(/:$/, ""), {
      headers: { "x-api-key": service.pro },
    });
    expect([url, response.status]).toEqual([url, 200]);
  }
});

it("responds with 404 at /mcp unless it is enabled", async () => {
  const plain = await startService(shippedArtifacts);
  const response = await fetch(`http://127.0.0.1:${plain.port}/mcp`, { method: "POST" });
  expect(response.status).toBe(404);
  expect(await (await fetch(`http://127.0.0.1:${plain.port}/llms.txt`)).text()).not.toContain("mcp");
  await plain.close();
});
