import { PictureError } from "../picture/picture-error.js";

/** Names that machines and networks give themselves; who answers to them depends on where one asks. */
const LOCAL_NAME =
  /^[^.]+$|(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$|\.$/;

/**
 * The address of a picture, as it will be asked for: https, a public name or an IP address, no user, one port.
 *
 * @param port the only one that is taken
 * @throws PictureError naming what is wrong with it
 */
export function parsePictureAddress(text: string, port: number): URL {
  if (!URL.canParse(text)) throw new PictureError("this is no valid address; correct it");
  const url = new URL(text);
  if (url.protocol !== "https:")
    throw new PictureError("only https: addresses are fetched; give one, or store the file");
  if (url.username !== "" || url.password !== "")
    throw new PictureError("the address holds a user or password; give one that needs none");
  if (Number(url.port || 443) !== port)
    throw new PictureError(`only port ${port} is connected to; give an address without another port`);
  const host = hostOf(url);
  if (!isAddress(url) && LOCAL_NAME.test(host))
    throw new PictureError(`${host} is a name of this machine or its network; only public hosts are fetched from`);
  url.hash = "";
  return url;
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Whether the host is an IP address; a URL holds it in its usual form, however it was written. */
export function isAddress({ hostname }: URL): boolean {
  return hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}
