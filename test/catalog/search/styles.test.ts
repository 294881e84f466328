import { expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

const { found } = searchedRecords([
  icon("Bulb", { keywords: ["idea lamp"] }),
  icon("Bulb Filled", { keywords: ["idea lamp"] }),
  icon("Bulb Outline", { keywords: ["idea lamp"] }),
  icon("Chart Line"),
  icon("Kite"),
  icon("Border", { keywords: ["kite outline"] }),
  ...Array.from({ length: 300 }, (_, at) => icon(`Other ${at}`)),
]);

it.each([
  ["solid idea lamp", "bulb-filled"],
  ["idea lamp, fill version", "bulb-filled"],
  ["hollow idea lamp", "bulb-outline"],
  ["idea lamp line art", "bulb-outline"],
])("finds icons whose names say that they are drawn as asked: %s", (q, id) => {
  expect(found({ q }).ids[0]).toBe(id);
});

it("finds an icon in any style if none is drawn as asked, rather than one whose texts have the words", () => {
  expect(found({ q: "kite outline" }).ids[0]).toBe("kite");
});

it("takes a line for what the icon shows if no noun about style follows", () => {
  expect(found({ q: "line chart" }).ids).toEqual(["chart-line"]);
});
