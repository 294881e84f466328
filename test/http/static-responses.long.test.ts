import { createHook } from "node:async_hooks";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type ApiResponse, askOver } from "../support/ask.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const SERVER = resolve("test/support/library-server.mjs");
const HOOK = resolve("test/support/fail-once.mjs");
const GUIDE = "/docs/dataset";
const DESCRIPTORS = 200;

let service: Service;
/** All paths of files that a page of the service loads or links, including the pages themselves. */
let paths: string[];
beforeAll(async () => {
  service = await startService(shippedArtifacts);
  paths = ["/openapi.json"];
  for (const page of ["/", "/docs", "/docs/"]) {
    const links = (await service.ask(page)).bytes.toString().matchAll(/(?:href|src)="([^"]+)"/g);
    paths.push(page, ...Array.from(links, ([, link]) => new URL(link!, `http://icons.test${page}`).pathname));
  }
  paths = [...new Set(paths)].filter((path) => !/^\/(images\/|feed\.)/.test(path));
  for (const path of [GUIDE, "/docs", "/"]) await compressed(path, service.port);
});
afterAll(() => service.close());

/**
 * Repeats a request until the compressed form is ready; other forms that are created with it are then ready or will be
 * soon.
 */
function compressed(path: string, port: number, encoding = "br"): Promise<ApiResponse> {
  return vi.waitFor(async () => {
    const response = await askOver(port, path, { "Accept-Encoding": encoding });
    expect(response.headers["content-encoding"]).toBe(encoding);
    return response;
  }, PATIENTLY);
}

describe("static responses", () => {
  it("sends a static response with one ETag and one content in every encoding, for GET and HEAD", async () => {
    expect(paths.length).toBeGreaterThan(15);
    const framing = { date: "", "x-request-id": "" };
    for (const path of paths) {
      const plain = await service.ask(path);
      expect(plain.status, path).toBe(200);
      expect(plain.headers).toMatchObject({ vary: "Accept-Encoding", "content-length": String(plain.wireBytes) });
      for (const encoding of ["identity", "gzip", "br"]) {
        const headers = { "Accept-Encoding": encoding };
        const get = await service.ask(path, headers);
        const head = await service.ask(path, headers, "HEAD");
        expect(get.bytes.equals(plain.bytes), path).toBe(true);
        expect(get.headers).toMatchObject({ etag: plain.headers.etag, "content-length": String(get.wireBytes) });
        expect(head.wireBytes).toBe(0);
        expect({ ...head.headers, ...framing }).toEqual({ ...get.headers, ...framing });
        const known = await service.ask(path, { ...headers, "If-None-Match": get.headers.etag! });
        expect(known).toMatchObject({ status: 304, wireBytes: 0, headers: { etag: get.headers.etag } });
      }
    }
  });

  it("compresses a static response once for any number of requests", async () => {
    // The explorer page is composed for each request.
    const files = paths.filter((path) => path !== "/");
    for (const path of files)
      for (const encoding of ["br", "gzip"]) await service.ask(path, { "Accept-Encoding": encoding });
    let streams = 0;
    const hook = createHook({
      init(_id, type) {
        if (type === "ZLIB") streams++;
      },
    }).enable();
    onTestFinished(() => void hook.disable());
    for (const path of files) {
      for (const encoding of ["br", "gzip"]) {
        // Does not use `ask`, which would decompress.
        const response = await fetchRaw(service.port, path, encoding);
        expect(response).toContain("HTTP/1.1 200 OK");
      }
    }
    expect(streams).toBe(0);
  });

  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["deflate", undefined],
    ["identity", undefined],
    ["identity, gzip;q=0.5", undefined],
    ["br;q=0, gzip;q=0, identity;q=0", undefined],
    ["", undefined],
    [",;q=,=", undefined],
  ])("sends the encoding that the client prefers: %j", async (accepted, encoding) => {
    const { status, headers } = await service.ask(GUIDE, { "Accept-Encoding": accepted });
    expect({ status, encoding: headers["content-encoding"] }).toEqual({ status: 200, encoding });
  });

  it("serves pages in any host process, even if its entry point is a string", async () => {
    const program = `import { createServer } from "#src/http/server/server.js";
      import { openCatalog } from "#src/catalog/catalog.js";
      const app = await createServer({ catalog: openCatalog(process.argv[1]) });
      const address = await app.listen({ port: 0 });
      for (const path of ["/docs", "/"]) process.stdout.write((await fetch(address + path)).status + " ");
      await app.close();`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program, shippedArtifacts]);
    let printed = "";
    child.stdout.on("data", (chunk) => (printed += chunk));
    const [code] = await once(child, "close");
    expect({ code, printed }).toEqual({ code: 0, printed: "200 200 " });
  });

  it("shuts down without waiting for the compression of static responses", async () => {
    const own = await startService(shippedArtifacts);
    const response = own.ask("/docs").catch(() => undefined);
    await own.ask("/healthz");
    await own.close();
    await response;
  });
});

