import { describe, expect, it } from "vitest";
import { parseStoreAddress } from "#src/store/address.js";
import { CREDENTIALS } from "../support/store-server.js";

const { AWS_REGION: region, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = CREDENTIALS;
const access = { accessKeyId, secretAccessKey, region };

describe("store address", () => {
  it.each<[string, Record<string, string>, object]>([
    ["https://store.example.com", {}, { base: "https://store.example.com/" }],
    ["https://store.example.com/icons/", {}, { base: "https://store.example.com/icons/" }],
    ["http://localhost:8000/x", {}, { base: "http://localhost:8000/x/" }],
    ["http://127.0.0.1:8000", {}, { base: "http://127.0.0.1:8000/" }],
    ["http://[::1]:8000", {}, { base: "http://[::1]:8000/" }],
    ["s3://icons", CREDENTIALS, { base: "https://s3.eu-test-1.amazonaws.com/icons/", access }],
    [
      "s3://icons/live/now/",
      { ...CREDENTIALS, AWS_ENDPOINT_URL: "https://minio.example.com", AWS_SESSION_TOKEN: "t" },
      { base: "https://minio.example.com/icons/live/now/", access: { ...access, sessionToken: "t" } },
    ],
    [
      "s3://icons/a",
      { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: "http://127.0.0.1:9000/", AWS_ENDPOINT_URL: "https://other.example.com" },
      { base: "http://127.0.0.1:9000/icons/a/", access },
    ],
  ])("parses the store address %s with its environment", (text, environment, address) => {
    expect(parseStoreAddress(text, environment)).toEqual(address);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["store", {}, /give https/],
    ["ftp://store.example.com", {}, /give https/],
    ["http://store.example.com", {}, /--allow-http/],
    ["http://127.0.0.1.example.com", {}, /--allow-http/],
    ["https://name:password@store.example.com", {}, /user, password/],
    ["https://store.example.com/?token=secret", {}, /user, password/],
    ["s3://icons", {}, /AWS_ACCESS_KEY_ID/],
    ["s3://Icons_", CREDENTIALS, /s3:\/\/bucket\/prefix/],
    ["s3://icons/a b", CREDENTIALS, /s3:\/\/bucket\/prefix/],
    ["s3://icons//a", CREDENTIALS, /s3:\/\/bucket\/prefix/],
    ["s3://icons?endpoint=x", CREDENTIALS, /s3:\/\/bucket\/prefix/],
    ["s3://icons", { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: "minio" }, /minio is not a valid address/],
    ["s3://icons", { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: "http://minio.example.com" }, /--allow-http/],
  ])("rejects the store address %s with %j, without a secret in the message", (text, environment, message) => {
    expect(() => parseStoreAddress(text, environment)).toThrow(message);
    expect(() => parseStoreAddress(text, environment)).not.toThrow(/secret|password@/);
  });

  it("accepts an unencrypted address of another machine if that is allowed", () => {
    expect(parseStoreAddress("http://store.example.com", {}, true).base).toBe("http://store.example.com/");
  });
});
