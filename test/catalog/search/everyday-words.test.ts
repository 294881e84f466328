import { describe, expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

/** Names of an icon set: pairs of words that mean the same. */
const THINGS = [
  "Trash",
  "Garbage",
  "Picture Frame",
  "Photo",
  "Car Front",
  "Automobile",
  "House",
  "Home",
  "Ticket",
  "Tick",
];
const BRANDS = ["Zorbex", "Kwalto", "Fendrik", "Ulmaro", "Prixon", "Veltano", "Draskin", "Omburo", "Tarvex", "Quilmo"];

const listed = (names: readonly string[]) => searchedRecords(names.map((name) => icon(name)));

describe("in an icon set", () => {
  const { found } = listed([...THINGS.filter((name) => name !== "Tick"), "Paper Trash", "Checkmark", "Brand Zorbex"]);

  it.each([
    ["trah", "trash"],
    ["garbge", "garbage"],
    ["pictire", "picture-frame"],
    ["automobil", "automobile"],
  ])("a slip in an everyday word is corrected: %s", (q, id) => {
    expect(found({ q }).ids).toContain(id);
  });

  it.each([
    ["no everyday word", "zorbx"],
    ["another first letter", "drash"],
    ["three letters", "trs"],
  ])("nothing is corrected to %s: %s", (_, q) => {
    expect(found({ q }).ids).toEqual([]);
  });

  it("an everyday word means what it says rather than the beginning of a longer one", () => {
    const { ids } = found({ q: "tick" });
    expect(ids.indexOf("checkmark")).toBeLessThan(ids.indexOf("ticket"));
  });
});

describe("among brands", () => {
  const { found } = listed([...BRANDS, "Trashly", "Trash Panda", "Paper Trash", "Garbage", "Ticketing", "Checkmark"]);

  it("a word of a name is no correction", () => {
    expect(found({ q: "trah" }).ids).toEqual([]);
  });

  it("names that a query begins come first", () => {
    expect(found({ q: "tick" }).ids[0]).toBe("ticketing");
  });
});
