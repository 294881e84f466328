import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isPublicAddress } from "./public-address.js";

/** Whom the build may ask for pictures, how often, and how long it waits. */
export interface FetchRules {
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
  /** A larger picture is refused. */
  readonly maxBytes: number;
  /** A picture that takes longer, from the look-up of its host to its last byte, is given up; what came of it is kept for the next build. */
  readonly maxSeconds: number;
  /** After so many pictures in a row that take longer, a host is left alone for the rest of the build. */
  readonly maxSlowPictures: number;
  /** A host that sends nothing for so long is given up. */
  readonly silentSeconds: number;
  /** How often a picture is asked for at most, the first time included. */
  readonly attempts: number;
  /** Seconds before the second attempt; each further one waits twice as long. */
  readonly retrySeconds: number;
  /** A host that asks for more patience than this is left alone for the rest of the build. */
  readonly maxRetryAfterSeconds: number;
}

/** What holds unless a program says otherwise. */
export const FETCH_RULES: FetchRules = {
  isAllowed: isPublicAddress,
  resolve: (host) => lookup(host, { all: true }),
  port: 443,
  concurrency: 8,
  perHost: 2,
  maxBytes: 16 * 2 ** 20,
  maxSeconds: 60,
  maxSlowPictures: 3,
  silentSeconds: 10,
  attempts: 4,
  retrySeconds: 1,
  maxRetryAfterSeconds: 120,
};
