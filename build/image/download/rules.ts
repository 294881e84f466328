import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { ImageError } from "../image-file.js";

/** Names that machines and networks give themselves; who answers to them depends on where one asks. */
const LOCAL_NAME =
  /^[^.]+$|(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$|\.$/;

/** What is allotted to the public internet. Everything else is kept for protocols, or holds an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse("2000::");

/** Whom the build may ask for images, how often, and how long it waits. */
export interface DownloadRules {
  /** Whether an address may be connected to. Whoever replaces this lets records reach into his network. */
  readonly isAllowed: (address: string) => boolean;
  /** The addresses of a host name. */
  readonly resolve: (host: string) => Promise<readonly LookupAddress[]>;
  readonly port: number;
  /** Certificates that are trusted instead of Node's own, PEM. */
  readonly ca?: string;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** The same, to one host. */
  readonly perHost: number;
  /** A larger image is refused. */
  readonly maxBytes: number;
  /** An image that takes longer, from the look-up of its host to its last byte, is given up; what came of it is kept for the next build. */
  readonly maxSeconds: number;
  /** After so many images in a row that take longer, a host is left alone for the rest of the build. */
  readonly maxSlowImages: number;
  /** A host that sends nothing for so long is given up. */
  readonly silentSeconds: number;
  /** How often an image is asked for at most, the first time included. */
  readonly attempts: number;
  /** Seconds before the second attempt; each further one waits twice as long. */
  readonly retrySeconds: number;
  /** A host that asks for more patience than this is left alone for the rest of the build. */
  readonly maxRetryAfterSeconds: number;
}

/** What holds unless a program says otherwise. */
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

/** What a failure says of further attempts. */
export interface DownloadFailure {
  /** Whether it may be over soon. */
  readonly passing?: boolean;
  /** How long the host asks to be left alone. */
  readonly retryAfterSeconds?: number | undefined;
  /** The host was not reached, so its other images will not be either. */
  readonly away?: boolean;
  /** It took longer than an image may. */
  readonly slow?: boolean;
  /** The host says that the image does not exist any more. */
  readonly gone?: boolean;
}

/** An image could not be downloaded; the message has the reason and the remedy. */
export class DownloadError extends ImageError {
  readonly failure: DownloadFailure;

  constructor(message: string, failure: DownloadFailure = {}) {
    super(message);
    this.failure = failure;
  }
}

/**
 * The address of an image, as it will be asked for: https, a public name or an IP address, no user, one port.
 *
 * @param port the only one that is taken
 * @throws ImageError naming what is wrong with it
 */
export function parseImageAddress(text: string, port: number): URL {
  if (!URL.canParse(text)) throw new ImageError("this is not a valid address; correct it");
  const url = new URL(text);
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

/** Whether the host is an IP address; a URL holds it in its usual form, however it was written. */
export function isAddress({ hostname }: URL): boolean {
  return hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Whether the build may connect to an address: it lies on the public internet. Not private, loopback, link-local, shared, multicast,
 * reserved, for documentation or benchmarks; not an IPv6 address in which an IPv4 address stands (mapped, 6to4, Teredo, NAT64).
 * Source: IANA's registries of special-purpose addresses, as `ipaddr.js` has them.
 *
 * @param address in the form that a resolver gives; a text that is no address, or one with a zone, is refused
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_UNICAST, 3);
}
