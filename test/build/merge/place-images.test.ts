import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import { type ImagePlacer, openImagePlacer } from "#build/merge/place-images.js";
import { findDataset } from "#build/read/dataset.js";
import { temporaryFolder } from "../../support/folder.js";

async function placerIn(files: Record<string, unknown>): Promise<[placer: ImagePlacer, folder: string]> {
  const folder = temporaryFolder({ "data.json": [], "kite.svg": "<svg/>", ...files });
  const input = { name: "a", dataset: await findDataset(`${folder}/data.json`), removed: [], icons: 1, from: 0 };
  return [await openImagePlacer(`${folder}/merged`, [input]), folder];
}

it("reports an image that can't be written", async () => {
  const [placer] = await placerIn({ "merged/images": "a file instead of a folder" });
  await expect(placer.place(0, { image: "kite.svg" }, "kite")).rejects.toThrow(/EEXIST/);
});

it("reports an image that can't be flushed", async () => {
  const [placer, folder] = await placerIn({ "merged/dataset.json": "{}" });
  await placer.place(0, { image: "kite.svg" }, "kite");
  rmSync(`${folder}/merged/images/kite.svg`);
  await expect(placer.flush()).rejects.toThrow(/ENOENT.*kite\.svg/);
});
