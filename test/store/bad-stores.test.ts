import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readCurrent, readManifest } from "#src/catalog/generation/generation.js";
import { generationName, type Manifest } from "#src/format/manifest.js";
import { parseStoreAddress } from "#src/store/address.js";
import type { StoreDeadlines } from "#src/store/deadlines.js";
import { type Fetched, fetchGeneration, readStoreCurrent } from "#src/store/fetch-generation.js";
import { isWhole } from "#src/store/go-live.js";
import { openRemoteStore, type RemoteStore } from "#src/store/remote-store.js";
import { temporaryFolder } from "../support/folder.js";
import { buildNamed, copyFolder, publishInto } from "../support/published.js";
import { SHORT } from "../support/short-deadlines.js";

/** Between dripped bytes. The 99 bytes of a dripped `CURRENT` take about twice as long as the deadline. */
const TICK_MS = 20;
const REDIRECT = { location: "http://127.0.0.1:1/elsewhere\u00a0" };
/** Characters that a terminal or an editor would interpret: controls, and changes of direction. */
const OBEYED = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const work = mkdtempSync(join(tmpdir(), "icons-bad-stores-"));
const older = join(work, "older");
const newer = join(work, "newer");
const objects = new Map<string, Buffer>();
let oldName = "";
let newName = "";
let manifestPath = "";
/** The object of a file that only the new generation has. */
let cards = "";

