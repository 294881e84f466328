import { isIP } from "node:net";
import { parseUrl } from "#src/platform/parse-url.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import type { Check, NamedChecks } from "./check.js";

/** Names that no public site uses. Source: RFC 2606, RFC 6761, RFC 6762, RFC 8375. */
const RESERVED = /(^|\.)(example|invalid|local|localhost|internal|test|home\.arpa|lan|example\.(com|net|org))$/;

const TRACKING =
  /^(utm_\w+|fbclid|gclid|dclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl|ref|ref_src|referrer|affiliate|aff_id)$/i;

const websiteForm: Check = {
  severity: "warning",
  about:
    "a `website` or `iconUrl` that can't be public: a host without a dot, a reserved name (example.com, .local, .test), an IP address, a user or a port",
  remedy: "Use a public URL.",
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
  if (RESERVED.test(host)) return `has a host that is not public, ${host}`;
  if (!host.includes(".")) return `has a host without a dot, ${host}`;
  if (/[^a-z0-9.-]|\.\.|(^|\.)-|-(\.|$)|^\./.test(host) || !/\.(xn--[a-z0-9-]+|[a-z]{2,})$/.test(host))
    return `has a host that can't exist, ${host}`;
  if (username !== "") return "contains a user";
  return port === "" ? undefined : `contains a port, ${port}`;
}

const websiteHttp: Check = {
  severity: "info",
  about: "a URL with http:, which https: pages can't embed",
  remedy: "Use https: if available.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, url } of addressesOf(source)) {
        if (url.protocol === "http:") report(ordinal, { path, value: url.href, message: "is not encrypted" });
      }
    },
  }),
};

const websiteTracking: Check = {
  severity: "info",
  about: "a URL with tracking parameters, such as `utm_source`, `fbclid` or `ref`",
  remedy: "Remove these parameters.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, url } of addressesOf(source)) {
        const found = [...new Set(url.searchParams.keys())].filter((name) => TRACKING.test(name));
        if (found.length > 0) report(ordinal, { path, value: url.href, message: `has ${found.join(", ")}` });
      }
    },
  }),
};

export const websiteChecks = {
  "website-format": websiteForm,
  "website-http": websiteHttp,
  "website-tracking": websiteTracking,
} satisfies NamedChecks;

/** URLs of a record that people or pages open, with the paths of their fields; invalid URLs are skipped. */
function addressesOf({ website, iconUrl }: SourceRecord): { readonly path: readonly string[]; readonly url: URL }[] {
  return Object.entries({ website, iconUrl }).flatMap(([field, text]) => {
    const url = text === undefined ? undefined : parseUrl(text);
    return url === undefined ? [] : [{ path: [field], url }];
  });
}
