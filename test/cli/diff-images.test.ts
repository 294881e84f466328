import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { temporaryFolder } from "../support/folder.js";
import { showOnScreen } from "../support/screen.js";
import { describeOnTerminal, onTerminal } from "../support/terminal.js";

const drawn = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v4H4v4H0z" fill="${color}"/></svg>`;
const icon = (id: string): object => ({ id, name: `Name of ${id}`, developer: "A", category: "c", image: `${id}.svg` });

describeOnTerminal("icons diff on a terminal", () => {
  it("draws the images of changed icons before and after, with the palettes as patches", async () => {
    const folder = temporaryFolder({ "a.svg": drawn("#ff0000"), "b.svg": drawn("#00ff00") });
    const data = join(folder, "icons.json");
    const generations: string[] = [];
    for (const color of ["#ff0000", "#0000ff"]) {
      writeFileSync(join(folder, "a.svg"), drawn(color));
      writeFileSync(data, JSON.stringify([icon("a"), icon("b")]));
      const { generation } = await compile({ data, out: join(folder, "out"), jobs: 1 });
      generations.push(join(folder, "out", generation));
    }
    const env = { COLORTERM: "truecolor" };
    const { shown, code } = await onTerminal(["diff", ...generations, "--images", "blocks"], { env });
    expect(code).toBe(0);
    for (const color of ["255;0;0", "0;0;255"]) expect(shown).toContain(`38;2;${color}m`);
    expect(shown).not.toContain("38;2;0;255;0m");
    const { lines } = await showOnScreen(shown, 300);
    const screen = lines.map((line) => line.trimEnd());
    const first = screen.findIndex((line) => line.endsWith("before  a"));
    expect(screen[first - 1]).toMatch(/▀+ +Name of a$/);
    expect(screen.findIndex((line) => line.endsWith("after  a"))).toBeGreaterThan(first);
    expect(screen.some((line) => line.includes("Palette changed (1)"))).toBe(true);
    expect(screen.join("\n")).not.toContain("#ff0000");
  });
});
