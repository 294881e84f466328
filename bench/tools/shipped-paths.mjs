import { writeFileSync } from "node:fs";
import { createRandom, sample } from "./random.mjs";
import { get } from "./servers.mjs";
import { workPath } from "./work-folder.mjs";

const FILTERS = [
  "category=games",
  "color=blue",
  "style=flat",
  "category=music&color=red,black",
  "color=white&style=flat",
];
const EACH = 50;

/**
 * Paths of every kind of request over the shipped dataset: pages, filters, searches, details, similar icons, images.
 * Derived deterministically from its ids.
 */
export function shippedPaths(ids) {
  const random = createRandom(5);
  const drawn = () => sample(ids, EACH, random).map(encodeURIComponent);
  const paths = [
    ...Array.from({ length: EACH }, (_, page) => `/api/v1/icons?page=${page + 1}`),
    ...FILTERS.map((filter) => `/api/v1/icons?${filter}&facets=category,color`),
    ...drawn().map((id) => `/api/v1/icons?q=${id.slice(0, 3)}`),
    ...drawn().map((id) => `/api/v1/icons/${id}`),
    ...drawn().map((id) => `/api/v1/similar?id=${id}`),
    ...drawn().map((id) => `/images/${id}`),
    "/api/v1/categories",
  ];
  return sample(paths, paths.length, random);
}

/** Requests every path once, expecting status 200, and writes them to a file for wrk. */
export async function writePaths(name, server, paths) {
  for (const path of paths) {
    const { status } = await get(server, path);
    if (status !== 200) throw new Error(`${path} is ${status}`);
  }
  const file = workPath("paths", `${name}.txt`);
  writeFileSync(file, `${paths.join("\n")}\n`);
  return file;
}
