import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import aws4 from "aws4";
import { escapeText } from "../format/quote.js";
import type { StoreAddress } from "./address.js";
import { STORE_DEADLINES, type StoreDeadlines, type Watch, watchExchange } from "./deadlines.js";
import { StoreError } from "./store-error.js";

const MAX_SAID = 300;
const NOTHING_SHA256 = createHash("sha256").digest("hex");

/** Options of a request to a store. */
export interface StoreAccess {
  /** Aborts all running requests. */
  readonly signal?: AbortSignal;
  /** Default: `STORE_DEADLINES`. */
  readonly deadlines?: StoreDeadlines;
}

/** A request to a store. */
export interface StoreRequest extends StoreAccess {
  readonly method: "GET" | "HEAD" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a PUT. */
  readonly body?: { readonly size: number; readonly sha256: string; open(): Readable };
}

/** A response of a store. Read or discard each response; otherwise it stays open until its deadline. */
export interface StoreResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Reads a small response. @throws StoreError if it has more than `maxBytes`, is cut off or takes too long */
  read(maxBytes: number): Promise<Buffer>;
  /**
   * Reads a large response. Leaving the loop early closes the connection. @param size expected bytes @throws StoreError
   * if it is cut off or too slow
   */
  stream(size: number): AsyncGenerator<Buffer>;
  /** Closes the connection. */
  discard(): void;
}

/**
 * Sends a request to a store, signed if the address has credentials. Doesn't follow redirects, use a proxy or request
 * an encoding. However the store behaves, the exchange ends within its deadlines.
 *
 * @param path below the store's base
 * @returns the response, regardless of its status
 * @throws StoreError if no response arrives
 */
export async function send(
  { base, access }: StoreAddress,
  path: string,
  { method, headers = {}, body, signal, deadlines = STORE_DEADLINES }: StoreRequest,
): Promise<StoreResponse> {
  const url = new URL(path, base);
  const plain = {
    host: url.host,
    "accept-encoding": "identity",
    ...headers,
    ...(body === undefined ? {} : { "content-length": String(body.size) }),
  };
  const signed = access === undefined ? plain : sign(url, method, plain, access, body?.sha256 ?? NOTHING_SHA256);
  const watch = watchExchange(deadlines, signal);
  const explain = (error: unknown): StoreError => {
    const { reason } = watch.signal;
    if (reason instanceof StoreError) return new StoreError(`${url.href}: ${reason.message}`);
    if (error instanceof StoreError) return error;
    const { message, name, code } = error as NodeJS.ErrnoException;
    // Error messages of libraries may quote the store, such as the names in its certificate.
    const said = escapeText((message || code || name).trim(), MAX_SAID);
    return new StoreError(`${url.href}: ${message === "aborted" ? "the connection broke" : said}`, code);
  };
  try {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      method,
      headers: signed,
      // Sent data passes through buffers, so a silent connection does not mean that the upload has stalled.
      timeout: body === undefined ? deadlines.silenceMs : 0,
      signal: watch.signal,
    });
    request.on("timeout", () => watch.giveUp(`sent nothing for ${deadlines.silenceMs / 1000} s`));
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.on("response", resolve);
      request.on("error", reject);
    });
    if (body === undefined) {
      watch.expectResponse();
      request.end();
    } else {
      watch.expectBytes(body.size);
      // The store may respond before everything is sent; its response then explains the failure.
      pipeline(body.open(), (chunks) => counted(chunks as AsyncIterable<Buffer>, watch), request).then(
        () => watch.expectResponse(body.size),
        (error: Error) => request.destroy(error),
      );
    }
    return responseOf(await response, url.href, watch, explain);
  } catch (error) {
    watch.end();
    throw explain(error);
  }
}

function responseOf(
  response: IncomingMessage,
  url: string,
  watch: Watch,
  explain: (error: unknown) => StoreError,
): StoreResponse {
  const discard = (): void => {
    watch.end();
    response.destroy();
  };
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield* counted(response as AsyncIterable<Buffer>, watch);
    } catch (error) {
      throw explain(error);
    } finally {
      discard();
    }
  }
  return {
    status: response.statusCode!,
    headers: response.headers,
    async read(maxBytes) {
      const read: Buffer[] = [];
      let size = 0;
      for await (const chunk of chunks()) {
        size += chunk.length;
        if (size > maxBytes) throw new StoreError(`${url}: has more than ${maxBytes} bytes`);
        read.push(chunk);
      }
      return Buffer.concat(read);
    },
    stream(size) {
      watch.expectBytes(size);
      return chunks();
    },
    discard,
  };
}

async function* counted(chunks: AsyncIterable<Buffer>, watch: Watch): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    watch.pass(chunk.length);
    yield chunk;
  }
}

function sign(
  { host, pathname }: URL,
  method: string,
  headers: Record<string, string>,
  { region, ...credentials }: NonNullable<StoreAddress["access"]>,
  sha256: string,
): Record<string, string> {
  const unsigned = { ...headers, "x-amz-content-sha256": sha256 };
  const request = aws4.sign({ service: "s3", region, method, host, path: pathname, headers: unsigned }, credentials);
  return request.headers as Record<string, string>;
}
