import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replaceFolder } from "#src/platform/replace-folder.js";
import { withoutLibc } from "../support/without-libc.js";
import { scratchFolder } from "./scratch.js";

const { replaceFolder: replaceByRenames } =
  await withoutLibc<typeof import("#src/platform/replace-folder.js")>("replace-folder.js");

const RULES = { mark: "importing", refuse: () => undefined };
/** An id that no process has. */
const DEAD = 999_999_999;

/** A folder with a dataset of one file, and a function that reads the file. */
function withOld(): { folder: string; out: string; content: () => string } {
  const folder = scratchFolder();
  const out = join(folder, "out");
  mkdirSync(out);
  writeFileSync(join(out, "a"), "old");
  return { folder, out, content: () => readFileSync(join(out, "a"), "utf8") };
}

const writeNew = async (temporary: string): Promise<void> => writeFileSync(join(temporary, "a"), "new");

describe.each([
  ["by exchange", replaceFolder],
  ["by two renames", replaceByRenames],
])("folder replaced %s", (_, replace) => {
  it("is there at every moment that its writer can see, and leaves nothing else", async () => {
    const { folder, out, content } = withOld();
    await replace(out, RULES, async (temporary) => {
      await writeNew(temporary);
      expect(content()).toBe("old");
    });
    expect(content()).toBe("new");
    expect(readdirSync(folder)).toEqual(["out"]);
  });

  it("stays, if writing fails or the new folder can't take its place", async () => {
    const { folder, out, content } = withOld();
    await expect(replace(out, RULES, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await expect(replace(out, RULES, async (temporary) => rmSync(temporary, { recursive: true }))).rejects.toThrow(
      "ENOENT",
    );
    expect(content()).toBe("old");
    expect(readdirSync(folder)).toEqual(["out"]);
  });

  it("is created with its parents, and not left behind if writing fails", async () => {
    const folder = scratchFolder();
    const out = join(folder, "b/out");
    await expect(replace(out, RULES, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(readdirSync(join(folder, "b"))).toEqual([]);
    await replace(out, RULES, writeNew);
    expect(readdirSync(join(folder, "b"))).toEqual(["out"]);
    expect(readdirSync(out)).toEqual(["a"]);
  });

  it("is moved back if a killed process had only moved it away, even if the next attempt fails", async () => {
    const { folder, out, content } = withOld();
    renameSync(out, join(folder, `.out.importing-${DEAD}-replaced`));
    mkdirSync(join(folder, `.out.importing-${DEAD}`));
    await expect(replace(out, RULES, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(content()).toBe("old");
    expect(readdirSync(folder)).toEqual(["out"]);
    // An empty folder is not worth more than an old one.
    renameSync(out, join(folder, `.out.importing-${DEAD}-replaced`));
    mkdirSync(out);
    await replace(out, RULES, async () => expect(content()).toBe("old"));
  });

  it("is replaced by one process after the other, each of which sees the folder of the one before", async () => {
    const { folder, out, content } = withOld();
    const seen: string[] = [];
    const names = ["b", "c", "d"];
    await Promise.all(
      names.map((name) =>
        replace(out, RULES, async (temporary) => {
          seen.push(content());
          writeFileSync(join(temporary, "a"), name);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }),
      ),
    );
    expect(seen[0]).toBe("old");
    expect([...seen.slice(1), content()].sort()).toEqual(names);
    expect(readdirSync(folder).filter((name) => !name.endsWith(".lock"))).toEqual(["out"]);
  });
});

it("removes what killed runs left beside a folder", async () => {
  const { folder, out } = withOld();
  for (const end of ["", "-replaced"]) mkdirSync(join(folder, `.out.importing-${DEAD}${end}`));
  await replaceFolder(out, RULES, writeNew);
  expect(readdirSync(folder)).toEqual(["out"]);
});

it("says that the path is a file", async () => {
  const path = join(scratchFolder(), "file");
  writeFileSync(path, "text");
  await expect(replaceFolder(path, RULES, writeNew)).rejects.toThrow("is a file. Give a new or empty folder.");
  expect(existsSync(path)).toBe(true);
});
