import { createHash } from "node:crypto";
import { deliver, type MadeAnswer } from "../made-in-thread.js";
import { createReferenceApp } from "./reference-app.js";

/** The page, with addresses for either form of its own, and the documents. */
const PAGES = ["/docs", "/docs/"];
const DOCUMENTS = ["/openapi.json", "/docs/json", "/docs/yaml"];
/** Headers of a path's answer that are the answer's own. */
const OWN_HEADERS = ["content-type", "content-security-policy"];
const PART = /(?:src|href)="([^"]+)"/g;

/** Runs in a thread of `makeInThread`: makes everything that the reference answers, which are the pages and what they load. */
const app = await createReferenceApp();
const made = new Map<string, { paths: string[] } & MadeAnswer>();
const waiting = [...PAGES, ...DOCUMENTS];
for (const path of waiting) {
  const { statusCode, headers, rawPayload } = await app.inject(path);
  if (statusCode !== 200) throw new Error(`${path} of the reference answers ${statusCode}: ${rawPayload}`);
  add(path, headers, rawPayload);
  if (PAGES.includes(path))
    waiting.push(...partsOf(path, rawPayload.toString()).filter((part) => !waiting.includes(part)));
}
await app.close();
await deliver([...made.values()], undefined);

/** Answers that are alike are one. */
function add(path: string, headers: Readonly<Record<string, unknown>>, bytes: Buffer): void {
  const own = OWN_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  const key = JSON.stringify([own, createHash("sha256").update(bytes).digest("hex")]);
  const known = made.get(key);
  if (known !== undefined) known.paths.push(path);
  else made.set(key, { paths: [path], headers: { "cache-control": "no-cache", ...Object.fromEntries(own) }, bytes });
}

function partsOf(path: string, page: string): string[] {
  return [...page.matchAll(PART)].map(([, part]) => new URL(part!, `http://reference${path}`).pathname);
}
