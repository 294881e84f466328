import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compile } from "#build/compile/compile.js";
import { createKey } from "#src/access/key-file.js";
import { ERRORS, type ErrorCode } from "#src/http/contract/error-codes.js";
import { ErrorResponse } from "#src/http/contract/response-schemas.js";
import { REFUSED_REQUESTS } from "#src/http/reference/example-requests.js";
import type { ServerOptions } from "#src/http/server/server.js";
import type { PollStatus } from "#src/platform/poller.js";
import { buildCrowded } from "../support/crowded.js";
import { PATIENTLY } from "../support/patiently.js";
import { type Printed, runCurl } from "../support/run-curl.js";
import { startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

interface Example {
  readonly description?: string;
  readonly value: { readonly error: { readonly code: ErrorCode; readonly message: string } };
}
interface Response {
  /** Absent from redirects. */
  readonly content?: Readonly<
    Record<string, { readonly example?: object; readonly examples?: Record<string, Example> }>
  >;
}
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly responses: Readonly<Record<string, Response>>;
}

const reference = await startService(shippedArtifacts);
const document = (await reference.ask("/openapi.json")).body;
const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((methods) =>
  Object.values(methods),
);
afterAll(() => reference.close());

/** The command at the end of a description. */
const commandOf = (description = ""): string => /```sh\n(curl [^`]*|\(.*curl [^`]*)\n```$/.exec(description)![1]!;

/** The example of each error, wherever it occurs. */
const refusals = operations.flatMap(({ responses }) =>
  Object.values(responses).flatMap(({ content }) => Object.values(content?.["application/json"]?.examples ?? {})),
);

/** Replacements for values that differ between servers. */
const VARYING = { generation: "", builtAt: "" };
const withoutVarying = (body: object): object => ("generation" in body ? { ...body, ...VARYING } : body);

/**
 * Artifacts of an icon without an image, one with a raster image, and one with a drawing that takes too long at 1,024
 * pixels.
 */
let bare: string;
let raster: string;
/** An icon with the variants light, dark and wordmark. */
let varied: string;
let slow: string;
/** A dataset in which another icon took over the id, and one that lists it as removed. */
let renamed: string;
let removed: string;
beforeAll(async () => {
  bare = await compileMyApp({});
  const png = await sharp({ create: { width: 99, height: 99, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  raster = await compileMyApp({ "my-app.png": png });
  const names = ["light", "dark", "wordmark"];
  varied = await compileMyApp(
    { "my-app.png": png },
    { variants: names.map((name) => ({ name, image: "my-app.png" })) },
  );
  const filter = '<filter id="a"><feTurbulence baseFrequency="0.9" numOctaves="9"/></filter>';
  const shapes = '<path filter="url(#a)" d="M0 0h24v24H0z"/>'.repeat(10);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${filter}${shapes}</svg>`;
  slow = await compileMyApp({ "my-app.svg": Buffer.from(drawing) });
  renamed = await compileSuccessor({ formerIds: ["my-app"] });
  const gone = { id: "my-app", date: "2026-05-11", reason: "discontinued", successor: "spotify" };
  removed = await compileSuccessor({}, [gone]);
});
afterAll(() => {
  for (const folder of [bare, raster, varied, slow, renamed, removed]) rmSync(folder, { recursive: true });
});

async function compileMyApp(images: Readonly<Record<string, Buffer>>, more: object = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "icons-my-app-"));
  for (const [name, bytes] of Object.entries(images)) writeFileSync(join(folder, name), bytes);
  const [image] = Object.keys(images);
  const record = { id: "my-app", name: "My App", developer: "Me", category: "own", image, ...more };
  writeFileSync(join(folder, "data.json"), JSON.stringify([record]));
  await compile({ data: join(folder, "data.json"), out: folder });
  return folder;
}

async function compileSuccessor(more: object, gone: readonly object[] = []): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "icons-successor-"));
  const record = { id: "spotify", name: "Spotify", developer: "Spotify", category: "music", ...more };
  mkdirSync(join(folder, "icons"));
  writeFileSync(join(folder, "dataset.json"), '{ "name": "Successor" }');
  writeFileSync(join(folder, "icons/icons.json"), JSON.stringify([record]));
  writeFileSync(join(folder, "removed.json"), JSON.stringify(gone));
  await compile({ data: folder, out: folder });
  return folder;
}

/** Runs a command as the first request of a new server and a new free key. */
async function ask(command: string, artifacts = shippedArtifacts, options: Partial<ServerOptions> = {}) {
  const service = await startService(artifacts, options);
  try {
    return await runCurl(command, service.port, service.folder, service.free);
  } finally {
    await service.close();
  }
}

/** The pollers of the readiness example. */
const POLLS: readonly PollStatus[] = [
  { name: "key file", totalFailures: 0 },
  {
    name: "usage file",
    totalFailures: 3,
    fault: {
      name: "usage file",
      error: Object.assign(new Error("permission denied"), { code: "EACCES" }),
      failures: 3,
      since: Date.parse("2026-11-21T16:02:11.482Z"),
    },
  },
];

describe.concurrent("example requests of operations", () => {
  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    "responds to the example request of %s as documented",
    async (_id, operation) => {
      const { status, body } = await ask(commandOf(operation.description), undefined, { polls: () => POLLS });
      expect(status).toBe(200);
      const { example } = operation.responses[200]!.content?.["application/json"] ?? {};
      if (example !== undefined) expect(withoutVarying(JSON.parse(body))).toEqual(withoutVarying(example));
    },
  );
});

/** Requests that need a special server to fail as documented. */
const SERVERS: Partial<Record<ErrorCode, () => Promise<Printed>>> = {
  phash_unavailable: () => askExample("phash_unavailable", bare),
  palette_unavailable: () => askExample("palette_unavailable", bare),
  shape_unavailable: () => askExample("shape_unavailable", bare),
  vector_unavailable: () => askExample("vector_unavailable", bare),
  icon_renamed: () => askExample("icon_renamed", renamed),
  icon_removed: () => askExample("icon_removed", removed),
  variant_not_found: () => askExample("variant_not_found", varied),
  drawing_not_found: () => askExample("drawing_not_found", raster),
  image_too_expensive: () => askExample("image_too_expensive", slow),
  rendering_disabled: () => askExample("rendering_disabled", undefined, { render: "off" }),
  query_too_expensive: async () => askExample("query_too_expensive", await buildCrowded()),
  request_timeout: () => askExample("request_timeout", undefined, { limits: { requestTimeout: 500 } }),
  unavailable: () => askExample("unavailable", undefined, { catalog: () => undefined }),
  origin_not_allowed: askRestricted,
  too_many_invalid_keys: () =>
    // Repeats if a minute ends meanwhile, since the count then restarts.
    vi.waitFor(async () => {
      const response = await askExample("too_many_invalid_keys");
      expect(response.status).toBe(429);
      return response;
    }, PATIENTLY),
  internal_error: () => ask(commandOf(operations[0]!.description), undefined, { catalog: failing }),
};

function askExample(code: ErrorCode, artifacts?: string, options?: Partial<ServerOptions>) {
  return ask(REFUSED_REQUESTS[code].command!, artifacts, options);
}

/** Sends a request with a key that is restricted to one origin. */
async function askRestricted(): Promise<Printed> {
  const service = await startService(shippedArtifacts);
  try {
    const { key } = await createKey(service.keyFile, "free", "web", { origins: ["https://a.example"] });
    return await vi.waitFor(async () => {
      const { command } = REFUSED_REQUESTS.origin_not_allowed;
      const response = await runCurl(command!, service.port, service.folder, key);
      expect(response.status, "until the server has read the key file").toBe(403);
      return response;
    }, PATIENTLY);
  } finally {
    await service.close();
  }
}

function failing(): never {
  throw new Error("the disk is on fire");
}

/** The id in the log differs every time. */
const withoutId = (text: string): string => text.replace(/under [\w-]+"/, 'under …"');

const CODES = Object.keys(ERRORS) as ErrorCode[];
const shown = (code: ErrorCode): object => ({
  success: false,
  error: { code, ...ERRORS[code].example },
  _meta: REFUSED_REQUESTS[code].meta,
});

describe.concurrent("example requests of errors", () => {
  const check = new Ajv({ strict: true }).compile(ErrorResponse);

  it.each(CODES)("responds to the example request of the error %s as documented", async (code) => {
    const { status, body } = await (SERVERS[code] ?? (() => askExample(code)))();
    expect(status).toBe(ERRORS[code].status);
    expect(check(JSON.parse(body)) || check.errors).toBe(true);
    expect(withoutId(body)).toBe(withoutId(JSON.stringify(shown(code))));
  });

  it("documents the error's request wherever the error is documented", () => {
    expect(refusals.length).toBeGreaterThan(CODES.length);
    for (const { description, value } of refusals) {
      const { code } = value.error;
      expect(value).toEqual(shown(code));
      if (REFUSED_REQUESTS[code].command === undefined) expect(description).toBeUndefined();
      else expect(commandOf(description)).toBe(REFUSED_REQUESTS[code].command);
    }
    // No operation returns these.
    for (const code of ["route_not_found", "method_not_allowed"] as const)
      expect(document.info.description).toContain(REFUSED_REQUESTS[code].command);
  });
});
