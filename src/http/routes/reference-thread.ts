import { createHash } from "node:crypto";
import { workerData } from "node:worker_threads";
import { deliver, type MadeAnswer } from "../made-in-thread.js";
import { createReferenceApp } from "./reference-app.js";

/**
 * The page, whose links differ with a trailing slash, and the documents. All other paths are found through their links.
 */
const ENTRIES = ["/docs", "/docs/", "/openapi.json", "/docs/json", "/docs/yaml"];
/** Headers that are specific to the answer of a path. */
const OWN_HEADERS = ["content-type", "content-security-policy"];
/** References in a page and in the script that starts swagger-ui, relative to the page. */
const LINK = /(?:src|href)="([^"]+)"/g;
const NAMED = /resolveUrl\('\.\/([^']+)'\)/g;

/** Runs in a thread of `makeInThread`: creates all answers of the reference. */
const app = await createReferenceApp(workerData);
const made = new Map<string, { paths: string[] } & MadeAnswer>();
const waiting = [...ENTRIES];
for (const path of waiting) {
  const { statusCode, headers, rawPayload } = await app.inject(path);
  if (statusCode !== 200) throw new Error(`${path} of the reference answers ${statusCode}: ${rawPayload}`);
  add(path, headers, rawPayload);
  for (const link of linksIn(path, rawPayload)) if (!waiting.includes(link)) waiting.push(link);
}
await app.close();
await deliver([...made.values()], undefined);

/** Stores equal answers once. */
function add(path: string, headers: Readonly<Record<string, unknown>>, bytes: Buffer): void {
  const own = OWN_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  const key = JSON.stringify([own, createHash("sha256").update(bytes).digest("hex")]);
  const known = made.get(key);
  if (known !== undefined) known.paths.push(path);
  else made.set(key, { paths: [path], headers: { "cache-control": "no-cache", ...Object.fromEntries(own) }, bytes });
}

function linksIn(path: string, bytes: Buffer): string[] {
  if (path.endsWith("/swagger-initializer.js"))
    return Array.from(bytes.toString().matchAll(NAMED), ([, name]) => `/docs/${name}`);
  // Of other types, only redirect pages have links.
  if (!/^\/docs\/?$|\.html$/.test(path)) return [];
  return Array.from(bytes.toString().matchAll(LINK), ([, link]) => new URL(link!, `http://reference${path}`).pathname);
}
