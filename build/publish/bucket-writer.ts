import { escapeText } from "#src/format/quote.js";
import type { StoreAddress } from "#src/store/address.js";
import { StoreError } from "#src/store/errors.js";
import { CURRENT_OBJECT } from "#src/store/layout.js";
import { type StoreAccess, type StoreAnswer, send } from "#src/store/send.js";
import { bytesObject, type NewObject, type StoreWriter } from "./store-writer.js";

/** A year: objects never change. */
const FOREVER = "public, max-age=31536000, immutable";
/** What services say of a refusal is shorter. */
const MAX_REASON_BYTES = 65_536;
const MAX_SAID = 300;

/**
 * A store in a bucket of a service that speaks S3. Its objects are written in one request each, so each is there as a whole or not at all, and
 * several publishers can't harm each other: what they write under one name is the same. Nothing is ever removed.
 *
 * @param access default: never ended, `STORE_DEADLINES`
 */
export function openBucketWriter(address: StoreAddress, name: string, access: StoreAccess = {}): StoreWriter {
  const put = async (path: string, object: NewObject, cacheControl: string): Promise<void> => {
    const headers = { "cache-control": cacheControl, "content-type": "application/octet-stream" };
    const answer = await send(address, path, { method: "PUT", headers, body: object, ...access });
    if (answer.status !== 200)
      throw new StoreError(`${name}: PUT ${path} answered ${answer.status}${await readReason(answer)}`);
    await answer.read(MAX_REASON_BYTES);
  };
  return {
    name,
    exclusively: (work) => work(),
    async has(path, size) {
      const answer = await send(address, path, { method: "HEAD", ...access });
      // It has no body, so reading it ends it and leaves the connection to the next request.
      await answer.read(0);
      // Who may not list a bucket gets 403 for what is not there; putting it then says whether that was the reason.
      if (answer.status === 404 || answer.status === 403) return false;
      if (answer.status !== 200) throw new StoreError(`${name}: HEAD ${path} answered ${answer.status}`);
      return Number(answer.headers["content-length"]) === size;
    },
    put: (path, object) => put(path, object, FOREVER),
    setCurrent: (generation) =>
      put(CURRENT_OBJECT, bytesObject(Buffer.from(`${generation}\n`), new Date()), "no-cache"),
  };
}

/** What a service says of a refusal, on one line. */
async function readReason(answer: StoreAnswer): Promise<string> {
  const text = await answer.read(MAX_REASON_BYTES).then(String, () => "");
  const { code = "", message = "" } =
    /<Code>(?<code>[^<]*)<\/Code>[\s\S]*?<Message>(?<message>[^<]*)/.exec(text)?.groups ?? {};
  return code === "" ? "" : `, ${escapeText(code, MAX_SAID)}: ${escapeText(message, MAX_SAID)}`;
}
