import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { expect, it } from "vitest";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { temporaryFolder } from "../support/folder.js";
import { startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

it("responds with 500 in every form for a damaged item, and logs the generation and the file", async () => {
  const artifacts = temporaryFolder();
  const generation = readCurrent(shippedArtifacts)!;
  cpSync(shippedArtifacts, artifacts, { recursive: true, filter: (path) => !path.endsWith("LOCK") });
  const cards = join(artifacts, generation, "cards-0000.json");
  chmodSync(cards, 0o644);
  const bytes = readFileSync(cards);
  const name = bytes.indexOf('"name":"Spotify"');
  bytes[name + 8] = 0xff;
  writeFileSync(cards, bytes);
  const lines: string[] = [];
  const service = await startService(artifacts, { logger: pino({}, { write: (line: string) => lines.push(line) }) });
  try {
    for (const path of ["icons?q=spotify", "icons?q=spotify&highlight=true", "icons/spotify", "icons?limit=100"]) {
      for (const headers of [{}, { accept: "application/msgpack" }, { "accept-encoding": "gzip" }]) {
        lines.length = 0;
        const { status, body } = await service.ask(`/api/v1/${path}`, { "X-API-Key": service.pro, ...headers });
        expect([status, body.error.code], path).toEqual([500, "internal_error"]);
        expect(JSON.stringify(body)).not.toContain("cards");
        expect(lines.join("")).toContain(`${generation}/cards-0000.json: item`);
      }
    }
    const other = await service.ask("/api/v1/icons/github", { "X-API-Key": service.pro });
    expect(other.status).toBe(200);
  } finally {
    await service.close();
  }
});