beforeAll(async () => {
  const store = join(work, "store");
  oldName = await buildNamed(work, older, "old");
  newName = await buildNamed(work, newer, "new");
  await publishInto(store, older);
  await publishInto(store, newer);
  for (const path of readdirSync(store, { recursive: true, encoding: "utf8" })) {
    if (/^CURRENT$|\//.test(path)) objects.set(path, readFileSync(join(store, path)));
  }
  manifestPath = `generations/${newName}.json`;
  cards = `files/${manifestOf().files.find(({ name }) => name === "cards-0000.json")!.sha256}`;
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const manifestOf = (): Manifest => readManifest(newer, newName)!;

/** Responds to a request itself, or leaves the request to a working store. @returns whether it has responded */
type Spoil = (path: string, response: ServerResponse, request: IncomingMessage) => boolean;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function respondWith(spoil: Spoil): Listener {
  return (request, response) => {
    const path = request.url!.slice(1);
    if (spoil(path, response, request)) return;
    const bytes = objects.get(path);
    if (bytes === undefined) return void response.writeHead(404).end();
    const etag = `"${path}-${bytes.length}"`;
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const range = from > 0 ? { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { etag, "content-length": bytes.length - from, ...range });
    response.end(bytes.subarray(from));
  };
}

async function startServer(spoil: Spoil, host = "127.0.0.1"): Promise<string> {
  const server = createServer(respondWith(spoil)).listen(0, host);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

type SpoiledObject = "CURRENT" | "manifest" | "cards";
const pathOf = (object: SpoiledObject): string => ({ CURRENT: "CURRENT", manifest: manifestPath, cards })[object];

/** The deadlines of one object. The other objects have the default deadlines, since their store is not slow. */
type Deadline = readonly [object: SpoiledObject, deadlines: StoreDeadlines];

function openStore(url: string, deadline?: Deadline): RemoteStore {
  const address = parseStoreAddress(url, {}, true);
  const patient = openRemoteStore(address);
  if (deadline === undefined) return patient;
  const [object, deadlines] = deadline;
  const impatient = openRemoteStore(address, { deadlines });
  const storeOf = (path: string): RemoteStore => (path === pathOf(object) ? impatient : patient);
  return {
    address,
    read: (path, ...options) => storeOf(path).read(path, ...options),
    stream: (path, ...options) => storeOf(path).stream(path, ...options),
  };
}

async function fetchFrom(url: string, artifacts: string, deadline?: Deadline): Promise<Fetched> {
  const remote = openStore(url, deadline);
  const { generation } = (await readStoreCurrent(remote))!;
  return fetchGeneration(remote, generation, artifacts, 3);
}

/** Fetches into a folder with the old generation, and expects that to stay. @returns the reason of the failure */
async function failureOf(url: string, deadline?: Deadline): Promise<string> {
  const artifacts = temporaryFolder();
  copyFolder(older, artifacts);
  const error = await fetchFrom(url, artifacts, deadline).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(error, "it must fail").toBeInstanceOf(Error);
  expect(["StoreError", "FormatError"], error!.stack).toContain(error!.name);
  expect(readCurrent(artifacts)).toBe(oldName);
  expect(await isWhole(artifacts, oldName)).toBe(true);
  await fetchFrom(await startServer(() => false), artifacts);
  expect(readCurrent(artifacts)).toBe(newName);
  expect(await isWhole(artifacts, newName)).toBe(true);
  expect(error!.message).not.toMatch(OBEYED);
  expect(error!.message.length).toBeLessThan(600);
  return error!.message;
}

const at =
  (object: SpoiledObject, spoil: (response: ServerResponse, request: IncomingMessage) => void) =>
  (path: string, response: ServerResponse, request: IncomingMessage): boolean => {
    if (path !== pathOf(object)) return false;
    spoil(response, request);
    return true;
  };

const body =
  (content: string | Buffer, headers: Record<string, string | number> = {}, status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end(content);

const status = (code: number, headers: Record<string, string> = {}) => body("", headers, code);

/** Sends bytes in place of a response, repeatedly if requested. */
const raw =
  (text: string, again?: string) =>
  (response: ServerResponse): void => {
    const socket = response.socket!;
    socket.on("error", () => undefined);
    socket.write(text);
    if (again === undefined) return void socket.end();
    const timer = setInterval(() => socket.write(again), TICK_MS);
    socket.on("close", () => clearInterval(timer));
  };

const OK = "HTTP/1.1 200 OK\r\n";
const silent = (): void => undefined;
const reset = (response: ServerResponse): void => void response.socket!.resetAndDestroy();
const first =
  (bytes: () => Buffer, then: (response: ServerResponse) => void) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { "content-length": bytes().length });
    response.write(bytes().subarray(0, bytes().length >> 1), () => then(response));
  };
const cardsBytes = (): Buffer => objects.get(cards)!;

/** A store whose generation has a different manifest under the correct name. */
const forged =
  (change: (manifest: Manifest, text: string) => unknown): Spoil =>
  (path, response) => {
    const changed = change(manifestOf(), objects.get(manifestPath)!.toString());
    const bytes = Buffer.from(typeof changed === "string" ? changed : JSON.stringify(changed));
    const name = generationName(bytes);
    const forgery = { CURRENT: `${name}\n`, [`generations/${name}.json`]: bytes }[path];
    if (forgery !== undefined) body(forgery)(response);
    return forgery !== undefined;
  };
const withFile = (change: Record<string, unknown>): Spoil =>
  forged((manifest) => ({ ...manifest, files: [...manifest.files.slice(1), { ...manifest.files[0], ...change }] }));
const withSize = (size: string): Spoil => forged((_, text) => text.replace(/"size": \d+/, `"size": ${size}`));

type Case = [what: string, spoil: Spoil, message: RegExp, deadline?: Deadline];
const CASES: readonly Case[] = [
  ["responds with 500", at("CURRENT", status(500)), /CURRENT: responded with 500$/],
  ["responds with 403", at("CURRENT", status(403)), /CURRENT: responded with 403$/],
  ["has no CURRENT", at("CURRENT", status(404)), /CURRENT: responded with 404$/],
  [
    "redirects elsewhere",
    at("CURRENT", status(302, REDIRECT)),
    /redirect to "http:\/\/127.*redirects are not followed/,
  ],
  ["redirects to itself", at("CURRENT", status(301, { location: "/CURRENT" })), /redirect to "\/CURRENT"/],
  ["responds with 304 to a plain request", at("CURRENT", status(304)), /CURRENT: responded with 304$/],
  ["responds with 204", at("CURRENT", status(204)), /CURRENT: responded with 204$/],
  [
    "responds with 206 to a plain request",
    at("CURRENT", body("x", { "content-range": "bytes 0-0/1" }, 206)),
    /responded with 206$/,
  ],
  [
    "has a page for CURRENT",
    at("CURRENT", body("<!doctype html><title>Hi</title>")),
    /the name of a generation, not "<!doctype .*icons publish/,
  ],
  ["has a long page for CURRENT", at("CURRENT", body("<p>".repeat(9999))), /CURRENT: has more than 100 bytes$/],
  ["has an empty CURRENT", at("CURRENT", body("")), /must hold the name of a generation, not ""/],
  [
    "has nothing but white space in CURRENT",
    at("CURRENT", body(" \r\n\t")),
    /must hold the name of a generation, not " \\r\\n\\t"/,
  ],
  [
    "names a path in CURRENT",
    at("CURRENT", body("../../../etc/passwd\n")),
    /the name of a generation, not "..\/..\/..\/etc\/passwd/,
  ],
  ["names a longer name in CURRENT", at("CURRENT", body(`${"a".repeat(33)}\n`)), /must hold the name of a generation/],
  [
    "names two generations",
    at("CURRENT", (r) => body(`${oldName}\n${newName}\n`)(r)),
    /must hold the name of a generation/,
  ],
  [
    "has controls in CURRENT",
    at("CURRENT", body("\u001b]0;x\u0007\u009b2J\u202e")),
    /"\\u001b\]0;x\\u0007\\u009b2J\\u202e"/,
  ],
  ["has bytes that are no text in CURRENT", at("CURRENT", body(Buffer.from([255, 0, 254]))), /"\\ufffd\\u0000\\ufffd"/],
  ["has an endless CURRENT", at("CURRENT", raw(`${OK}\r\n`, "a".repeat(99))), /CURRENT: has more than 100 bytes$/],
  [
    "announces an exabyte",
    at("CURRENT", raw(`${OK}Content-Length: 999999999999999999\r\n\r\n`, "")),
    /CURRENT: sent nothing for 0\.7 s$/,
    ["CURRENT", SHORT.silence],
  ],
  [
    "drips CURRENT",
    at("CURRENT", raw(`${OK}Content-Length: 99\r\n\r\n`, "0")),
    /CURRENT: is too slow: no complete response within 1 s$/,
    ["CURRENT", SHORT.response],
  ],
  [
    "drips headers",
    at("CURRENT", raw(`${OK}X-A: `, "0")),
    /CURRENT: is too slow: no complete response within 1 s$/,
    ["CURRENT", SHORT.response],
  ],
  ["sends headers without end", at("CURRENT", raw(OK, `X-A: ${"0".repeat(999)}\r\n`)), /CURRENT: .*Header/i],
  ["sends a huge header", at("CURRENT", raw(`${OK}X-A: ${"0".repeat(99_999)}`, "0")), /CURRENT: .*Header/i],
  [
    "announces a response without end",
    at("CURRENT", raw("", "HTTP/1.1 103 Early Hints\r\n\r\n")),
    /CURRENT: is too slow: no complete response within 1 s$/,
    ["CURRENT", SHORT.response],
  ],
  ["is silent", at("CURRENT", silent), /CURRENT: sent nothing for 0\.7 s$/, ["CURRENT", SHORT.silence]],
  ["hangs up", at("CURRENT", raw("")), /CURRENT: socket hang up$/],
  ["resets the connection", at("CURRENT", reset), /CURRENT: (read ECONNRESET|socket hang up)$/],
  ["is no web server", at("CURRENT", raw("SSH-2.0-OpenSSH_9.2\r\n")), /CURRENT: Parse Error/],
  [
    "has two lengths",
    at("CURRENT", raw(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`)),
    /CURRENT: Parse Error/,
  ],
  ["has a negative length", at("CURRENT", raw(`${OK}Content-Length: -1\r\n\r\nab`)), /CURRENT: Parse Error/],
  [
    "has a broken chunk",
    at("CURRENT", raw(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)),
    /CURRENT: (Parse Error|the connection broke)/,
  ],
  ["breaks off in CURRENT", at("CURRENT", raw(`${OK}Content-Length: 33\r\n\r\nabc`)), /CURRENT: the connection broke$/],
  [
    "compresses CURRENT",
    at("CURRENT", body(gzipSync("a"), { "content-encoding": "gzip" })),
    /CURRENT: is sent compressed \("gzip"\)/,
  ],
  [
    "names a generation that it lacks",
    at("CURRENT", body("0".repeat(32))),
    /generations\/0{32}\.json: responded with 404$/,
  ],

  ["has an empty manifest", at("manifest", body("")), /json: is empty$/],
  ["has another manifest", at("manifest", body("{}")), /does not match the name of its generation/],
  ["has a huge manifest", at("manifest", body(Buffer.alloc(5_000_000))), /has more than 4194304 bytes$/],
  [
    "compresses the manifest",
    at("manifest", body(gzipSync("a"), { "content-encoding": "br" })),
    /is sent compressed \("br"\)/,
  ],
  [
    "drips the manifest",
    at("manifest", (r) => drip(r, objects.get(manifestPath)!)),
    /json: is too slow: no complete response within 1 s$/,
    ["manifest", SHORT.response],
  ],
  [
    "has a page for a manifest",
    forged(() => "<!doctype html>\u009b"),
    /is not JSON; it begins with "<!doctype html>\\u009b"/,
  ],
  ["has bytes for a manifest", forged(() => "\u001b[2J\u202e{"), /is not JSON; it begins with "\\u001b\[2J\\u202e{"/],
  [
    "has a deeply nested manifest",
    forged((_, text) =>
      text.replace(/"options": {/, `"decoder": ${"[".repeat(99_999)}${"]".repeat(99_999)}, "options": {`),
    ),
    /invalid decoder nested too deeply/,
  ],
  ["has null for a manifest", forged(() => "null"), /format version undefined/],
  [
    "has another format",
    forged((manifest) => ({ ...manifest, format: 99 })),
    /format version 99, this program reads \d+; rebuild it/,
  ],
  [
    "has controls for a format",
    forged((manifest) => ({ ...manifest, format: "\u009b31m" })),
    /format version "\\u009b31m"/,
  ],
  ["has other rules", forged((manifest) => ({ ...manifest, fold: 99 })), /fold version 99/],
  ["has rules that are no number", forged((manifest) => ({ ...manifest, phash: "1" })), /invalid phash "1"/],
  ["has a negative number of icons", forged((manifest) => ({ ...manifest, icons: -1 })), /has no icon count/],
  ["has no list of files", forged((manifest) => ({ ...manifest, files: { length: 3 } })), /or no list of files/],
  ["has null for a file", forged((manifest) => ({ ...manifest, files: [null] })), /invalid file undefined/],
  [
    "lists too many files",
    forged((manifest) => ({ ...manifest, files: Array(10_001).fill({}) })),
    /lists 10001 files, more than the maximum of 10000/,
  ],
  [
    "has a name that is an object",
    forged((manifest) => ({ ...manifest, dataset: { name: { a: 1 } } })),
    /invalid dataset/,
  ],
  [
    "has a name without end",
    forged((manifest) => ({ ...manifest, dataset: { name: "a".repeat(99_999) } })),
    /invalid dataset/,
  ],
  [
    "counts fields in text",
    forged((manifest) => ({ ...manifest, fields: { id: "\u001b" } })),
    /invalid fields \{"id":"\\u001b"\}/,
  ],
  ["has a list for options", forged((manifest) => ({ ...manifest, options: [] })), /invalid options \[\]/],
  ["names a file above", withFile({ name: "../../CURRENT" }), /invalid file "..\/..\/CURRENT"/],
  ["names a file elsewhere", withFile({ name: "/etc/passwd" }), /invalid file "\/etc\/passwd"/],
  ["names the manifest's folder", withFile({ name: ".." }), /invalid file ".."/],
  ["names a file with controls", withFile({ name: "\u001b[2J\u009b.bin" }), /invalid file "\\u001b\[2J\\u009b.bin"/],
  ["names a file without end", withFile({ name: `${"a".repeat(9999)}.bin` }), /invalid file "a+…/],
  [
    "names a file twice",
    forged((manifest) => ({ ...manifest, files: [...manifest.files, manifest.files[0]] })),
    /lists [a-z-]+\.bin twice/,
  ],
  ["has a negative size", withSize("-1"), /invalid size -1/],
  ["has a size of parts", withSize("1.5"), /invalid size 1\.5/],
  ["has an infinite size", withSize("1e400"), /invalid size null/],
  ["has a huge size", withSize("9007199254740991"), /invalid size 9007199254740991/],
  ["has a size beyond exact numbers", withSize("9007199254740993"), /invalid size 9007199254740992/],
  ["has a size in text", withSize('"80"'), /invalid size "80"/],
  ["has no checksum", withFile({ sha256: undefined }), /has an invalid SHA-256 of/],
  ["has a path for a checksum", withFile({ sha256: `../${"0".repeat(61)}` }), /has an invalid SHA-256 of .*"\.\.\/0+/],
  ["lists a file that it lacks", withFile({ sha256: "0".repeat(64) }), /files\/0{64}: responded with 404$/],
  [
    "has a size that is wrong",
    withFile({ name: "x.bin", size: 3, sha256: cards.slice(6) || "0".repeat(64) }),
    /responded with 404$/,
  ],
  [
    "lacks a file in its list",
    forged((manifest) => ({ ...manifest, files: manifest.files.slice(1) })),
    /arrived undamaged, but can't be opened/,
  ],
  [
    "counts other icons",
    forged((manifest) => ({ ...manifest, icons: 61 })),
    /arrived undamaged, but can't be opened.*has 60 items, not 61/,
  ],

  ["lacks a file", at("cards", status(404)), /files\/[0-9a-f]{64}: responded with 404$/],
  ["redirects a file", at("cards", status(307, REDIRECT)), /redirects are not followed/],
  ["has an empty file", at("cards", body("")), /has 0 bytes, the manifest says \d+$/],
  ["has a page for a file", at("cards", body("<!doctype html>")), /has 15 bytes, the manifest says \d+$/],
  [
    "has a file that is too long",
    at("cards", (r) => body(Buffer.concat([cardsBytes(), cardsBytes()]))(r)),
    /has more than the \d+ bytes of the manifest$/,
  ],
  [
    "has an endless file",
    at("cards", raw(`${OK}\r\n`, "a".repeat(9999))),
    /has more than the \d+ bytes of the manifest$/,
  ],
  [
    "has a file with a flipped bit",
    at("cards", (r) => body(Buffer.from(cardsBytes().map((byte, n) => (n === 9 ? byte ^ 1 : byte))))(r)),
    /does not match the checksum in its name; publish again$/,
  ],
  [
    "compresses a file",
    at("cards", (r) => body(gzipSync(cardsBytes()), { "content-encoding": "gzip" })(r)),
    /is sent compressed/,
  ],
  [
    "breaks off in a file",
    at(
      "cards",
      first(cardsBytes, (response) => response.destroy()),
    ),
    /files\/.*: the connection broke$/,
  ],
  [
    "resets the connection in a file",
    at("cards", first(cardsBytes, reset)),
    /files\/.*: (the connection broke|read ECONNRESET)$/,
  ],
  [
    "falls silent in a file",
    at("cards", first(cardsBytes, silent)),
    /files\/.*: sent nothing for 0\.7 s$/,
    ["cards", SHORT.silence],
  ],
  [
    "drips a file",
    at("cards", (r) => drip(r, cardsBytes())),
    /files\/.*: is too slow: \d+ bytes in 0\.5 s, at least 10000 are expected$/,
    ["cards", SHORT.progress],
  ],
  ["responds with 206 to the request for a whole file", at("cards", status(206)), /responded with 206$/],
];

describe("invalid store", () => {
  it.each<Case>(CASES)(
    "rejects a store that %s with a clear message and keeps the old generation",
    async (_, spoil, message, deadline) => {
      expect(await failureOf(await startServer(spoil), deadline)).toMatch(message);
    },
  );
});

/** Aborts the first request for the cards. @returns the folder with half of them */
async function halfFetched(): Promise<string> {
  const artifacts = temporaryFolder();
  copyFolder(older, artifacts);
  const url = await startServer(
    at(
      "cards",
      first(cardsBytes, (response) => response.destroy()),
    ),
  );
  await expect(fetchFrom(url, artifacts)).rejects.toThrow("broke");
  return artifacts;
}

async function expectNew(artifacts: string): Promise<void> {
  expect(readCurrent(artifacts)).toBe(newName);
  expect(await isWhole(artifacts, newName)).toBe(true);
}

describe("unusual store", () => {
  it.each<[string, Spoil]>([
    ["marks byte order and lines in CURRENT", at("CURRENT", (r) => body(`\ufeff${newName}\r\n`)(r))],
    ["has no etags", plain],
    ["was written in the future", setting({ "last-modified": "Fri, 31 Dec 2999 23:59:59 GMT" })],
    ["was written before the epoch", setting({ "last-modified": "Mon, 01 Jan 1900 00:00:00 GMT" })],
    ["was written at no time", setting({ "last-modified": "soon" })],
    ["has a clock that is wrong", setting({ date: "Fri, 31 Dec 2999 23:59:59 GMT" })],
    ["says that what is not compressed is identity", setting({ "content-encoding": "identity" })],
    ["sends hints first", hinting],
    ["closes each connection", setting({ connection: "close" })],
  ])("fetches from a store that %s", async (_, spoil) => {
    const artifacts = temporaryFolder();
    await fetchFrom(await startServer(spoil), artifacts);
    await expectNew(artifacts);
  });

  it("fetches from a store at an IPv6 address", async () => {
    const artifacts = temporaryFolder();
    await fetchFrom(await startServer(() => false, "::1"), artifacts);
    await expectNew(artifacts);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp | undefined]>([
    ["sends all of it", (response) => body(cardsBytes())(response), undefined],
    [
      "sends another rest",
      body("x", { "content-range": "bytes 1-1/9" }, 206),
      /a range other than bytes \d+ to the end: "bytes 1-1\/9"$/,
    ],
    ["sends a rest without its place", body("x", {}, 206), /a range other than bytes \d+ to the end: null$/],
    ["has no such rest", status(416), /responded with 416$/],
    ["has nothing new", status(304), /responded with 304$/],
    ["has another content by now", (response) => body(Buffer.alloc(99_999))(response), /more than the \d+ bytes/],
    ["sends a rest of another content", (response) => sendRest(response, Buffer.alloc(cardsBytes().length)), undefined],
  ])(
    "handles a store that responds to a range request and %s, and succeeds at the next attempt",
    async (_, partial, message) => {
      const artifacts = await halfFetched();
      const fetching = fetchFrom(await startServer(at("cards", partial)), artifacts);
      if (message === undefined) await fetching;
      else {
        await expect(fetching).rejects.toThrow(message);
        expect(readCurrent(artifacts)).toBe(oldName);
        await fetchFrom(await startServer(() => false), artifacts);
      }
      await expectNew(artifacts);
    },
  );

  it("keeps the old generation if the new one vanishes during the fetch, and reuses the fetched files", async () => {
    const artifacts = temporaryFolder();
    let files = 0;
    const vanishing = await startServer((path, response) => {
      if (!path.startsWith("files/") || files++ < 3) return false;
      response.writeHead(404).end();
      return true;
    });
    await expect(fetchFrom(vanishing, artifacts)).rejects.toThrow(/files\/.*responded with 404/);
    expect(readCurrent(artifacts)).toBeUndefined();
    const again = await fetchFrom(await startServer(() => false), artifacts);
    expect(again.files).toBe(new Set(manifestOf().files.map(({ sha256 }) => sha256)).size - 3);
    await expectNew(artifacts);
  });

  it("follows a store that changes at every poll, with files that are already here", async () => {
    const artifacts = temporaryFolder();
    let looks = 0;
    const url = await startServer(
      at("CURRENT", (response) => body(looks++ % 2 === 0 ? oldName : newName, { etag: `"${looks}"` })(response)),
    );
    for (const [name, isNew] of [
      [oldName, true],
      [newName, true],
      [oldName, false],
      [newName, false],
    ] as const) {
      expect((await fetchFrom(url, artifacts)).files > 0).toBe(isNew);
      expect(readCurrent(artifacts)).toBe(name);
      expect(await isWhole(artifacts, name)).toBe(true);
    }
  });
});

describe("unreachable store", () => {
  it("reports an unresolvable name, a closed port and an invalid certificate", async () => {
    expect(await failureOf("http://store.invalid/icons")).toMatch(
      /^http:\/\/store\.invalid\/icons\/CURRENT: .*(ENOTFOUND|EAI_AGAIN)/,
    );
    expect(await failureOf("http://127.0.0.1:1")).toMatch(/CURRENT: connect ECONNREFUSED/);
    const plain = await startServer(() => false);
    expect(await failureOf(plain.replace("http:", "https:"))).toMatch(/CURRENT: .*(SSL|EPROTO|wrong version)/);
    const { key, cert } = selfSigned();
    const secure = createSecureServer(
      { key, cert },
      respondWith(() => false),
    ).listen(0, "127.0.0.1");
    await once(secure, "listening");
    onTestFinished(() => void secure.close());
    const { port } = secure.address() as { port: number };
    expect(await failureOf(`https://127.0.0.1:${port}`)).toMatch(/CURRENT: self-signed certificate/);
    expect(await failureOf(`http://127.0.0.1:${port}`)).toMatch(
      /CURRENT: (socket hang up|Parse Error|read ECONNRESET)/,
    );
  });
});

function plain(path: string, response: ServerResponse): boolean {
  response.end(objects.get(path));
  return true;
}

/** Adds or replaces headers. */
function setting(headers: Record<string, string>): Spoil {
  return (_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return false;
  };
}

function hinting(_: string, response: ServerResponse): boolean {
  response.writeEarlyHints({ link: "</a>; rel=preload" });
  return false;
}

/** Sends the correct content byte by byte. */
function drip(response: ServerResponse, bytes: Buffer): void {
  response.writeHead(200, { "content-length": bytes.length });
  let at = 0;
  const timer = setInterval(() => response.write(bytes.subarray(at, ++at)), TICK_MS);
  response.on("close", () => clearInterval(timer));
}

function sendRest(response: ServerResponse, bytes: Buffer): void {
  const from = Number(/^bytes=(\d+)-$/.exec(response.req.headers.range ?? "")?.[1] ?? 0);
  if (from === 0) return void body(cardsBytes())(response);
  const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
  body(bytes.subarray(from), { "content-range": range }, 206)(response);
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1"];
  execFileSync("openssl", [...request, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
