import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openImagePlacer } from "#build/merge/place-images.js";
import { findDataset } from "#build/read/dataset.js";
import { temporaryFolder } from "../../support/folder.js";

it("reports a file that could not be written, also after other work", async () => {
  const folder = temporaryFolder({
    "data.json": [],
    "kite.svg": "<svg/>",
    "merged/images": "a file instead of a folder",
  });
  const input = { name: "a", dataset: await findDataset(`${folder}/data.json`), removed: [], icons: 1, from: 0 };
  const placer = await openImagePlacer(`${folder}/merged`, [input]);
  await placer.place(0, { image: "kite.svg" }, "kite");
  await sleep(50);
  await expect(placer.finish()).rejects.toThrow(/EEXIST/);
});
