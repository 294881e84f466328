import { isIP } from "node:net";
import { addressesOf } from "../addresses.js";
import type { Check } from "../check.js";

/** Names that no public site has. Source: RFC 2606, RFC 6761, RFC 6762, RFC 8375. */
const RESERVED = /(^|\.)(example|invalid|local|localhost|internal|test|home\.arpa|lan|example\.(com|net|org))$/;

export const websiteForm: Check = {
  severity: "warning",
  about:
    "a `website` or `iconUrl` that can't be public: a host without a dot or with a reserved name (example.com, .local, .test), an IP address, a user or a port in it",
  remedy: "Give the address that everybody can open.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, url } of addressesOf(source)) {
        const wrong = whatIsWrong(url);
        if (wrong !== undefined) report(ordinal, { path, value: url.href, message: wrong });
      }
    },
  }),
};

function whatIsWrong({ hostname, username, port }: URL): string | undefined {
  const host = hostname.replace(/\.$/, "");
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0) return `has an IP address for a host, ${host}`;
  if (RESERVED.test(host)) return `has a host that is no public one, ${host}`;
  if (!host.includes(".")) return `has a host without a dot, ${host}`;
  if (/[^a-z0-9.-]|\.\.|(^|\.)-|-(\.|$)|^\./.test(host) || !/\.(xn--[a-z0-9-]+|[a-z]{2,})$/.test(host))
    return `has a host that can't exist, ${host}`;
  if (username !== "") return "has a user in it";
  return port === "" ? undefined : `has a port in it, ${port}`;
}
