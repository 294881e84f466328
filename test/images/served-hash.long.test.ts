import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { similarToFile } from "#cli/listing/similar-to-file.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { toImageRequest } from "#src/images/image-options.js";
import { renderImage } from "#src/images/render-image.js";
import { temporaryFolder } from "../support/folder.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const catalog = openCatalog(shippedArtifacts);
/** Number of icons to look up: so many that a share above 0.99 allows one to be missed. */
const WANTED = Number(process.env.SERVED_HASHES ?? 128);
const STEP = Math.ceil(catalog.size / WANTED);
const LEAST_SHARE = STEP === 1 ? 0.995 : 0.99;

it.each((["png", "webp"] as const).flatMap((format) => [32, 64, 128, 256, 512].map((size) => [format, size] as const)))(
  "finds an icon first by its own %s of %i pixels",
  async (format, size) => {
    const folder = temporaryFolder();
    const file = join(folder, "image");
    const others: string[] = [];
    let count = 0;
    for (let ordinal = 0; ordinal < catalog.size; ordinal += STEP, count++) {
      const { id } = catalog.record(ordinal);
      writeFileSync(file, await renderImage(catalog.storedImage(id)!, toImageRequest({ format, size })));
      const { matches } = await similarToFile(catalog, file, { limit: 5 });
      // A company and its launcher may have one picture: then both are equally near.
      const nearest = matches.filter(({ distance }) => distance === matches[0]!.distance);
      if (!nearest.some((match) => match.ordinal === ordinal))
        others.push(`${id}: ${catalog.record(matches[0]!.ordinal).id}`);
    }
    expect(others.length, others.join()).toBeLessThanOrEqual((1 - LEAST_SHARE) * count);
  },
  600_000,
);
