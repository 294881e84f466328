import { join } from "node:path";
import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { placeholder } from "#cli/images/painting.js";
import { renderEntry } from "#cli/listing/render-entry.js";
import { nearestOf256 } from "#cli/terminal/color.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { blockPixels, decodeFile, kittyFiles, kittyPieces, shrinkPlainly } from "../support/drawn.js";
import { temporaryFolder } from "../support/folder.js";
import { showOnScreen } from "../support/screen.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { type AskOptions, askOnTerminal, describeOnTerminal } from "../support/terminal.js";

const GROUND = [16, 32, 48];
const SAYS_GROUND = "\u001b]11;rgb:1010/2020/3030\u001b\\";
const KNOWS_KITTY = "\u001b_Gi=1;OK\u001b\\\u001b[?62;22c";
const KNOWS_NOTHING = "\u001b[?1;2c";
const TRUE_COLOR = { COLORTERM: "truecolor" };

/** The last terminal query. */
const ASKED = "\u001b[c";
/** Includes shapes and gradients, opaque and partly transparent. */
const LIMIT = 12;
const SEARCH = ["search", "goo", "--limit", String(LIMIT)];

function catalog(): Catalog {
  return openCatalog(shippedArtifacts);
}

/** The images that `SEARCH` finds. */
function imagesFound(): Promise<Buffer[]> {
  const asked = catalog();
  const { ordinals } = asked.list({ q: "goo", limit: LIMIT });
  return Promise.all(Array.from(ordinals, async (ordinal) => (await asked.image(asked.record(ordinal).id))!));
}

const runs = new Map<string, Promise<string>>();

/** The output of a command. Tests of the same run share it. */
function shown(args: readonly string[], options: AskOptions = {}): Promise<string> {
  const name = JSON.stringify([args, options]);
  const run = runs.get(name) ?? askOnTerminal(args, { response: KNOWS_NOTHING, ...options }).then((seen) => seen.shown);
  runs.set(name, run);
  return run;
}

/** The output of `SEARCH` in a protocol on a terminal that responds to all queries. */
function searched(pictures: string): Promise<string> {
  const response = SAYS_GROUND + KNOWS_KITTY;
  return shown([...SEARCH, "--images", pictures], { env: TRUE_COLOR, response });
}

describeOnTerminal("images in Kitty's protocol", () => {
  it("draws the images of the generation in list order and exact to the pixel", async () => {
    const files = kittyFiles(await searched("kitty"));
    expect(files).toHaveLength(LIMIT);
    for (const [at, image] of (await imagesFound()).entries()) {
      const [drawn, stored] = [await decodeFile(files[at]!), await decodeFile(image)];
      expect([drawn.width, drawn.height]).toEqual([stored.width, stored.height]);
      expect(Buffer.compare(drawn.data, stored.data)).toBe(0);
    }
  });

  it("splits Kitty images into valid chunks, three rows high, without moving the cursor or requesting a response", async () => {
    const pieces = kittyPieces(await shown(["show", "instagram", "--images", "kitty"]));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces[0]!.control).toBe("a=T,f=100,r=8,C=1,q=2,m=1");
    expect(pieces.at(-1)!.control).toBe("q=2,m=0");
    for (const { payload } of pieces) expect(payload.length).toBeLessThanOrEqual(4096);
  });
});

