import { createRequire } from "node:module";
import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import { parseUrl } from "../platform/parse-url.js";
import { CUSTOMER_HOSTS } from "./customer-hosts.js";
import { isInternalName } from "./internal-names.js";

/** A domain may have 253 characters, a label 63 (RFC 1035, section 2.3.4). */
const MAX_DOMAIN = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** A label in Punycode. Those of Unicode domains are decoded. */
const PUNYCODE = /(?:^|\.)xn--/;
/** What belongs to other parts of a URL, or would be decoded. */
const FORBIDDEN = /[\s\p{C}/\\:@?#%[\]]/u;

/**
 * The canonical form of a domain: ASCII in lower case, without a final dot. Undefined for anything else, such as IP
 * addresses, names of one label, and texts with port, path or user. Source: UTS 46, as in WHATWG URL.
 */
export function canonicalDomain(text: string): string | undefined {
  // Checked first, since converting takes longer the longer a text is. IDNs grow when they are converted.
  if (text.length > MAX_DOMAIN + 1 || FORBIDDEN.test(text)) return undefined;
  const ascii = domainToASCII(text);
  const domain = ascii.endsWith(".") ? ascii.slice(0, -1) : ascii;
  const labels = domain.split(".");
  if (labels.length < 2 || domain.length > MAX_DOMAIN || !labels.every((label) => LABEL.test(label))) return undefined;
  // Node 20 rejects invalid Punycode in ASCII, Node 24 keeps it.
  if (PUNYCODE.test(domain) && PUNYCODE.test(domainToUnicode(domain))) return undefined;
  // The last label of an IPv4 address is a number; that of a domain never is.
  return /^\d+$/.test(labels.at(-1)!) ? undefined : domain;
}

/** Why a text names no domain in public. */
export type NoDomain = "ip address" | "internal name" | "not a domain";

/** Longer than any URL that somebody pastes. */
const MAX_URL = 2048;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** A domain in a text, and the pages that a URL lies on or below, nearest first: `example.com/a/b`, `example.com/a`. */
export interface FoundDomain {
  readonly domain: string;
  readonly pages: readonly string[];
}

/** Websites of applications have shorter paths. */
const MOST_SEGMENTS = 6;

/**
 * The domain in a text as people have it: a domain, with or without `www.`, a URL, a host with a port, or an address of
 * mail.
 *
 * @example domainIn("HTTPS://Open.Spotify.com:443/album?x") // { domain: "open.spotify.com", pages: ["open.spotify.com/album"] }
 * @example domainIn("192.168.0.1:8080") // { reason: "ip address" }
 */
export function domainIn(text: string): FoundDomain | { readonly reason: NoDomain } {
  if (text.length > MAX_URL) return { reason: "not a domain" };
  const [place = "", ...path] = text
    .trim()
    .replace(SCHEME, "")
    .replace(/^\/\//, "")
    .replace(/[?#].*/s, "")
    .split(/[/\\]/);
  const host = place.slice(place.lastIndexOf("@") + 1);
  if (host.startsWith("[") || isIP(host) === 6) return { reason: "ip address" };
  const name = host.replace(/:\d{0,5}$/, "");
  const domain = canonicalDomain(name);
  if (domain !== undefined)
    return isInternalName(domain) ? { reason: "internal name" } : withPages(withoutWww(domain), path);
  // Browsers also read `127.1` and hexadecimal numbers as addresses.
  const hostname = parseUrl(`http://${name}`)?.hostname ?? "";
  if (isIP(hostname) !== 0) return { reason: "ip address" };
  return { reason: /^[\w-]+$/.test(name) ? "internal name" : "not a domain" };
}

function withPages(domain: string, path: readonly string[]): FoundDomain {
  const segments = path.filter((segment) => segment !== "").slice(0, MOST_SEGMENTS);
  return { domain, pages: segments.map((_, at) => pageOf(domain, segments.slice(0, at + 1))).reverse() };
}

function pageOf(domain: string, segments: readonly string[]): string {
  return [domain, ...segments].join("/").toLowerCase();
}

/** A URL whose host is a domain in canonical form. */
const PLAIN_URL = /^https?:\/\/((?:[a-z0-9]+\.)+[a-z]{2,})(\/?)$/;

/**
 * The domain of a website without `www.`, whether the URL is its root, and otherwise the page that it is, unless it has a
 * query or a fragment. Undefined without a domain.
 */
export function websiteDomain(
  url: string,
): { readonly domain: string; readonly isRoot: boolean; readonly page?: string } | undefined {
  const plain = PLAIN_URL.exec(url)?.[1];
  if (plain !== undefined) return { domain: withoutWww(plain), isRoot: true };
  const parsed = parseUrl(url);
  if (parsed === undefined) return undefined;
  const { hostname, pathname, search, hash } = parsed;
  const domain = canonicalDomain(hostname);
  if (domain === undefined) return undefined;
  if (search !== "" || hash !== "") return { domain: withoutWww(domain), isRoot: false };
  const segments = pathname.split("/").filter((segment) => segment !== "");
  if (segments.length === 0) return { domain: withoutWww(domain), isRoot: true };
  return { domain: withoutWww(domain), isRoot: false, page: pageOf(withoutWww(domain), segments) };
}

/** `www.example.com` names the same as `example.com`, unless `example.com` is a public suffix. */
export function withoutWww(domain: string): string {
  return domain.startsWith("www.") && registeredDomain(domain) !== domain ? domain.slice("www.".length) : domain;
}

/** Names below its domain that a service keeps for itself: `app.slack.com`. */
const RESERVED: ReadonlySet<string> = new Set([
  ...[
    "account",
    "accounts",
    "api",
    "app",
    "auth",
    "developers",
    "docs",
    "help",
    "login",
    "signin",
    "status",
    "support",
  ],
]);

/**
 * The parents of a canonical domain that have the same owner, nearest first, down to the domain that one registers under a
 * public suffix. None for such a domain, for a public suffix, and for a name that a customer of a service has below its
 * domain. Sources: the public suffix list, with its private section, and `CUSTOMER_HOSTS`.
 */
export function parentDomains(domain: string): string[] {
  const registered = registeredDomain(domain);
  if (registered === null) return [];
  const parents: string[] = [];
  for (let parent = domain; parent.length > registered.length; ) {
    const [label = ""] = parent.split(".", 1);
    parent = parent.slice(label.length + 1);
    if (CUSTOMER_HOSTS.has(parent) && !RESERVED.has(label)) return parents;
    parents.push(parent);
  }
  return parents;
}

type GetDomain = typeof import("tldts").getDomain;
const require = createRequire(import.meta.url);

function registeredDomain(domain: string): string | null {
  // Loaded on first use: the list takes longer to load than most of the server.
  const { getDomain } = require("tldts") as { readonly getDomain: GetDomain };
  return getDomain(domain, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
}
