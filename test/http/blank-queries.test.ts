import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { runHere } from "../support/run-here.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro", mcp: { version: "1" }, iconify: {} });
});
afterAll(() => service.close());

const catalog = openCatalog(shippedArtifacts);
/** Every character with the property White_Space, the byte order mark, and spaces without width. */
const SPACES = [
  ...["\t\n\v\f\r", "\u0085\u00a0\u1680", "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"],
  ...["\u2028\u2029", "\u202f\u205f\u3000", "\ufeff", "\u200b\u2060"],
].flatMap((characters) => [...characters]);
const BLANK = [" ", "   ", ...SPACES, SPACES.join("")];

async function callTool(name: string, args: object) {
  const response = await fetch(`http://127.0.0.1:${service.port}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  const text = await response.text();
  return JSON.parse(text.slice(text.indexOf("{"))).result.structuredContent;
}

describe("a query of white space counts as absent", () => {
  it.each(["", "&match=name", "&match=meaning", "&limit=3&highlight=true", "&category=music"])(
    "over HTTP, with %s",
    async (others) => {
      const { body: expected } = await service.ask(`/api/v1/icons?q=${others}`);
      for (const q of BLANK) {
        const { body } = await service.ask(`/api/v1/icons?q=${encodeURIComponent(q)}${others}`);
        expect({ q, ...body }).toEqual({ q, ...expected });
      }
      expect(expected.total).toBeGreaterThan(0);
    },
  );

  it("in the library", () => {
    const all = catalog.list();
    for (const q of BLANK) expect({ q, ...catalog.list({ q }) }).toEqual({ q, ...all });
  });

  it("on the command line", async () => {
    const artifacts = ["--artifacts", shippedArtifacts];
    for (const more of [["--json"], ["--explain"]]) {
      const expected = await runHere(["search", ...artifacts, ...more]);
      expect(await runHere(["search", ...artifacts, ...more, " ", "\u3000"])).toEqual(expected);
    }
    const { code, stderr } = await runHere(["export", ...artifacts, "--query", " ", "--out", "exported"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("select them with --query")]);
  });

  it("for assistants", async () => {
    const expected = await callTool("search_icons", {});
    for (const query of [" ", "\u3000\u0085"])
      expect(await callTool("search_icons", { query })).toEqual({ ...expected, total: catalog.size });
  });

  it("so that the Iconify API finds nothing", async () => {
    for (const q of BLANK) {
      const { status, body } = await service.ask(`/search?query=${encodeURIComponent(q)}`);
      expect({ q, status, ...body }).toMatchObject({ q, status: 200, icons: [], total: 0 });
    }
  });

  it("so that it is no name of an icon", async () => {
    for (const q of [" ", "\u3000", "\u0085"]) {
      const blank = encodeURIComponent(q);
      const { body } = await service.ask(`/api/v1/icons/${blank}`);
      expect(body.error).toMatchObject({
        code: "icon_not_found",
        message: expect.not.stringContaining("did you mean"),
      });
      const { body: resolved } = await service.ask(`/api/v1/resolve?name=${blank}&fuzzy=true`);
      expect(resolved.data).toEqual([expect.objectContaining({ icon: null })]);
    }
  });
});
