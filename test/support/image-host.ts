import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { DownloadRules } from "#build/image/download/rules.js";
import { DEBIAN } from "./debian.js";
import { temporaryFolder } from "./folder.js";

/** The name in the certificate of all hosts. */
export const HOST = "images.example";

/** A drawing in a color. */
export const drawing = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="${color}"/></svg>`;

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server with TLS on a loopback address, with responses defined by the test. */
export interface ImageHost {
  readonly port: number;
  /** The received requests, in order. */
  readonly requests: IncomingMessage[];
  connections(): number;
  /** Sets the response for a path. */
  respond(path: string, responder: Responder): void;
  /** The URL of a path. */
  at(path: string): string;
  /** Rules that let a build access this host, with short timeouts. */
  rules(changes?: Partial<DownloadRules>): Partial<DownloadRules>;
  close(): Promise<void>;
}

/** @param address on the loopback network @param port default: a free one */
export async function startImageHost(address = "127.0.0.1", port = 0): Promise<ImageHost> {
  const { key, cert } = certificate();
  const requests: IncomingMessage[] = [];
  const responders = new Map<string, Responder>();
  let connections = 0;
  const server = createServer({ key, cert }, (request, response) => {
    requests.push(request);
    const respond = responders.get(request.url!);
    if (respond === undefined) response.writeHead(404).end();
    else respond(request, response);
  });
  server.on("connection", () => connections++);
  server.listen(port, address);
  await once(server, "listening");
  const { port: bound } = server.address() as { port: number };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((done) => server.close(done));
  };
  onTestFinished(close);
  return {
    port: bound,
    requests,
    connections: () => connections,
    respond: (path, responder) => responders.set(path, responder),
    at: (path) => `https://${HOST}:${bound}${path}`,
    rules: (changes) => ({
      isAllowed: (asked) => asked === address,
      resolve: async () => [{ address, family: 4 }],
      port: bound,
      ca: cert,
      retrySeconds: 0.05,
      ...changes,
    }),
    close,
  };
}

/** Responds with a drawing, or with 304 if the client has it. */
export function serveDrawing(text: string, etag = `"${text.length}-${text.slice(-20, -9)}"`): Responder {
  return ({ headers }, response) => {
    response.setHeader("etag", etag);
    if (headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.end(text);
  };
}

/** Records with a remote image each. */
export function remoteRecords(addresses: readonly string[]): object[] {
  return addresses.map((image, at) => ({ id: `r${at}`, name: `R ${at}`, developer: "D", category: "c", image }));
}

function certificate(): { key: string; cert: string } {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")] as const;
  const form = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=test", "-addext", `subjectAltName=DNS:${HOST}`];
  execFileSync(DEBIAN.openssl, ["req", "-x509", ...form, "-keyout", key, "-out", cert, ...names], { stdio: "ignore" });
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
}