describe("static responses without file descriptors", () => {
  it("responds with 503, and 200 as soon as connections release their descriptors", async () => {
    const { port, child } = await startLibraryServer();
    const client = await keepAlive(port);
    const others: Socket[] = [];
    await vi.waitFor(() => {
      for (let more = 0; more < 10; more++) others.push(connect(port, "127.0.0.1").on("error", () => undefined));
      expect(readdirSync(`/proc/${child.pid}/fd`).length).toBeGreaterThanOrEqual(DESCRIPTORS);
    }, PATIENTLY);
    for (const path of ["/docs", "/openapi.json", "/", GUIDE]) {
      const refused = await client(path);
      expect(refused).toMatch(/^HTTP\/1\.1 503 .*"code":"unavailable"/s);
      expect(refused.toLowerCase()).toContain("retry-after: 1\r\n");
    }
    for (const path of ["/healthz", "/api/v1/icons?limit=1"]) expect(await client(path)).toMatch(/^HTTP\/1\.1 200 /);
    for (const other of others) other.destroy();
    for (const path of ["/docs", "/openapi.json", "/", GUIDE])
      await vi.waitFor(async () => expect(await client(path)).toMatch(/^HTTP\/1\.1 200 /), PATIENTLY);
    for (const path of ["/docs", GUIDE, "/"]) await compressed(path, port);
  });

  it.each([1, 16])("recovers if only %i descriptors were free", async (free) => {
    const { port, tell } = await startLibraryServer();
    const client = await keepAlive(port);
    await tell(free);
    for (const path of ["/docs", "/"]) expect(await client(path)).toMatch(/^HTTP\/1\.1 (?:200|503) /);
    await tell("release");
    for (const path of ["/docs", "/"]) await compressed(path, port);
  });
});

describe("failed read of a static file", () => {
  it.each([
    ["readFileSync reference.msgpack", "/docs"],
    ["readFileSync reference.msgpack", GUIDE],
    ["readFileSync explorer.msgpack", "/"],
  ])("responds with 503 if %s fails once, and reads again for the next request", async (failing, path) => {
    const { port, notes } = await startLibraryServer({ failing });
    const refused = await askOver(port, path, {});
    expect(refused).toMatchObject({
      status: 503,
      body: { error: { code: "unavailable" } },
      headers: { "retry-after": "1" },
    });
    expect((await askOver(port, path, {})).status).toBe(200);
    expect(notes()).toEqual(["failed"]);
  });

  it("sends the document uncompressed if compression fails", async () => {
    const { port, notes } = await startLibraryServer({ failing: "brotliCompress openapi" });
    expect((await askOver(port, "/openapi.json", {})).status).toBe(200);
    const response = await askOver(port, "/openapi.json", { "Accept-Encoding": "br" });
    expect(response).toMatchObject({ status: 200, body: { openapi: "3.1.0" } });
    expect(notes()).toEqual(["failed"]);
  });
});

describe("library while it serves", () => {
  // Node 20 caches a failed import until the process ends. Redis and the Iconify API are imported before the server
  // listens; the explorer's renderer is imported under another address after a failure.
  it("imports no module after startup that a failure would lose", () => {
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => /\.ts$/.test(path));
    const late = sources.filter((path) => /(?<!typeof )\bimport\((?!\))/.test(readFileSync(join("src", path), "utf8")));
    expect(late.filter((path) => !path.startsWith("explorer/")).sort()).toEqual([
      "access/redis-quota.ts",
      "http/routes/explorer.ts",
      "http/server/server.ts",
    ]);
  });
});

interface LibraryServer {
  readonly port: number;
  readonly child: ChildProcess;
  /** Sends a message that `library-server.mjs` understands, and waits until it is handled. */
  tell(message: number | "release"): Promise<void>;
  /** The notes of `fail-once.mjs`. */
  notes(): string[];
}

/** @param failing the call that `fail-once.mjs` lets fail; by default, it is not loaded */
async function startLibraryServer({ failing }: { failing?: string } = {}): Promise<LibraryServer> {
  const notes = join(temporaryFolder({ notes: "" }), "notes");
  const hooked = { NODE_OPTIONS: `--import ${HOOK}`, FAIL_ONCE: failing, FAIL_NOTES: notes };
  const limited = `ulimit -n ${DESCRIPTORS} && exec "$@"`;
  const child = spawn("sh", ["-c", limited, "sh", process.execPath, SERVER, shippedArtifacts], {
    env: { PATH: process.env.PATH, ...(failing === undefined ? {} : hooked) },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [port] = (await Promise.race([once(child, "message"), ended(child)])) as [number];
  return {
    port,
    child,
    async tell(message) {
      child.send(message);
      await once(child, "message");
    },
    notes: () => readFileSync(notes, "utf8").trim().split("\n"),
  };
}

async function ended(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`the server ended with code ${code} before it listened`);
}

/**
 * Opens a persistent connection. @returns a function that sends one request at a time and returns head and body as text
 */
async function keepAlive(port: number): Promise<(path: string) => Promise<string>> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return (path) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: icons.test\r\n\r\n`);
    return new Promise((done) => {
      let received = "";
      const take = (chunk: Buffer): void => {
        received += chunk.toString("latin1");
        const head = received.indexOf("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
        if (head < 0 || received.length < head + 4 + length) return;
        socket.off("data", take);
        done(received);
      };
      socket.on("data", take);
    });
  };
}

async function fetchRaw(port: number, path: string, encoding: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: icons.test\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}
