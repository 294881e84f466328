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
