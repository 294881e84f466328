import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { httpAddress } from "../../../src/platform/http-address.js";
import { splitAddress } from "../../options/options.js";

/** Path of the metrics, separate from the public port. */
const PATH = "/metrics";
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** An address that serves metrics. */
export interface MetricsServer {
  close(): void;
}

/**
 * Serves `GET /metrics` on a separate address, so that metrics are never public by accident.
 *
 * @param address host and port, already checked by `splitAddress`
 * @param read returns the metrics in Prometheus's text format
 * @throws Error if it can't listen on the address
 */
export async function serveMetrics(
  address: string,
  read: () => Promise<string>,
  logger: Logger,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    sendMetrics(request, response, read).catch((error: Error) => {
      logger.error({ err: error }, "metrics can't be collected");
      response.writeHead(500).end();
    });
  });
  server.listen(splitAddress(address)!);
  await once(server, "listening");
  logger.info(`Metrics at ${httpAddress(server.address() as AddressInfo)}${PATH}`);
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function sendMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  read: () => Promise<string>,
): Promise<void> {
  if (request.url?.split("?")[0] !== PATH) response.writeHead(404).end(`only ${PATH} exists here\n`);
  else if (request.method !== "GET" && request.method !== "HEAD") response.writeHead(405, { allow: "GET, HEAD" }).end();
  else response.writeHead(200, { "content-type": CONTENT_TYPE, "cache-control": "no-store" }).end(await read());
}
