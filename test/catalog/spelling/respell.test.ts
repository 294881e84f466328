import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { UNLIMITED } from "#src/catalog/execution/work-budget.js";
import { openGeneration } from "#src/catalog/generation/generation.js";
import { unswapped } from "#src/catalog/spelling/respell.js";
import { words } from "#src/text/fold.js";
import { randomRuns } from "../../support/random-runs.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";

let catalog: Catalog;
beforeAll(() => {
  catalog = openCatalog(shippedArtifacts);
});

const firstOf = (q: string): { name: string | undefined; didYouMean: string | undefined } => {
  const { ordinals, didYouMean } = catalog.list({ q, match: "name" });
  return { name: ordinals.length === 0 ? undefined : catalog.record(ordinals[0]!).name, didYouMean };
};

describe("spelling corrections", () => {
  it.each([
    ["a missing letter", "spotfy", "Spotify", "spotify"],
    ["an extra letter", "facebbook", "Facebook", "facebook"],
    ["a wrong letter", "photoshup", "Adobe Photoshop", "photoshop"],
    ["neighboring letters swapped", "goolge", "Google", "google"],
    ["a wrong first letter", "xhatsapp", "WhatsApp", "whatsapp"],
    ["two edits in a long word", "instagarmm", "Instagram", "instagram"],
    ["two edits in a word that sounds the same", "kahut", "Kahoot!", "kahoot"],
    ["missing letters in a word that sounds the same", "pintrist", "Pinterest", "pinterest"],
    ["a wrong first letter that sounds the same", "clarna", "Klarna", "klarna"],
    ["the same letters in another order", "dorpbxo", "Dropbox", "dropbox"],
    ["one misspelled word among others", "visual studoi code", "Visual Studio Code", "visual studio code"],
    ["two misspelled words", "micrsoft teems", "Microsoft Teams", "microsoft teams"],
    ["a word that is still being typed", "visaul stu", "Visual Studio Code", "visual stu"],
    ["words that belong together", "face book", "Facebook", "facebook"],
    ["words run together", "visualstudiocode", "Visual Studio Code", "visual studio code"],
    ['an extra "and"', "pro and tools", "Pro Tools", "pro tools"],
    ["accents, upper case and an edit", "SPÓTFY", "Spotify", "spotify"],
  ])("corrects a query with %s: %s", (_, asked, name, searched) => {
    expect(firstOf(asked)).toEqual({ name, didYouMean: searched });
  });

  it.each([
    ["three edits", "spptyfyy"],
    ["an edit in three letters", "zqx"],
    ["two edits in seven letters", "spptyfi"],
    ["two edits in five letters, though it sounds the same", "rappi"],
    ["an improbable wrong letter in six letters", "trelbo"],
    ["a part of a name with another letter missing", "studo"],
    ["no letter", "§§§§"],
    ["nine words", "a b c d e f g h spotfy"],
    ["four unknown words", "spotfy facebbook googlle instgrm"],
  ])("corrects nothing in a query with %s: %s", (_, asked) => {
    expect(firstOf(asked)).toEqual({ name: undefined, didYouMean: undefined });
  });

  it("swaps two neighboring letters as a search over all words of names and aliases would", () => {
    const generation = openGeneration(shippedArtifacts, catalog.generation);
    const known = new Set(
      Array.from({ length: catalog.size }, (_, at) => catalog.record(at)).flatMap(({ name, aliases = [] }) =>
        [name, ...aliases].flatMap(words),
      ),
    );
    const swap = (word: string, at: number): string => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    const long = [...known].filter((word) => /^[a-z]{4,}$/.test(word));
    fc.assert(
      fc.property(fc.constantFrom(...long), fc.nat(20), (word, at) => {
        const asked = swap(word, at % (word.length - 1));
        const swaps = Array.from({ length: asked.length - 1 }, (_, at) => swap(asked, at)).filter(
          (swapped) => swapped !== asked && known.has(swapped),
        );
        expect(unswapped(generation, asked, UNLIMITED)).toBe(asked.length < 5 ? undefined : swaps.at(-1));
      }),
      randomRuns(500),
    );
  });

  it("keeps a query that matches something, even if the filters leave no result", () => {
    expect(firstOf("spotify").didYouMean).toBeUndefined();
    const filtered = catalog.list({ q: "spotify", category: ["games"] });
    expect(filtered).toMatchObject({ total: 0, didYouMean: undefined });
  });

  it("corrects a query in the same way for all filters and pages", () => {
    expect(catalog.list({ q: "spotfy", category: ["music"] })).toMatchObject({ total: 1, didYouMean: "spotify" });
    expect(catalog.list({ q: "spotfy", category: ["games"] })).toMatchObject({ total: 0, didYouMean: "spotify" });
    expect(catalog.list({ q: "spotfy", page: 9 })).toMatchObject({ total: 1, didYouMean: "spotify" });
  });

  it("lists exactly the results of the corrected query", () => {
    const names = Array.from({ length: catalog.size }, (_, at) => catalog.record(at).name);
    const misspelled = fc
      .tuple(fc.constantFrom(...names), fc.nat(20), fc.constantFrom("", "x", "q"))
      .map(([name, at, letter]) => name.slice(0, at) + letter + name.slice(at + 1));
    fc.assert(
      fc.property(misspelled, (q) => {
        const { didYouMean, matched, ...found } = catalog.list({ q, match: "name" });
        if (didYouMean === undefined) return;
        expect(words(didYouMean).join(" ")).toBe(didYouMean);
        expect(matched).toBe("spelling");
        const { didYouMean: none, matched: byName, ...named } = catalog.list({ q: didYouMean, match: "name" });
        expect([none, byName]).toEqual([undefined, undefined]);
        expect(named).toEqual(found);
        expect(found.total).toBeGreaterThan(0);
      }),
      randomRuns(500),
    );
  });
});
