import { isIPv4, isIPv6 } from "node:net";

/**
 * The key that a client is counted under: its IPv4 address, or the first 64 bits of its IPv6 address, since one
 * customer usually owns a whole /64. An IPv4-mapped IPv6 address, in any spelling, becomes the IPv4 address. Empty if
 * the input is not an address, such as the peer of a Unix socket.
 */
export function addressGroup(address: string): string {
  const bare = withoutPort(address).replace(/%.*$/, "");
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : "";
  const groups = groupsOf(bare);
  const [high, low] = groups.slice(6) as [number, number];
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** A network that contains an address. */
export interface Network {
  readonly kind: "ipv4/16" | "ipv4/8" | "ipv6/56" | "ipv6/48" | "ipv6/40" | "ipv6/28";
  /**
   * The prefix that all addresses of the network share: the first octets of an IPv4 address or the first hex digits of
   * an IPv6 address.
   */
  readonly prefix: string;
}

/**
 * The networks that contain the address of a group, narrowest first. Empty if it is not an address.
 *
 * @param group as returned by `addressGroup`
 */
export function networksOf(group: string): Network[] {
  if (isIPv4(group)) {
    const [first, second] = group.split(".");
    return [
      { kind: "ipv4/16", prefix: `${first}.${second}` },
      { kind: "ipv4/8", prefix: first! },
    ];
  }
  if (!group.endsWith("::/64")) return [];
  const digits = group
    .split(":", 4)
    .map((part) => part.padStart(4, "0"))
    .join("");
  return [
    { kind: "ipv6/56", prefix: digits.slice(0, 14) },
    { kind: "ipv6/48", prefix: digits.slice(0, 12) },
    { kind: "ipv6/40", prefix: digits.slice(0, 10) },
    { kind: "ipv6/28", prefix: digits.slice(0, 7) },
  ];
}

/** The eight groups of an IPv6 address. The URL parser normalizes every spelling to hex groups and one `::`. */
function groupsOf(address: string): number[] {
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const parse = (text: string): number[] =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const before = parse(head);
  const after = parse(tail);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Some proxies append the port to the address. */
function withoutPort(address: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? [];
  return bracketed ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}
