import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { parseUrl } from "#src/platform/parse-url.js";
import { ImageError } from "../image-file.js";

/** Names for local use, which resolve differently on each machine and network. */
const LOCAL_NAME =
  /^[^.]+$|(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$|\.$/;

/** The public internet. All other ranges are reserved for protocols, or embed an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse("2000::");

/** Restrictions and limits on downloading images. */
export interface DownloadRules {
  /** Whether the build may connect to an address. Replacing this lets records access the local network. */
  readonly isAllowed: (address: string) => boolean;
  /** The addresses of a host name. */
  readonly resolve: (host: string) => Promise<readonly LookupAddress[]>;
  readonly port: number;
  /** Certificates to trust instead of Node's own, PEM. */
  readonly ca?: string;
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** The same, per host. */
  readonly perHost: number;
  /** Larger images are rejected. */
  readonly maxBytes: number;
  /** Timeout for an image, from resolving its host to the last byte. The next build resumes the download. */
  readonly maxSeconds: number;
  /** After this many consecutive timeouts, a host is skipped for the rest of the build. */
  readonly maxSlowImages: number;
  /** Timeout for a host that sends nothing. */
  readonly silentSeconds: number;
  /** Maximum number of attempts per image, including the first. */
  readonly attempts: number;
  /** Seconds before the second attempt; each further delay is twice as long. */
  readonly retrySeconds: number;
  /** A host that requests a longer delay is skipped for the rest of the build. */
  readonly maxRetryAfterSeconds: number;
}

/** The default rules. */
export const DOWNLOAD_RULES: DownloadRules = {
  isAllowed: isPublicAddress,
  resolve: (host) => lookup(host, { all: true }),
  port: 443,
  concurrency: 8,
  perHost: 2,
  maxBytes: 16 * 2 ** 20,
  maxSeconds: 60,
  maxSlowImages: 3,
  silentSeconds: 10,
  attempts: 4,
  retrySeconds: 1,
  maxRetryAfterSeconds: 120,
};

/** How a failure affects further attempts. */
export interface DownloadFailure {
  /** Whether it may be temporary. */
  readonly passing?: boolean;
  /** The delay that the host requests. */
  readonly retryAfterSeconds?: number | undefined;
  /** The host could not be reached, so its other images can't be either. */
  readonly away?: boolean;
  /** The image timed out. */
  readonly slow?: boolean;
  /** The host reports that the image no longer exists. */
  readonly gone?: boolean;
}

/** An image could not be downloaded; the message names the reason and the remedy. */
export class DownloadError extends ImageError {
  readonly failure: DownloadFailure;

  constructor(message: string, failure: DownloadFailure = {}) {
    super(message);
    this.failure = failure;
  }
}

/**
 * Parses the URL of an image: https, a public name or an IP address, no user, one port.
 *
 * @param port the only allowed one
 * @throws ImageError naming what is wrong with it
 */
export function parseImageAddress(text: string, port: number): URL {
  const url = parseUrl(text);
  if (url === undefined) throw new ImageError("this is not a valid address; correct it");
  if (url.protocol !== "https:")
    throw new ImageError("only https: addresses are downloaded; give one, or store the file in the dataset");
  if (url.username !== "" || url.password !== "")
    throw new ImageError("the address contains a user or password; give one that needs none");
  if (Number(url.port || 443) !== port)
    throw new ImageError(`only port ${port} is allowed; give an address without a port`);
  const host = hostOf(url);
  if (!isAddress(url) && LOCAL_NAME.test(host))
    throw new ImageError(
      `${host} is a name of this machine or its network; images are downloaded from public hosts only`,
    );
  url.hash = "";
  return url;
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Whether the host is an IP address. A URL normalizes it, however it was written. */
export function isAddress({ hostname }: URL): boolean {
  return hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Whether the build may connect to an address: it is on the public internet. Not private, loopback, link-local, shared,
 * multicast, reserved, for documentation or benchmarks; not an IPv6 address that embeds an IPv4 address (mapped, 6to4,
 * Teredo, NAT64). Source: IANA's registries of special-purpose addresses, via `ipaddr.js`.
 *
 * @param address as returned by a resolver; invalid addresses and those with a zone are rejected
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_UNICAST, 3);
}
