import { chmodSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { compile } from "#build/compile.js";
import { followCatalog, type LiveCatalog } from "#src/catalog/live.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";

/** An artifacts folder into which datasets of one icon are built. */
function workshop() {
  const folder = temporaryFolder();
  const out = join(folder, "out");
  const build = async (name: string): Promise<string> => {
    const data = join(folder, "data.json");
    writeFileSync(data, JSON.stringify([{ id: "icon", name, developer: "D", category: "c" }]));
    return (await compile({ data, out, jobs: 1 })).generation;
  };
  const damage = (generation: string, file: string, change: (path: string) => void): void => {
    const path = join(out, generation, file);
    chmodSync(path, 0o644);
    change(path);
  };
  return { out, build, damage };
}

const flip = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[bytes.length - 4]! ^= 1;
  writeFileSync(path, bytes);
};

function follow(out: string): { live: LiveCatalog; refused: string[]; name: () => string | undefined } {
  const refused: string[] = [];
  const live = followCatalog(out, { onRefused: ({ message }) => refused.push(message) });
  onTestFinished(() => live.close());
  return { live, refused, name: () => live.current()?.record(0).name };
}

describe("the live catalog", () => {
  it("is nothing until something is built, then that, then what replaces it", async () => {
    const { out, build } = workshop();
    const { live, name } = follow(out);
    expect(name()).toBeUndefined();
    await build("one");
    await live.refresh();
    expect(name()).toBe("one");
    await build("two");
    await vi.waitFor(() => expect(name()).toBe("two"), PATIENTLY);
  });

  it("keeps the generation before a damaged one, tells so once, and takes the same one when it was built again", async () => {
    const { out, build, damage } = workshop();
    await build("one");
    const { live, refused, name } = follow(out);
    for (const change of [flip, (path: string) => truncateSync(path, 30)]) {
      const generation = await build("two");
      damage(generation, "cards-0000.json", change);
      await live.refresh();
      await live.refresh();
      expect(name()).toBe("one");
      expect(refused).toHaveLength(1);
      refused.length = 0;
      expect(await build("two")).toBe(generation);
      await live.refresh();
      expect(name()).toBe("two");
      await build("one");
      await live.refresh();
    }
  });

  it("falls back at the start to the newest older generation that is whole", async () => {
    const { out, build, damage } = workshop();
    await build("one");
    damage(await build("two"), "ids.bin", flip);
    damage(await build("three"), "manifest.json", flip);
    const { live, refused, name } = follow(out);
    await live.refresh();
    expect(name()).toBe("one");
    expect(refused).toHaveLength(1);
  });

  it("serves a first generation at once, and leaves it when its checksums turn out wrong", async () => {
    const { out, build, damage } = workshop();
    await build("one");
    damage(await build("two"), "cards-0000.json", flip);
    const { live, name } = follow(out);
    expect(name()).toBe("two");
    await live.refresh();
    expect(name()).toBe("one");
  });
});
