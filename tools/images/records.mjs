import { readdir, readFile } from "node:fs/promises";

const FOLDER = new URL("../../data/icons/", import.meta.url);

/** All records of the shipped dataset. */
export async function readRecords() {
  const names = await readdir(FOLDER);
  const lists = await Promise.all(names.map(async (name) => JSON.parse(await readFile(new URL(name, FOLDER), "utf8"))));
  return lists.flat();
}

/** Iconify images of records and of their variants. */
export function* imagesOf(records) {
  for (const record of records)
    for (const { image } of [record, ...(record.variants ?? [])]) {
      const [, set, name] = /^iconify:([^/]+)\/(.+)$/.exec(image ?? "") ?? [];
      if (set !== undefined) yield { record, set, name };
    }
}
