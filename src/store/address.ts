import { parseUrl } from "../platform/parse-url.js";
import { StoreError } from "./store-error.js";

/** Credentials for signing requests to a bucket. */
export interface BucketAccess {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
}

/** The location of a store. */
export interface StoreAddress {
  /** An http or https URL ending in a slash; paths of the store follow. */
  readonly base: string;
  /** For a bucket only; without it, requests are not signed. */
  readonly access?: BucketAccess;
}

const DEFAULT_REGION = "us-east-1";
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Segments without alternative spellings, so that the signed path equals the sent one. */
const PREFIX = /^(\/[\w-][\w.-]*)*\/?$/;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Parses the address of a store: `https://host/path`, or `s3://bucket/prefix` of an S3-compatible service, configured
 * by the variables of the AWS tools (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION,
 * AWS_ENDPOINT_URL_S3).
 *
 * @param allowHttp whether unencrypted requests may leave this machine; local ones always may
 * @throws StoreError with the reason
 */
export function parseStoreAddress(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
  allowHttp = false,
): StoreAddress {
  const url = parseUrl(text);
  if (url?.protocol === "s3:") return bucketAddress(url, environment, allowHttp);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new StoreError(`${text}: give https://host/path or s3://bucket/prefix`);
  return { base: checkedBase(url, allowHttp) };
}

function bucketAddress(
  { hostname: bucket, pathname, search, hash }: URL,
  environment: Readonly<Record<string, string | undefined>>,
  allowHttp: boolean,
): StoreAddress {
  if (!BUCKET.test(bucket) || !PREFIX.test(pathname) || search !== "" || hash !== "")
    throw new StoreError("give s3://bucket/prefix; the prefix may contain letters, digits and . _ - / only");
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, AWS_DEFAULT_REGION } = environment;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new StoreError(`s3://${bucket}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`);
  const region = AWS_REGION || AWS_DEFAULT_REGION || DEFAULT_REGION;
  const endpoint =
    environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`;
  if (parseUrl(endpoint) === undefined) throw new StoreError(`AWS_ENDPOINT_URL_S3: ${endpoint} is not a valid address`);
  // Path-style bucket names, which every S3-compatible service supports.
  const base = new URL(`${withSlash(endpoint)}${bucket}${pathname}`);
  return {
    base: checkedBase(base, allowHttp),
    access: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      region,
      ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    },
  };
}

function checkedBase(url: URL, allowHttp: boolean): string {
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new StoreError(`${url.origin}: the address of a store can't have a user, password, parameters or fragment`);
  if (url.protocol === "http:" && !allowHttp && !LOOPBACK.test(url.hostname))
    throw new StoreError(`${url.origin}: is not encrypted; give an https: address, or add --allow-http`);
  return withSlash(url.href);
}

function withSlash(address: string): string {
  return address.endsWith("/") ? address : `${address}/`;
}
