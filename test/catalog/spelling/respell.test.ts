import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { words } from "#src/text/fold.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";

let catalog: Catalog;
beforeAll(() => {
  catalog = openCatalog(shippedArtifacts);
});

const firstOf = (q: string): { name: string | undefined; didYouMean: string | undefined } => {
  const { ordinals, didYouMean } = catalog.list({ q });
  return { name: ordinals.length === 0 ? undefined : catalog.record(ordinals[0]!).name, didYouMean };
};

describe("a query that finds nothing is answered by", () => {
  it.each([
    ["a letter left out", "spotfy", "Spotify", "spotify"],
    ["a letter too many", "facebbook", "Facebook", "facebook"],
    ["another letter", "photoshup", "Adobe Photoshop", "photoshop"],
    ["neighbours swapped", "goolge", "Google Search", "google"],
    ["the first letter wrong", "xhatsapp", "WhatsApp", "whatsapp"],
    ["two edits in a long word", "instagarmm", "Instagram", "instagram"],
    ["a word among others", "visual studoi code", "Visual Studio Code", "visual studio code"],
    ["two words", "micrsoft teems", "Microsoft Teams", "microsoft teams"],
    ["a word that is still being typed", "visaul stu", "Visual Studio Code", "visual stu"],
    ["words that belong together", "face book", "Facebook", "facebook"],
    ["words run together", "visualstudiocode", "Visual Studio Code", "visual studio code"],
    ["an and too many", "pro and tools", "Pro Tools", "pro tools"],
    ["accents and case beside an edit", "SPÓTFY", "Spotify", "spotify"],
  ])("%s: %s", (_, asked, name, answered) => {
    expect(firstOf(asked)).toEqual({ name, didYouMean: answered });
  });

  it.each([
    ["three edits", "spptyfyy"],
    ["an edit in three letters", "zqx"],
    ["two edits in seven letters", "spptyfi"],
    ["no letter", "§§§§"],
    ["nine words", "a b c d e f g h spotfy"],
    ["four unknown words", "spotfy facebbook googlle instgrm"],
  ])("nothing where it has %s: %s", (_, asked) => {
    expect(firstOf(asked)).toEqual({ name: undefined, didYouMean: undefined });
  });

  it("itself where it finds something, also where the filters leave nothing", () => {
    expect(firstOf("spotify").didYouMean).toBeUndefined();
    const filtered = catalog.list({ q: "spotify", category: ["games"] });
    expect(filtered).toMatchObject({ total: 0, didYouMean: undefined });
  });

  it("the same query whatever the filters and the page", () => {
    expect(catalog.list({ q: "spotfy", category: ["music"] })).toMatchObject({ total: 1, didYouMean: "spotify" });
    expect(catalog.list({ q: "spotfy", category: ["games"] })).toMatchObject({ total: 0, didYouMean: "spotify" });
    expect(catalog.list({ q: "spotfy", page: 9 })).toMatchObject({ total: 1, didYouMean: "spotify" });
  });

  it("exactly what the query that is named finds", () => {
    const names = Array.from({ length: catalog.size }, (_, at) => catalog.record(at).name);
    const misspelled = fc
      .tuple(fc.constantFrom(...names), fc.nat(20), fc.constantFrom("", "x", "q"))
      .map(([name, at, letter]) => name.slice(0, at) + letter + name.slice(at + 1));
    fc.assert(
      fc.property(misspelled, (q) => {
        const { didYouMean, ...found } = catalog.list({ q });
        if (didYouMean === undefined) return;
        expect(words(didYouMean).join(" ")).toBe(didYouMean);
        const { didYouMean: none, ...named } = catalog.list({ q: didYouMean });
        expect(none).toBeUndefined();
        expect(named).toEqual(found);
        expect(found.total).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
