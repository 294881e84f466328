import { createHash } from "node:crypto";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { StoreAddress } from "./address.js";
import { StoreError } from "./errors.js";

/** A store that is silent for this long, connecting or half-way, is given up. */
const SILENCE_MS = 30_000;
const NOTHING_SHA256 = createHash("sha256").digest("hex");

/** What a store is asked. */
export interface StoreRequest {
  readonly method: "GET" | "HEAD" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  /** What is put. */
  readonly body?: { readonly size: number; readonly sha256: string; open(): Readable };
  /** Ends the request and the reading of its answer. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a request to a store, signed where the address says with what. Follows no redirect, uses no proxy, asks for no encoding.
 *
 * @param path below the store's base
 * @returns the answer, whatever its status; the caller reads or destroys it
 * @throws StoreError when there is none
 */
export async function send(
  { base, access }: StoreAddress,
  path: string,
  { method, headers = {}, body, signal }: StoreRequest,
): Promise<IncomingMessage> {
  const url = new URL(path, base);
  const plain = {
    host: url.host,
    "accept-encoding": "identity",
    ...headers,
    ...(body === undefined ? {} : { "content-length": String(body.size) }),
  };
  const signed = access === undefined ? plain : await sign(url, method, plain, access, body?.sha256 ?? NOTHING_SHA256);
  const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
    method,
    headers: signed,
    timeout: SILENCE_MS,
    ...(signal === undefined ? {} : { signal }),
  });
  request.on("timeout", () => request.destroy(new StoreError(`silent for ${SILENCE_MS / 1000} s`)));
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve);
    request.on("error", (error) => reject(new StoreError(`${url.href}: ${error.message || error.name}`)));
  });
  if (body === undefined) request.end();
  // A refusal may come before all is sent; what then fails is told by the answer.
  else pipeline(body.open(), request).catch((error: Error) => request.destroy(error));
  return answer;
}

async function sign(
  { host, pathname }: URL,
  method: string,
  headers: Record<string, string>,
  { region, ...credentials }: NonNullable<StoreAddress["access"]>,
  sha256: string,
): Promise<Record<string, string>> {
  const { default: aws4 } = await import("aws4");
  const unsigned = { ...headers, "x-amz-content-sha256": sha256 };
  const request = aws4.sign({ service: "s3", region, method, host, path: pathname, headers: unsigned }, credentials);
  return request.headers as Record<string, string>;
}
