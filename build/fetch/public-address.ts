import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** What is allotted to the public internet. Everything else is kept for protocols, or holds an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse("2000::");

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
