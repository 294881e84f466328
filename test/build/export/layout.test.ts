import { posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filesOf, LayoutError, parseLayout } from "#build/export/layout.js";

const icon = (id: string, category = "c"): { id: string; category: string } => ({ id, category });
const pathsOf = (layout: string, id: string, sizes: number[] = [], category = "c"): string[] =>
  filesOf(parseLayout(layout, sizes), icon(id, category), "svg").map(({ path }) => path);

describe("parseLayout", () => {
  it.each([
    ["", [], '"" is not a path; give one such as {id}.svg'],
    ["{id}.svg,", [], '"" is not a path'],
    ["/{id}.svg", [], "is an absolute path; give one below the folder"],
    ["C:/{id}.svg", [], "is an absolute path"],
    ["\\\\host\\{id}.svg", [], "is an absolute path"],
    ["../{id}.svg", [], "consists of dots; give a path below the folder"],
    ["a/../../{id}.svg", [], "consists of dots"],
    ["a//{id}.svg", [], "is empty or consists of dots"],
    ["a\\{id}.svg", [], "a character that some systems don't allow in file names"],
    ["a?/{id}.svg", [], "a character that some systems don't allow in file names"],
    ["a\n/{id}.svg", [], "a character that some systems don't allow in file names"],
    ["{name}.svg", [], "unknown placeholder {name}; use {id}, {category}, {ext}, {size}"],
    ["{{id}}.svg", [], "has an unbalanced brace"],
    ["icons.svg", [], "would be one file for all icons; add {id}"],
    ["{category}/all.png", [], "would be one file for all icons; add {id}"],
    ["{id}.gif", [], "does not end in an image format; end it in .svg, .png, .webp, .avif, .jpg, .ico or .{ext}"],
    ["{id}", [], "does not end in an image format"],
    ["{id}.svg/x", [], "does not end in an image format"],
    ["{size}/{id}.png", [], "has {size}, but no size is given; add --size"],
    ["{id}.png", [32, 64], "would be one file for 2 sizes; add {size}"],
    ["{id}.svg", [32], "has no file that depends on a size"],
    ["{id}.png,{id}.svg,{id}.png", [], "names {id}.png twice"],
    ["dashboard-icons", [64], "has sizes of its own; remove --size"],
  ])("rejects %j with sizes %j, with a reason", (text, sizes, message) => {
    expect(() => parseLayout(text, sizes)).toThrow(LayoutError);
    expect(() => parseLayout(text, sizes)).toThrow(message);
  });
});

describe("filesOf", () => {
  it("replaces placeholders, and writes a file per size for paths with {size}", () => {
    expect(pathsOf("svg/{id}.svg, {category}/{size}/{id}.png", "x", [32, 64], "fun")).toEqual([
      "svg/x.svg",
      "fun/32/x.png",
      "fun/64/x.png",
    ]);
  });

  it("writes a raster image with its own extension, and not as SVG", () => {
    const layout = parseLayout("{id}.{ext},{id}.svg", []);
    expect(filesOf(layout, icon("x"), "jpeg")).toEqual([
      { path: "x.jpg", format: "jpg", size: undefined, stored: true, dropIn: false },
    ]);
  });

  it("leaves drawings at their own size unless the path has {size}", () => {
    const sizes = (text: string): unknown[] =>
      filesOf(parseLayout(text, [64]), icon("x"), "svg").map(({ size }) => size);
    expect(sizes("{id}.svg,{id}.png,{size}/{id}.svg,x/{id}.{ext}")).toEqual([undefined, 64, 64, undefined]);
  });

  it.each([
    ["../../etc/passwd", "..%2F..%2Fetc%2Fpasswd.svg"],
    ["a\\b", "a%5Cb.svg"],
    ["a:b*c?", "a%3Ab%2Ac%3F.svg"],
    ["con", "%63on.svg"],
    ["COM1", "%43OM1.svg"],
    ["é", "%C3%A9.svg"],
  ])("writes the id %j as %s", (id, name) => {
    expect(pathsOf("{id}.svg", id)).toEqual([name]);
  });

  it("treats a category of dots as a name", () => {
    expect(pathsOf("{category}/{id}.svg", "x", [], "..")).toEqual([".%2E/x.svg"]);
  });

  it("rejects a file name that is too long for file systems, and names the icon", () => {
    expect(() => pathsOf("{id}.svg", "漢".repeat(60))).toThrow(
      /^gives "漢+" the file name .* of 544 bytes, but file systems allow 255/,
    );
  });

  it("keeps every id and category inside the folder, also on Windows, and maps different ids to different paths", () => {
    const text = fc.string({
      unit: fc.constantFrom("/", "\\", ".", "..", ":", "%", "a", "A", "é", "\ud83d", "*", " "),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 2, maxLength: 2 }), text, ([one, other], category) => {
        const paths = [one!, other!].map((id) => pathsOf("{category}/{id}/{id}.svg", id, [], category)[0]!);
        for (const path of paths) {
          for (const system of [posix, win32]) {
            const inside = system.relative(system.resolve("/out"), system.resolve("/out", path));
            expect(inside.split(system.sep)).toEqual(path.split("/"));
          }
          expect(path.split("/")).toHaveLength(3);
        }
        if (one!.replaceAll("\ud83d", "\ufffd") !== other!.replaceAll("\ud83d", "\ufffd"))
          expect(paths[0]).not.toBe(paths[1]);
      }),
    );
  });
});
