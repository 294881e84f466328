/**
 * Last labels of names that belong to nobody in public. Sources: RFC 6761, 6762, 8375 and 9476, ICANN on `internal`, and names that
 * home routers and companies use.
 */
const INTERNAL: ReadonlySet<string> = new Set([
  ...["alt", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost"],
  ...["onion", "private", "test"],
]);

/** Whether a host is only known within a network: a single label, or one below a name for such hosts. */
export function isInternalName(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/, "").split(".");
  return labels.length === 1 || INTERNAL.has(labels.at(-1)!) || labels.slice(-2).join(".") === "home.arpa";
}
