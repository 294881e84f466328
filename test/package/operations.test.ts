import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { icons } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { writeDataset } from "../support/published.js";

it("runs the commands of docs/operations.md one after the other", async () => {
  const folder = temporaryFolder({ "data/dataset.json": { name: "Some icons" }, "data/icons/few.json": [] });
  writeDataset(join(folder, "data/icons/few.json"), "icon");
  const lines = [...readFileSync("docs/operations.md", "utf8").matchAll(/^\$ npx icon-data-api (.+)$/gm)].map(
    ([, line]) => line!,
  );
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    const ran = await icons(line.split(" "), {}, { cwd: folder });
    // Root gets a note about the owner of the first key file; slow builds report progress.
    const stderr = ran.stderr.replace(/^(?:keys\.json is new and only root can read it|built \d+ of \d+).*\n/gm, "");
    expect({ ...ran, stderr }, line).toMatchObject({ code: 0, stderr: "" });
  }
});
