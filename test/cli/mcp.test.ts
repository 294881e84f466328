import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let client: Client;
let catalog: Catalog;
beforeAll(async () => {
  catalog = openCatalog(shippedArtifacts);
  client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["cli/icons.mjs", "mcp", "--artifacts", shippedArtifacts, "--public-url", "https://icons.test"],
    }),
  );
});
afterAll(() => client.close());

/** The parsed result of a tool. */
async function call(
  name: string,
  args: Record<string, unknown>,
): Promise<{ failed: boolean; text: string; result: never }> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const { text } = (content as unknown as [{ text: string }])[0];
  return { failed: isError === true, text, result: (isError ? undefined : JSON.parse(text)) as never };
}

describe("icons mcp", () => {
  it("offers seven read-only tools", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...["search_icons", "show_icon", "icon_image", "contact_sheet", "similar_icons", "resolve_icons"],
      "list_categories",
    ]);
    for (const { annotations, description } of tools) {
      expect(annotations?.readOnlyHint).toBe(true);
      expect(description!.length).toBeGreaterThan(20);
    }
  });

  it("tells assistants how to begin, and returns results as text and by a schema", async () => {
    expect(client.getInstructions()).toMatch(/search_icons.*show_icon.*similar_icons/);
    const { tools } = await client.listTools();
    for (const [name, args] of [
      ["search_icons", { query: "spotfy" }],
      ["search_icons", { query: "listen to songs on a phone" }],
      ["show_icon", { id: "spotify" }],
      ["similar_icons", { id: "spotify" }],
      ["list_categories", {}],
    ] as const) {
      expect(tools.find((tool) => tool.name === name)?.outputSchema).toBeDefined();
      // The client validates it against the schema.
      const { content, structuredContent } = await client.callTool({ name, arguments: args });
      expect(structuredContent).toEqual(JSON.parse((content as unknown as [{ text: string }])[0].text));
    }
  });

  it("offers the dataset and icons as resources", async () => {
    const { contents } = await client.readResource({ uri: "icon://spotify" });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
      id: "spotify",
      iconUrl: expect.stringContaining("https://icons.test/"),
    });
    await expect(client.readResource({ uri: "icon://no-such-icon" })).rejects.toThrow("no icon has the id");
  });

  it("searches icons by words, labels and pages", async () => {
    const { result } = await call("search_icons", { query: "spotify" });
    expect(result).toEqual({
      total: 1,
      page: 1,
      totalPages: 1,
      icons: [{ id: "spotify", name: "Spotify", category: "music", developer: "Spotify" }],
    });
    const asked = { category: ["music"], color: ["green"] };
    const { total, ordinals } = catalog.list({ ...asked, page: 2, limit: 3 });
    const paged = (await call("search_icons", { ...asked, page: 2, limit: 3 })).result as {
      total: number;
      icons: { id: string }[];
    };
    expect(paged.total).toBe(total);
    expect(paged.icons.map(({ id }) => id)).toEqual([...ordinals].map((ordinal) => catalog.record(ordinal).id));
  });

  it("says which labels no icon has, as the API does", async () => {
    const { result } = await call("search_icons", { category: ["gmaes"] });
    const warnings = [{ param: "category", message: 'no icon has the category "gmaes"', did_you_mean: "games" }];
    expect(result).toMatchObject({ total: 0, warnings });
  });

  it("reports the corrected query that it searched", async () => {
    expect((await call("search_icons", { query: "spotfy" })).result).toMatchObject({ total: 1, didYouMean: "spotify" });
  });

  it("shows an icon and finds similar icons", async () => {
    const { phash, website } = catalog.get("spotify");
    const shown = (await call("show_icon", { id: "spotify" })).result;
    expect(shown).toMatchObject({ name: "Spotify", phash, website, iconUrl: "https://icons.test/images/spotify" });
    const alike = (await call("similar_icons", { id: "spotify", limit: 3 })).result as {
      icons: { id: string; score: number }[];
    };
    const { matches } = catalog.similar({ id: "spotify", limit: 3, by: "look" });
    expect(alike.icons.map(({ id, score }) => ({ id, score }))).toEqual(
      matches.map(({ ordinal, score }) => ({ id: catalog.record(ordinal).id, score })),
    );
    expect((await call("similar_icons", { phash })).result).toMatchObject({
      phash,
      icons: [{ id: "spotify", distance: 0 }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    });
  });

  it("returns the image of an icon as image content", async () => {
    const options = { size: 64, color: "red", background: "white" };
    const { content } = await client.callTool({ name: "icon_image", arguments: { id: "spotify", ...options } });
    const image = await catalog.image("spotify", { ...options, format: "png" });
    expect(content).toEqual([{ type: "image", mimeType: "image/png", data: image!.toString("base64") }]);
    const svg = await client.callTool({ name: "icon_image", arguments: { id: "spotify", format: "svg" } });
    const drawing = await catalog.image("spotify", { format: "svg" });
    expect(svg.content).toEqual([{ type: "text", text: drawing!.toString() }]);
  });

  it("returns several icons in one image, each in its place, with their ids line by line", async () => {
    const ids = ["spotify", "slack", "github", "react", "docker", "firefox", "xbox", "steam", "Visual Studio Code"];
    for (const theme of ["light", "dark"] as const) {
      const { content } = await client.callTool({ name: "contact_sheet", arguments: { ids, theme } });
      const [image, text] = content as unknown as [{ mimeType: string; data: string }, { text: string }];
      expect(image.mimeType).toBe("image/png");
      expect(text.text.split("\n").map((line) => line.split(", "))).toEqual([ids.slice(0, 8), ids.slice(8)]);
      const sheet = sharp(Buffer.from(image.data, "base64"));
      expect(await sheet.metadata()).toMatchObject({ width: 8 * 96 + 7 * 24, height: 2 * 96 + 24 });
      const placeOf = async (left: number): Promise<Buffer> =>
        sheet.clone().extract({ left, top: 0, width: 96, height: 96 }).removeAlpha().raw().toBuffer();
      const background = theme === "light" ? "white" : "black";
      const alone = await catalog.image("spotify", { size: 96, format: "png", background, padding: 0 });
      const expected = await sharp(alone!).removeAlpha().raw().toBuffer();
      const found = await placeOf(0);
      expect(found.reduce((sum, level, at) => sum + Math.abs(level - expected[at]!), 0) / found.length).toBeLessThan(3);
      const paper = await sheet.clone().extract({ left: 97, top: 0, width: 20, height: 90 }).raw().toBuffer();
      expect(paper[0]).toBe(theme === "light" ? 255 : 0);
    }
  });

  it("lists categories with their counts", async () => {
    const identities = [
      { kind: "domain", value: "open.spotify.com" },
      { kind: "name", value: "no such icon" },
    ];
    expect((await call("resolve_icons", { identities })).result).toEqual({
      icons: [expect.objectContaining({ id: "spotify", reason: "parent domain" }), { reason: "unknown" }],
    });
    expect((await call("list_categories", {})).result).toEqual({ categories: catalog.labels("category") });
  });

  it.each([
    ["show_icon", { id: "spotifi" }, /no icon has the id "spotifi"/],
    ["contact_sheet", { ids: [] }, /ids/],
    ["contact_sheet", { ids: ["spotify", "no such icon"] }, /"no such icon"/],
    ["icon_image", { id: "spotifi" }, /no icon has the id "spotifi"/],
    ["icon_image", { id: "spotify", size: 5000 }, /size/],
    ["icon_image", { id: "spotify", color: "gren" }, /color must be a CSS color/],
    ["icon_image", { id: "slack", color: "red" }, /several colors/],
    ["similar_icons", {}, /give either id or phash/],
    ["similar_icons", { phash: "xyz" }, /phash/],
    ["search_icons", { limit: 500 }, /limit must be <= 50/],
    ["search_icons", { quary: "music" }, /quary is not an argument; did you mean query\?/],
    ["search_icons", { match: "exact", color: "red" }, /match must be one of auto, .*; color must be array/],
    ["show_icon", {}, /id is missing/],
    ["resolve_icons", { identities: [{ kind: "domain" }] }, /identities\.0\.value is missing/],
  ])("returns an error message to the assistant: %s %j", async (name, args, told) => {
    const { failed, text } = await call(name, args);
    expect(failed).toBe(true);
    expect(text).toMatch(told);
  });
});
