import { escapeText } from "#src/format/quote.js";
import type { StoreAddress } from "#src/store/address.js";
import { CURRENT_OBJECT } from "#src/store/layout.js";
import { type StoreAccess, type StoreResponse, send } from "#src/store/send.js";
import { StoreError } from "#src/store/store-error.js";
import { bytesObject, type NewObject, type StoreWriter } from "./store-writer.js";

/** A year: objects never change. */
const FOREVER = "public, max-age=31536000, immutable";
/** Maximum length of a service's error message. */
const MAX_REASON_BYTES = 65_536;
const MAX_SAID = 300;

/**
 * A store in a bucket of an S3-compatible service. Each object is written in one request, so it exists as a whole or
 * not at all, and concurrent publishers can't interfere: objects of the same name have the same content. Nothing is
 * ever removed.
 *
 * @param access default: no signal, `STORE_DEADLINES`
 */
export function openBucketWriter(address: StoreAddress, name: string, access: StoreAccess = {}): StoreWriter {
  const put = async (path: string, object: NewObject, cacheControl: string): Promise<void> => {
    const headers = { "cache-control": cacheControl, "content-type": "application/octet-stream" };
    const response = await send(address, path, { method: "PUT", headers, body: object, ...access });
    if (response.status !== 200)
      throw new StoreError(`${name}: PUT ${path} responded with ${response.status}${await readReason(response)}`);
    await response.read(MAX_REASON_BYTES);
  };
  return {
    name,
    exclusively: (work) => work(),
    async has(path, size) {
      const response = await send(address, path, { method: "HEAD", ...access });
      // The response has no body; reading it frees the connection for the next request.
      await response.read(0);
      // A user who may not list a bucket gets 403 for a missing object; the PUT then shows whether that was the reason.
      if (response.status === 404 || response.status === 403) return false;
      if (response.status !== 200) throw new StoreError(`${name}: HEAD ${path} responded with ${response.status}`);
      return Number(response.headers["content-length"]) === size;
    },
    put: (path, object) => put(path, object, FOREVER),
    setCurrent: (generation) =>
      put(CURRENT_OBJECT, bytesObject(Buffer.from(`${generation}\n`), new Date()), "no-cache"),
  };
}

/** A service's error message, on one line. */
async function readReason(response: StoreResponse): Promise<string> {
  const text = await response.read(MAX_REASON_BYTES).then(String, () => "");
  const { code = "", message = "" } =
    /<Code>(?<code>[^<]*)<\/Code>[\s\S]*?<Message>(?<message>[^<]*)/.exec(text)?.groups ?? {};
  return code === "" ? "" : `, ${escapeText(code, MAX_SAID)}: ${escapeText(message, MAX_SAID)}`;
}
