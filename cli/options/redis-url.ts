import { parseUrl } from "../../src/platform/parse-url.js";
import { UsageError } from "../process/failure.js";

/**
 * Checks the URL of a Redis or Valkey. Errors don't contain the value, which may include a password and ends up in a
 * journal.
 *
 * @throws UsageError
 */
export function checkedRedisUrl(text: string): string {
  const url = parseUrl(text);
  const fault = url === undefined ? "is not a valid address" : faultOf(url);
  if (fault === undefined) return text;
  throw new UsageError(
    `--quota (ICONS_QUOTA) ${fault}; give redis://user:password@host:6379/0, or rediss:// for TLS. Its value is not shown, since it may hold a password.`,
  );
}

/** A Redis URL for logs: without user and password. */
export function shownRedisUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}

function faultOf({ protocol, hostname, pathname, search, hash }: URL): string | undefined {
  if (!/^rediss?:$/.test(protocol)) return "is neither redis:// nor rediss://";
  if (hostname === "") return "names no host";
  if (!/^(\/\d*)?$/.test(pathname)) return "names a database that is not a number";
  return search === "" && hash === "" ? undefined : "has a query or a fragment";
}
