import type { LookupAddress } from "node:dns";
import type { IncomingMessage } from "node:http";
import { type Agent, request } from "node:https";
import type { LookupFunction } from "node:net";
import { DownloadError, type DownloadRules, hostOf, isAddress } from "./rules.js";

const USER_AGENT = "icon-data-api (icons build --download)";

/**
 * Requests an image. The host's addresses are resolved and checked once, and only those are connected to, so that DNS
 * rebinding is impossible. Doesn't follow redirects or use a proxy: `agent` is the build's own.
 *
 * @param signal aborts the request and the reading of its response
 * @returns the response, regardless of its status; the caller reads or destroys it
 * @throws DownloadError if the address is not allowed, or no response arrives
 */
export async function requestImage(
  url: URL,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
  rules: DownloadRules,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const addresses = await Promise.race([allowedAddresses(url, rules), aborted(signal)]);
  return new Promise((resolve, reject) => {
    const silence = rules.silentSeconds * 1000;
    const sent = request(url, {
      agent,
      signal,
      timeout: silence,
      lookup: pinTo(addresses),
      headers: { "user-agent": USER_AGENT, accept: "image/*", "accept-encoding": "identity", ...headers },
    });
    sent.on("timeout", () => sent.destroy(new Error(`silent for ${rules.silentSeconds} seconds`)));
    sent.on("response", resolve);
    sent.on("error", (error) => reject(signal.aborted ? error : unreached(url, error)));
    sent.end();
  });
}

/** Rejects as soon as the signal is aborted. A DNS lookup can't be aborted, but its result need not be awaited. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = (): void => reject(signal.reason);
    if (signal.aborted) refuse();
    signal.addEventListener("abort", refuse, { once: true });
  });
}

async function allowedAddresses(url: URL, { resolve, isAllowed }: DownloadRules): Promise<readonly LookupAddress[]> {
  const host = hostOf(url);
  const addresses = isAddress(url)
    ? [{ address: host, family: host.includes(":") ? 6 : 4 }]
    : await resolve(host).catch((error: Error) => {
        throw unreached(url, error);
      });
  // One private address among public ones is as suspicious as only private ones.
  const refused = addresses.find(({ address }) => !isAllowed(address));
  if (refused !== undefined)
    throw new DownloadError(
      `${host} ${isAddress(url) ? "is" : `leads to ${refused.address},`} not a public address; images are downloaded from public hosts only`,
    );
  if (addresses.length === 0) throw unreached(url, new Error("no address"));
  return addresses;
}

function pinTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses as [LookupAddress];
    if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

function unreached(url: URL, error: Error): DownloadError {
  const { code = "" } = error as NodeJS.ErrnoException;
  const certificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_(GET|VERIFY)/.test(code);
  return new DownloadError(
    certificate
      ? `${url.host} has no valid certificate (${error.message}); use a host that has one, or store the file`
      : `${url.host} does not respond (${error.message || code}); try again later, or store the file`,
    { passing: !certificate && code !== "ENOTFOUND", away: true },
  );
}
