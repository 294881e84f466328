import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { BuildResult } from "#build/compile/options.js";
import { forgetAnalyses } from "../../support/cache-entries.js";
import { drawing, drawnDataset, drawnRecord } from "../../support/drawings.js";
import { runHere } from "../../support/run-here.js";

const COUNT = 7;
const LINKED = drawing("#e53935").replace(/<circle.*\/>/, '<a href="b">$&</a>');
const STYLED = drawing("#1db954").replace("<circle", "<style>@font-face{font-family:a}</style><circle onclick='a()'");

/** A dataset with seven linked drawings, of which the first has a styled variant. */
function changedDataset(): string {
  const folder = drawnDataset(COUNT);
  for (let n = 0; n < COUNT; n++) writeFileSync(join(folder, `data/pictures/${n}.svg`), LINKED);
  writeFileSync(join(folder, "data/pictures/styled.svg"), STYLED);
  const records = Array.from({ length: COUNT }, (_, n) => ({
    ...drawnRecord(n),
    ...(n === 0 && { variants: [{ name: "dark", image: "pictures/styled.svg" }] }),
  }));
  writeFileSync(join(folder, "data/icons/a.json"), JSON.stringify(records));
  return folder;
}

const styled = { drawings: 1, first: [{ id: "icon-0", variant: "dark" }] };
const REMOVED = {
  drawings: COUNT + 1,
  kinds: [
    { part: "<a>", drawings: COUNT, first: [0, 1, 2, 3, 4].map((n) => ({ id: `icon-${n}` })) },
    { part: "<style> with @font-face", ...styled },
    { part: "onclick", ...styled },
  ],
};

it("a build reports parts removed from drawings by kind, also if it analyzes no image, or reads none", async () => {
  const folder = changedDataset();
  const build = (): Promise<BuildResult> => compile({ data: join(folder, "data"), out: join(folder, "out"), jobs: 1 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  // Files just changed are identified by their content.
  expect((await build()).removedParts).toEqual(REMOVED);
  // From now on, the clock is far ahead, so that files are identified by their times.
  vi.setSystemTime(Date.now() + 60_000);
  expect(await build()).toMatchObject({ analyzed: 0, unchanged: true, removedParts: REMOVED });
  forgetAnalyses(join(folder, "out/cache"));
  expect(await build()).toMatchObject({ analyzed: 0, unchanged: true, removedParts: REMOVED });
});

it("icons build and its dry run print them", async () => {
  const folder = changedDataset();
  const args = ["build", join(folder, "data"), "--out", join(folder, "out")];
  expect(JSON.parse((await runHere([...args, "--json", "--dry-run"])).stdout).removedParts).toEqual(REMOVED);
  expect((await runHere(args)).stdout).toContain(
    [
      "removed parts of 8 drawings, which may look or behave differently:",
      "  <a> in icon-0; icon-1; icon-2; icon-3; icon-4 and 2 more",
      "  <style> with @font-face in icon-0, variant dark",
      "  onclick in icon-0, variant dark\n",
    ].join("\n"),
  );
});

it("a build counts parts of very many kinds together", async () => {
  const folder = drawnDataset(COUNT);
  for (let n = 0; n < COUNT; n++) {
    const handlers = Array.from({ length: 10 }, (_, at) => ` on${"abcdefg"[n]}${"abcdefghij"[at]}="a"`).join("");
    writeFileSync(join(folder, `data/pictures/${n}.svg`), drawing("#e53935").replace("<circle", `<circle${handlers}`));
  }
  const { removedParts } = await compile({ data: join(folder, "data"), out: join(folder, "out"), jobs: 1 });
  expect(removedParts.drawings).toBe(COUNT);
  expect(removedParts.kinds).toHaveLength(51);
  expect(removedParts.kinds.at(-1)).toEqual({
    part: "other parts",
    drawings: 2,
    first: [{ id: "icon-5" }, { id: "icon-6" }],
  });
});
