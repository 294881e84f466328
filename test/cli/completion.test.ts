import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

/** What bash offers for the last of these words. */
async function completedInBash(...words: readonly string[]): Promise<string[]> {
  const { stdout } = await runHere(["completion", "bash"]);
  const script = join(temporaryFolder(), "icons.bash");
  const line = ["icons", ...words].map((word) => `'${word}'`).join(" ");
  writeFileSync(script, `${stdout}COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _icons; echo "\${COMPREPLY[@]}"\n`);
  return execFileSync("bash", [script], { encoding: "utf8" }).trim().split(" ");
}

describe("icons completion", () => {
  it("completes commands in bash", async () => {
    expect((await completedInBash("s")).sort()).toEqual(["schema", "search", "serve", "show", "similar", "stats"]);
  });

  it("completes the flags of a command and of a subcommand in bash", async () => {
    expect(await completedInBash("build", "--re")).toEqual(["--record-history"]);
    expect(await completedInBash("keys", "cre")).toEqual(["create"]);
    expect(await completedInBash("keys", "create", "--ti")).toEqual(["--tier"]);
  });

  it("offers no hidden flag", async () => {
    expect(await completedInBash("build", "--no-l")).toEqual([""]);
  });

  it("completes in zsh by the same rules", async () => {
    const [bash, zsh] = [await runHere(["completion", "bash"]), await runHere(["completion", "zsh"])];
    expect(zsh.stdout).toMatch(/^#compdef icons/);
    expect(zsh.stdout).toContain(bash.stdout);
  });

  it("completes flags in fish where their command has been typed", async () => {
    const { stdout } = await runHere(["completion", "fish"]);
    expect(stdout).toContain(
      "complete -c icons -n '__fish_seen_subcommand_from keys; and __fish_seen_subcommand_from create' -l tier\n",
    );
  });

  it("refuses other shells", async () => {
    expect((await runHere(["completion", "tcsh"])).code).toBe(2);
  });
});
