import { execFileSync } from "node:child_process";
import { describe, expect, inject, it } from "vitest";

const RUN_ON_TERMINAL = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)";
const BOLD_UNDERLINED = "\u001b[1m\u001b[4m";
const AS_BEFORE = "\u001b[24m\u001b[22m";

const skipped = !hasPython() && !process.env.CI;

function hasPython(): boolean {
  try {
    execFileSync("python3", ["-c", "import pty"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** What the command line prints on a terminal. */
function onTerminal(args: readonly string[], env: Record<string, string> = {}): string {
  const command = [process.execPath, "cli/icons.mjs", ...args, "--artifacts", inject("artifacts")];
  return execFileSync("python3", ["-c", RUN_ON_TERMINAL, ...command], {
    env: { PATH: process.env.PATH, TERM: "xterm-256color", ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const matched = (letters: string): string => BOLD_UNDERLINED + letters + AS_BEFORE;

describe.skipIf(skipped)(`icons search on a terminal${skipped ? " (skipped: no python3)" : ""}`, () => {
  it("shows the matched letters of name and developer bold and underlined", () => {
    const shown = onTerminal(["search", "goo", "map"]);
    expect(shown).toContain(`${matched("Goo")}gle ${matched("Map")}s`);
    expect(shown).toContain(` ${matched("Goo")}gle `);
  });

  it("shows nothing of the kind under NO_COLOR, or where nothing was searched for", () => {
    expect(onTerminal(["search", "goo", "map"], { NO_COLOR: "1" })).not.toContain("\u001b[4m");
    expect(onTerminal(["search", "--category", "travel"])).not.toContain("\u001b[4m");
  });

  it("explains in a table", () => {
    expect(onTerminal(["search", "google", "maps", "--explain"], { NO_COLOR: "1" })).toContain("exact name");
  });
});
