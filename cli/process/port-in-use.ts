import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";

/** Ports that are tried after the requested one. */
const MORE_PORTS = 50;
const MAX_PORT = 65_535;

/** State of a listening socket in `/proc/net/tcp`. */
const LISTENING = "0A";

/** Where a server listens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** Another process listens on the port. The message names the process, if this user may see it, and the remedy. */
export class PortInUseError extends Error {
  override readonly name = "PortInUseError";
  readonly code = "EADDRINUSE";

  constructor(place: Place, options?: ErrorOptions) {
    super(`${describeUse(place)}. Stop it, or choose another port with --port (0 for any free one).`, options);
  }
}

/** Converts the error of a listening socket: `EADDRINUSE` to a `PortInUseError`, others unchanged. */
export function toPortError(error: unknown, place: Place): unknown {
  return isInUse(error) ? new PortInUseError(place, { cause: error }) : error;
}

/**
 * Finds a port before work that would be lost without one. Another process may still take it before it is used.
 *
 * @param mayMove whether to try the following ports if this one is in use
 * @throws PortInUseError, or the system's error if it can't listen for another reason
 */
export async function findPort(place: Place, mayMove: boolean): Promise<number> {
  const { host, port } = place;
  const last = mayMove ? Math.min(port + MORE_PORTS, MAX_PORT) : port;
  for (let tried = port; tried <= last; tried++) if (await isFree({ host, port: tried })) return tried;
  throw new PortInUseError(place);
}

/** The port and the process that listens on it, as a clause. */
export function describeUse({ host, port }: Place): string {
  const owner = process.platform === "linux" ? ownerOf(port) : undefined;
  return `port ${port} on ${host} is in use by ${owner ?? "another process"}`;
}

async function isFree(place: Place): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(place), "listening");
  } catch (error) {
    if (isInUse(error)) return false;
    throw error;
  }
  await once(server.close(), "close");
  return true;
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === "EADDRINUSE";
}

/** The process that listens on a port: its name and id. Undefined if this user may not see it. */
function ownerOf(port: number): string | undefined {
  const sockets = new Set(["tcp", "tcp6"].flatMap((table) => listeningSockets(table, port)));
  if (sockets.size === 0) return undefined;
  const owner = namesIn("/proc").find(
    (id) => /^\d+$/.test(id) && namesIn(`/proc/${id}/fd`).some((fd) => sockets.has(linkOf(`/proc/${id}/fd/${fd}`))),
  );
  return owner === undefined ? undefined : `process ${owner} (${textOf(`/proc/${owner}/comm`).trim()})`;
}

/** The sockets of a table of the kernel that listen on a port, as links of descriptors name them. */
function listeningSockets(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return textOf(`/proc/net/${table}`)
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === LISTENING)
    .map((fields) => `socket:[${fields[9]}]`);
}

// Processes end while they are read, and those of other users deny access.

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
