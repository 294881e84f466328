import type { FastifyRequest } from "fastify";

const HOST = /^[a-z0-9._~-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/** Where the service is reached: as the server was told, else as the request was sent. Never ends in a slash. */
export function createOriginReader(publicUrl: string | undefined): (request: FastifyRequest) => string {
  const fixed = publicUrl?.replace(/\/+$/, "");
  return (request) => fixed ?? `${request.protocol === "https" ? "https" : "http"}://${hostOf(request)}`;
}

/** A proxy could say anything; a host that is no host, or none at all (HTTP/1.0), is replaced by the address that was connected to. */
function hostOf(request: FastifyRequest): string {
  if (HOST.test(request.host) && URL.canParse(`http://${request.host}`)) return request.host;
  const { localAddress = "127.0.0.1", localPort, localFamily } = request.socket;
  return `${localFamily === "IPv6" ? `[${localAddress}]` : localAddress}:${localPort}`;
}
