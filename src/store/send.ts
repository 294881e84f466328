import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import aws4 from "aws4";
import { escapeText } from "../format/quote.js";
import type { StoreAddress } from "./address.js";
import { STORE_DEADLINES, type StoreDeadlines, type Watch, watchExchange } from "./deadlines.js";
import { StoreError } from "./errors.js";

const MAX_SAID = 300;
const NOTHING_SHA256 = createHash("sha256").digest("hex");

/** Options of a request to a store. */
export interface StoreAccess {
  /** Ends all that is under way. */
  readonly signal?: AbortSignal;
  /** Default: `STORE_DEADLINES`. */
  readonly deadlines?: StoreDeadlines;
}

/** A request to a store. */
export interface StoreRequest extends StoreAccess {
  readonly method: "GET" | "HEAD" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  /** What is put. */
  readonly body?: { readonly size: number; readonly sha256: string; open(): Readable };
}

/** What a store answers. Read or discard it, else it stays open until its deadline. */
export interface StoreAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Reads all of a small answer. @throws StoreError when it has more than `maxBytes`, is cut off or takes too long */
  read(maxBytes: number): Promise<Buffer>;
  /** Reads a large one. Leaving the loop early closes the connection. @param size bytes that are expected @throws StoreError when it is cut off or comes too slowly */
  stream(size: number): AsyncGenerator<Buffer>;
  /** Closes the connection. */
  discard(): void;
}

/**
 * Sends a request to a store, signed where the address says with what. Follows no redirect, uses no proxy, asks for no encoding.
 * However the store behaves, the exchange ends within its deadlines.
 *
 * @param path below the store's base
 * @returns the answer, whatever its status
 * @throws StoreError when there is none
 */
export async function send(
  { base, access }: StoreAddress,
  path: string,
  { method, headers = {}, body, signal, deadlines = STORE_DEADLINES }: StoreRequest,
): Promise<StoreAnswer> {
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
    // What libraries say may quote the store, such as the names in its certificate.
    const said = escapeText((message || code || name).trim(), MAX_SAID);
    return new StoreError(`${url.href}: ${message === "aborted" ? "the connection broke" : said}`, code);
  };
  try {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      method,
      headers: signed,
      // What is sent passes through buffers, so a silent connection says nothing of how it goes on.
      timeout: body === undefined ? deadlines.silenceMs : 0,
      signal: watch.signal,
    });
    request.on("timeout", () => watch.giveUp(`sent nothing for ${deadlines.silenceMs / 1000} s`));
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      request.on("response", resolve);
      request.on("error", reject);
    });
    if (body === undefined) {
      watch.expectAnswer();
      request.end();
    } else {
      watch.expectBytes(body.size);
      // The store may answer before everything is sent; the answer then has the cause of the failure.
      pipeline(body.open(), (chunks) => counted(chunks as AsyncIterable<Buffer>, watch), request).then(
        () => watch.expectAnswer(body.size),
        (error: Error) => request.destroy(error),
      );
    }
    return answerOf(await answer, url.href, watch, explain);
  } catch (error) {
    watch.end();
    throw explain(error);
  }
}

function answerOf(
  answer: IncomingMessage,
  url: string,
  watch: Watch,
  explain: (error: unknown) => StoreError,
): StoreAnswer {
  const discard = (): void => {
    watch.end();
    answer.destroy();
  };
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield* counted(answer as AsyncIterable<Buffer>, watch);
    } catch (error) {
      throw explain(error);
    } finally {
      discard();
    }
  }
  return {
    status: answer.statusCode!,
    headers: answer.headers,
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
