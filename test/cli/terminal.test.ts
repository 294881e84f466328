import { expect, it } from "vitest";
import { askOnTerminal, describeOnTerminal } from "../support/terminal.js";

const BOLD_UNDERLINED = "\u001b[1m\u001b[4m";
const AS_BEFORE = "\u001b[24m\u001b[22m";

const matched = (letters: string): string => BOLD_UNDERLINED + letters + AS_BEFORE;

async function shown(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  return (await askOnTerminal(args, { env: { ICONS_IMAGES: "off", ...env } })).shown;
}

describeOnTerminal("icons search on a terminal", () => {
  it("shows the matched letters of name and developer bold and underlined", async () => {
    const table = await shown(["search", "goo", "map"]);
    expect(table).toContain(`${matched("Goo")}gle ${matched("Map")}s`);
    expect(table).toContain(` ${matched("Goo")}gle `);
  });

  it("highlights nothing under NO_COLOR or without a query", async () => {
    expect(await shown(["search", "goo", "map"], { NO_COLOR: "1" })).not.toContain("\u001b[4m");
    expect(await shown(["search", "--category", "travel"])).not.toContain("\u001b[4m");
  });

  it("explains search results in a table", async () => {
    expect(await shown(["search", "google", "maps", "--explain"], { NO_COLOR: "1" })).toContain("exact name");
  });
});