describeOnTerminal("half blocks", () => {
  it("draws area averages over the terminal's background", async () => {
    const text = await searched("blocks");
    const lines = text.slice(text.lastIndexOf(ASKED) + ASKED.length).split("\n");
    for (const [at, image] of (await imagesFound()).entries()) {
      const { data } = blockPixels(lines.slice(at * 4, at * 4 + 4), 7);
      const expected = shrinkPlainly(await decodeFile(image), 7, GROUND);
      for (const [pixel, color] of expected.entries()) {
        const [red, green, blue, alpha] = data.subarray(pixel * 4);
        const seen = alpha ? [red!, green!, blue!] : GROUND;
        // Nearly transparent pixels become fully transparent.
        const margin = alpha ? 2 : 17;
        for (const [channel, value] of color.entries()) expect(Math.abs(seen[channel]! - value)).toBeLessThan(margin);
      }
    }
  });

  it("draws with 256 colors unless the terminal reports true color", async () => {
    const text = await shown(["search", "spotify"], { env: {}, response: KNOWS_NOTHING });
    expect(text).toContain("\u001b[38;5;");
    expect(text).not.toMatch(/\[[34]8;2;/);
  });

  it("draws a dark image on a light tile only if the background is dark", async () => {
    const args = ["search", "deno"];
    const env = TRUE_COLOR;
    const onDark = await shown(args, { env, response: `\u001b]11;rgb:00/00/00\u0007${KNOWS_NOTHING}` });
    expect(onDark).toContain("2;230;233;239m");
    const onLight = await shown(args, { env, response: `\u001b]11;rgb:ff/ff/ff\u0007${KNOWS_NOTHING}` });
    expect(onLight).not.toContain("2;230;233;239m");
  });
});

describeOnTerminal("choice of the image protocol", () => {
  const KITTY = "\u001b_G";
  const BLOCKS = "▀";
  const TABLE = "┌";

  it.each<[string, Record<string, string>, string, string]>([
    ["by the terminal's response", {}, KNOWS_KITTY, KITTY],
    ["by the response of a terminal without it", {}, KNOWS_NOTHING, BLOCKS],
    [
      "by the response of a terminal whose images are disabled",
      {},
      `\u001b_Gi=1;ENOTSUP\u001b\\${KNOWS_NOTHING}`,
      BLOCKS,
    ],
    ["by ICONS_IMAGES", { ICONS_IMAGES: "kitty" }, KNOWS_NOTHING, KITTY],
    ["not under NO_COLOR", { NO_COLOR: "1", ICONS_IMAGES: "kitty" }, KNOWS_KITTY, TABLE],
    ["not on a dumb terminal", { TERM: "dumb" }, KNOWS_KITTY, TABLE],
  ])("chooses the image protocol %s", async (_name, env, response, expected) => {
    const text = (await shown(["search", "spotify"], { env, response })).split(ASKED).at(-1)!;
    expect([KITTY, BLOCKS, TABLE].filter((way) => text.includes(way))).toEqual([expected]);
  });

  it("falls back to a table if the terminal is too narrow", async () => {
    expect(await shown(["search", "spotify"], { columns: 39 })).toContain(TABLE);
  });

  it("sends no terminal query if no image is shown", async () => {
    const env = { ICONS_IMAGES: "off" };
    expect((await askOnTerminal(["search", "spotify"], { env })).rawWhenAsked).toBeNull();
    expect((await askOnTerminal(["search", "spotify", "--json"])).rawWhenAsked).toBeNull();
  });
});

describeOnTerminal("terminal mode", () => {
  it.each([
    ["responds", KNOWS_NOTHING],
    ["does not respond", ""],
    ["sends something else", "\u001b[A\u001b[?99"],
  ])("restores the terminal mode after images are drawn if the terminal %s", async (_name, response) => {
    const seen = await askOnTerminal(["search", "google", "--limit", "5"], { response, awaited: "google-" });
    expect(seen).toMatchObject({ code: 0, rawWhenAsked: true, rawWhenAwaited: false });
  });

  it("is restored if the command fails while the terminal is queried", async () => {
    const artifacts = temporaryFolder();
    const seen = await askOnTerminal(["search", "google"], { artifacts, awaited: "contains no generation" });
    expect(seen).toMatchObject({ code: 1, rawWhenAsked: true, rawWhenAwaited: false });
  });

  it("lets Ctrl-C end the command", async () => {
    const { code, shown: text } = await askOnTerminal(["search", "google"], { response: "\u0003" });
    expect(code).toBe(-2);
    expect(text).not.toContain("google-");
  });
});

describeOnTerminal("text next to images", () => {
  it("reserves space before it draws an image, so that the screen does not scroll it away", async () => {
    const drawn = (await showOnScreen(await searched("kitty"))).pictures;
    expect(drawn.map(({ line, column }) => [line, column])).toEqual(drawn.map((_, at) => [at * 4, 0]));
    expect(drawn).toHaveLength(LIMIT);
    for (const { linesBelow } of drawn) expect(linesBelow).toBeGreaterThanOrEqual(3);
  });

  it.each(["kitty", "blocks"])("places text correctly next to %s images", async (pictures) => {
    const { lines } = await showOnScreen(await searched(pictures));
    const asked = catalog();
    for (const [at, ordinal] of [...asked.list({ q: "goo", limit: LIMIT }).ordinals].entries()) {
      const { id, name, category, developer } = asked.record(ordinal);
      const beside = lines.slice(at * 4, at * 4 + 4).map((line) => line.slice(9).trimEnd());
      expect(beside).toEqual([name, `${id} · ${category} · ${developer}`, expect.any(String), ""]);
    }
    expect(lines[LIMIT * 4]!.trimEnd()).toMatch(/^\d+ icons, page 1 of \d+$/);
  });

  it("shows name, id, category, developer and appearance in a search", async () => {
    const text = await shown(["search", "goo", "map"]);
    expect(text).toContain("\u001b[1m\u001b[4mGoo\u001b[24mgle \u001b[4mMap\u001b[24ms\u001b[22m");
    expect(text).toContain("\u001b[36mgoogle-maps\u001b[39m · travel · ");
    expect(text).toMatch(/\d+ icons, page 1 of/);
  });

  it("shows the distances of similar icons", async () => {
    const { matches } = catalog().similar({ id: "spotify", limit: 1 });
    const text = await shown(["similar", "spotify", "--limit", "1"]);
    expect(text).toContain(
      `score ${matches[0]!.score!.toFixed(2)} · distance ${matches[0]!.distance} · shape distance ${matches[0]!.shapeDistance} · color distance `,
    );
    expect(text).toContain("━");
    expect(await shown(["similar", "spotify", "--limit", "1", "--by", "color"])).toContain("color distance 0.");
  });

  it("shows an icon's summary, and below it all fields at any terminal width", async () => {
    const text = await shown(["show", "spotify"], { columns: 40 });
    expect(text.split("▀").length).toBeGreaterThan(50);
    for (const field of ["id", "name", "developer", "style", "mood", "colorPalette"])
      expect(text).toMatch(new RegExp(`│\\S* ${field} +`));
  });

  it("shows a frame of the same size for an icon without an image", async () => {
    const folder = temporaryFolder({
      "a.json": [{ id: "a", name: "élan", developer: "B", category: "c", description: "An icon." }],
    });
    const artifacts = join(folder, "out");
    await compile({ data: join(folder, "a.json"), out: artifacts });
    const text = await shown(["search", "elan"], { artifacts });
    for (const part of ["╭─────╮", "│  É  │", "╰─────╯"]) expect(text).toContain(part);
  });
});

describe("gallery entry", () => {
  const painter = (columns: number) => {
    const area = { columns, rows: columns >> 1 };
    return { area, paint: async (_image: undefined, name: string) => placeholder(name, area) };
  };

  it("fits a gallery entry to the terminal width where a cut meets characters of two columns", async () => {
    const lines = ["   ⺀   ⺀⺀⺀ "];
    for (let columns = 18; columns < 40; columns++) {
      const text = await renderEntry(painter(16), { name: "a", image: undefined, lines }, columns);
      for (const line of text.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    }
  });

  it("fits a gallery entry to the terminal width for any name", async () => {
    const name = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }),
      fc.string({ unit: fc.constantFrom("漢", "Ａ", "é", "👩‍👩‍👧", "e\u0301", "ไ", "a"), minLength: 1, maxLength: 80 }),
    );
    await fc.assert(
      fc.asyncProperty(
        name,
        name,
        fc.integer({ min: 40, max: 120 }),
        fc.constantFrom(7, 16),
        async (a, b, columns, wide) => {
          const lines = [`\u001b[1m${a}\u001b[22m`, b];
          const text = await renderEntry(painter(wide), { name: a, image: undefined, lines }, columns);
          for (const line of text.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
          expect(text.split("\n")).toHaveLength((wide >> 1) + 2);
        },
      ),
    );
  });
});

describe("nearest of 256 colors", () => {
  const LEVELS = [0, 95, 135, 175, 215, 255];
  const colorOf = (number: number): number[] => {
    if (number >= 232) return Array(3).fill(8 + 10 * (number - 232));
    const at = number - 16;
    return [LEVELS[Math.floor(at / 36)]!, LEVELS[Math.floor(at / 6) % 6]!, LEVELS[at % 6]!];
  };

  it("finds the nearest of 256 colors like an exhaustive search", () => {
    const channel = fc.integer({ min: 0, max: 255 });
    const gray = channel.map((value) => [value, value, value] as [number, number, number]);
    fc.assert(
      fc.property(fc.oneof(fc.tuple(channel, channel, channel), gray), (color) => {
        const far = (number: number): number =>
          colorOf(number).reduce((sum, value, at) => sum + (value - color[at]!) ** 2, 0);
        const least = Math.min(...Array.from({ length: 240 }, (_, at) => far(at + 16)));
        expect(far(nearestOf256(color))).toBe(least);
      }),
    );
  });
});
