import type { IncomingMessage } from "node:http";
import type { StoreAddress } from "#src/store/address.js";
import { StoreError } from "#src/store/errors.js";
import { CURRENT_OBJECT } from "#src/store/layout.js";
import { send } from "#src/store/send.js";
import { bytesObject } from "./bytes-object.js";
import type { NewObject, StoreWriter } from "./store-writer.js";

/** A year: objects never change. */
const FOREVER = "public, max-age=31536000, immutable";
const MAX_REASON_BYTES = 1000;

/**
 * A store in a bucket of a service that speaks S3. Its objects are written in one request each, so each is there as a whole or not at all, and
 * several publishers can't harm each other: what they write under one name is the same. Nothing is ever removed.
 */
export function openBucketWriter(address: StoreAddress, name: string): StoreWriter {
  const put = async (path: string, object: NewObject, cacheControl: string): Promise<void> => {
    const headers = { "cache-control": cacheControl, "content-type": "application/octet-stream" };
    const answer = await send(address, path, { method: "PUT", headers, body: object });
    const reason = await readReason(answer);
    if (answer.statusCode !== 200) throw new StoreError(`${name}: PUT ${path} answered ${answer.statusCode}${reason}`);
  };
  return {
    name,
    exclusively: (work) => work(),
    async has(path, size) {
      const answer = await send(address, path, { method: "HEAD" });
      answer.resume();
      // Who may not list a bucket gets 403 for what is not there; putting it then says whether that was the reason.
      if (answer.statusCode === 404 || answer.statusCode === 403) return false;
      if (answer.statusCode !== 200) throw new StoreError(`${name}: HEAD ${path} answered ${answer.statusCode}`);
      return Number(answer.headers["content-length"]) === size;
    },
    put: (path, object) => put(path, object, FOREVER),
    setCurrent: (generation) =>
      put(CURRENT_OBJECT, bytesObject(Buffer.from(`${generation}\n`), new Date()), "no-cache"),
  };
}

/** What a service says of a refusal, on one line. */
async function readReason(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer) if (text.length < MAX_REASON_BYTES) text += chunk;
  const { code = "", message = "" } =
    /<Code>(?<code>[^<]*)<\/Code>[\s\S]*?<Message>(?<message>[^<]*)/.exec(text)?.groups ?? {};
  return code === "" ? "" : `, ${code}: ${message}`;
}
