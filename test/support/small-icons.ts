import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "#build/compile/compile.js";
import { type Service, startService } from "./service.js";

/** Starts a service with some icons. @param records with at least an id each; their images are the files */
export async function serveIcons(
  files: Readonly<Record<string, string | Buffer>>,
  records: readonly { readonly id: string }[],
  options: Parameters<typeof startService>[1] = {},
): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "icons-small-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const complete = records.map((record) => ({ name: record.id, developer: "D", category: "c", ...record }));
  writeFileSync(join(folder, "icons.json"), JSON.stringify(complete));
  await compile({ data: join(folder, "icons.json"), out: join(folder, "out"), jobs: 1 });
  const service = await startService(join(folder, "out"), { renderers: 1, ...options });
  return {
    ...service,
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
