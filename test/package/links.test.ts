import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const DOCUMENTS = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).split("\n").filter(Boolean);

it.each(DOCUMENTS)("finds the target file and heading of every relative link in %s", (document) => {
  for (const [, path, anchor] of readFileSync(document, "utf8").matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
    const target = path === "" ? document : join(dirname(document), path!);
    expect(existsSync(target), target).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(target), target).toContain(anchor);
  }
});

/** The anchors that GitHub assigns to the headings of a document. */
function anchorsOf(document: string): string[] {
  return Array.from(readFileSync(document, "utf8").matchAll(/^#+ (.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
