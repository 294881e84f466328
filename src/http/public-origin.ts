import type { FastifyRequest } from "fastify";

const HOST = /^[a-z0-9._~-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/** Where the service is reached: as the server was told, else as the request was sent. Never ends in a slash. */
export function createOriginReader(publicUrl: string | undefined): (request: FastifyRequest) => string {
  const fixed = publicUrl?.replace(/\/+$/, "");
  if (fixed !== undefined) return () => fixed;
  // Most requests name the host that the one before named, and checking it costs more than all else here.
  let sound = "";
  return (request) => {
    const { host } = request;
    if (host !== sound && isHost(host)) sound = host;
    return `${request.protocol === "https" ? "https" : "http"}://${host === sound ? host : addressOf(request)}`;
  };
}

/** A proxy could say anything. */
function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}`);
}

/** The address that was connected to stands in for a host that is none, or for none at all (HTTP/1.0). */
function addressOf(request: FastifyRequest): string {
  const { localAddress = "127.0.0.1", localPort, localFamily } = request.socket;
  return `${localFamily === "IPv6" ? `[${localAddress}]` : localAddress}:${localPort}`;
}
