import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClientOptions, createClient } from "#src/client/index.js";
import { clientText } from "#src/explorer/request-view.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

const IMPORT = 'import { createClient } from "icon-data-api/client";\n';

/** Runs a program with `create` in place of its import. @returns its `data` */
async function run(text: string, create: typeof createClient, key?: string): Promise<unknown> {
  expect(text.startsWith(IMPORT)).toBe(true);
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  return new AsyncFunction("createClient", "key", `${text.slice(IMPORT.length)}\nreturn data;`)(create, key);
}

/** Runs a program without a network. @returns the requested URL */
async function addressOf(text: string): Promise<string> {
  let asked = "";
  const respondNothing = async (url: unknown): Promise<Response> => {
    asked = String(url);
    return new Response('{"success":true}');
  };
  await run(text, (options: ClientOptions) => createClient({ ...options, fetch: respondNothing }));
  return asked;
}

describe("request displayed as a client call", () => {
  it.each([
    "icons",
    "icons?q=it%27s+%22goo%22&category=music,design&facets=category,color,style,mood&limit=3",
    "icons/spotify",
    "categories",
    "resolve?domain=open.spotify.com&name=slack",
    "similar?id=spotify&limit=20&include=mirrored,inverted",
    "similar?phash=be86c13ec93cc1c3&limit=20",
    `similar?shape=${"0f".repeat(64)}&palette=1db954:0.82,191414:0.18&limit=20`,
  ])("displays a client call that returns the same response: %s", async (target) => {
    const path = `/api/v1/${target}`;
    const { body } = await service.ask(path, { "X-API-Key": service.pro });
    const text = clientText(`http://127.0.0.1:${service.port}${path}`, "key");
    expect(await run(text, createClient, service.pro)).toEqual(body.data);
  });

  it("displays no key if none is needed, and no path but the service's", () => {
    expect(clientText("https://icons.test/below/api/v1/icons?q=a&limit=3&color=red,blue", undefined)).toBe(
      `${IMPORT}
const client = createClient({ baseUrl: "https://icons.test/below" });
const { data } = await client.icons({ q: "a", limit: 3, color: ["red", "blue"] });`,
    );
  });

  it("displays a client call for the same address, whatever it contains", async () => {
    const texts = fc.string({ unit: "grapheme", minLength: 1 });
    await fc.assert(
      fc.asyncProperty(texts, fc.array(texts, { minLength: 1 }), async (q, labels) => {
        const url = new URL("http://icons.test/api/v1/icons");
        url.search = new URLSearchParams({ q, mood: labels.join(), limit: "100" }).toString();
        expect(await addressOf(clientText(url.href, undefined))).toBe(url.href);
        const icon = `http://icons.test/api/v1/icons/x${encodeURIComponent(q)}`;
        expect(await addressOf(clientText(icon, undefined))).toBe(icon);
      }),
    );
  });
});
