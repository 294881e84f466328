import { once } from "node:events";
import { createReadStream, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { AwsV4Signer } from "aws4fetch";
import { onTestFinished } from "vitest";

/** Possible faults of a store. */
export const FAULTS = [
  "cut",
  "longer",
  "flipped",
  "empty",
  "missing",
  "failing",
  "moved",
  "whole despite range",
  "other range",
] as const;

/** `dripping` never ends, so it requires short deadlines. */
export type Fault = (typeof FAULTS)[number] | "dripping";

/** The store's own key pair. */
export const CREDENTIALS = { AWS_ACCESS_KEY_ID: "tester", AWS_SECRET_ACCESS_KEY: "secret", AWS_REGION: "eu-test-1" };

/** A web server over a folder, on a free port of the loopback address. */
export interface StoreServer {
  readonly url: string;
  /** Requests since the last reset, such as `GET CURRENT 200`. */
  readonly requests: string[];
  /** Faults by object. */
  readonly faults: Map<string, Fault>;
  /** From now on, every request needs a new connection. */
  endConnections(): void;
  close(): Promise<void>;
}

/**
 * Serves a folder's files with ETag and Range, with the configured faults. With `bucket`, it also accepts objects, and
 * requires requests to be signed with `CREDENTIALS`, which it verifies with a different library than ours.
 */
export async function startStoreServer(folder: string, bucket?: string): Promise<StoreServer> {
  const requests: string[] = [];
  const faults = new Map<string, Fault>();
  let single = false;
  const server = createServer(async (request, response) => {
    response.shouldKeepAlive &&= !single;
    const path = request.url!.slice(1);
    response.on("close", () => requests.push(`${request.method} ${path} ${response.statusCode}`));
    if (bucket === undefined) return serve(folder, path, faults.get(path), request, response);
    const body = await readBody(request);
    if (!(await isSigned(request, body)) || !path.startsWith(`${bucket}/`)) {
      response
        .writeHead(403)
        .end("<Error><Code>SignatureDoesNotMatch</Code><Message>Signed by another</Message></Error>");
      return;
    }
    const object = path.slice(bucket.length + 1);
    const fault = faults.get(object);
    if (request.method !== "PUT") return serve(folder, object, fault, request, response);
    if (fault === "failing") return void response.writeHead(503).end();
    mkdirSync(dirname(join(folder, object)), { recursive: true });
    writeFileSync(join(folder, object), body);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((done) => server.close(done));
  };
  onTestFinished(close);
  const endConnections = (): void => {
    single = true;
    server.closeIdleConnections();
  };
  return { url: `http://127.0.0.1:${port}`, requests, faults, endConnections, close };
}

function serve(
  folder: string,
  path: string,
  fault: Fault | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const file = join(folder, path);
  if (fault === "missing" || !existsSync(file)) return void response.writeHead(404).end("no such thing");
  if (fault === "failing") return void response.writeHead(500).end();
  if (fault === "moved") return void response.writeHead(302, { location: `/${path}` }).end();
  const { mtime, mtimeMs, size } = statSync(file);
  const etag = `"${mtimeMs}-${size}"`;
  response.setHeader("etag", etag);
  response.setHeader("last-modified", mtime.toUTCString());
  if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
  if (request.method === "HEAD") return void response.writeHead(200, { "content-length": size }).end();
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  if (fault === undefined) return void send(file, from, size, response);
  const bytes = readFileSync(file);
  switch (fault) {
    case "cut":
      response.writeHead(from > 0 ? 206 : 200, { "content-length": size - from, ...rangeOf(from, size) });
      // Each attempt receives half of the rest, so that several are needed.
      response.write(bytes.subarray(from, from + Math.ceil((size - from) / 2)), () => response.destroy());
      return;
    case "longer":
      return void response.writeHead(200).end(Buffer.concat([bytes, Buffer.alloc(200_000)]));
    case "flipped":
      bytes[bytes.length >> 1]! ^= 1;
      return void response.writeHead(200).end(bytes);
    case "dripping": {
      response.writeHead(200, { "content-length": size });
      const timer = setInterval(() => response.write("0"), 20);
      response.on("close", () => clearInterval(timer));
      return;
    }
    case "empty":
      return void response.writeHead(200).end();
    case "whole despite range":
      return void response.writeHead(200).end(bytes);
    case "other range":
      return void response.writeHead(206, { "content-range": `bytes 1-${size - 1}/${size}` }).end(bytes.subarray(1));
  }
}

function send(file: string, from: number, size: number, response: ServerResponse): void {
  if (from >= size && size > 0) return void response.writeHead(416).end();
  response.writeHead(from > 0 ? 206 : 200, { "content-length": size - from, ...rangeOf(from, size) });
  createReadStream(file, { start: from }).pipe(response);
}

function rangeOf(from: number, size: number): Record<string, string> {
  return from > 0 ? { "content-range": `bytes ${from}-${size - 1}/${size}` } : {};
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Signs the request again with the secret and compares; the signed checksum must be that of the body. */
async function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): Promise<boolean> {
  const [, signed = ""] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "") ?? [];
  const kept = signed.split(";").map((name): [string, string] => [name, String(headers[name] ?? "")]);
  const digest = await crypto.subtle.digest("SHA-256", body as Uint8Array<ArrayBuffer>);
  if (headers["x-amz-content-sha256"] !== Buffer.from(digest).toString("hex")) return false;
  const again = new AwsV4Signer({
    method: method!,
    url: `http://${headers.host}${url}`,
    headers: new Headers(kept.filter(([name]) => name !== "host")),
    accessKeyId: CREDENTIALS.AWS_ACCESS_KEY_ID,
    secretAccessKey: CREDENTIALS.AWS_SECRET_ACCESS_KEY,
    service: "s3",
    region: CREDENTIALS.AWS_REGION,
    datetime: String(headers["x-amz-date"]),
    allHeaders: true,
  });
  return (await again.sign()).headers.get("authorization") === headers.authorization;
}
