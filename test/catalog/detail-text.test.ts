import { expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { detailOf } from "#src/catalog/detail-text.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

it("assembles the same detail responses as JSON.stringify for every record and both plans", () => {
  const catalog = openCatalog(shippedArtifacts);
  for (let ordinal = 0; ordinal < catalog.size; ordinal++) {
    const record = catalog.record(ordinal);
    for (const full of [false, true]) {
      const text = Buffer.from(catalog.detailText(record.id, "https://ícons.test", full), "latin1").toString();
      const stored = [catalog.storedImage(record.id), catalog.variants(record.id)] as const;
      expect(text).toBe(JSON.stringify(detailOf(record, "https://ícons.test", full, ...stored)));
    }
  }
});
