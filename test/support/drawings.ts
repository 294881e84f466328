import { temporaryFolder } from "./folder.js";

/** A drawing of one color, `#rrggbb`. */
export const drawing = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="${color}"/></svg>`;

/** A color for each number up to 4,096. */
export const colorOf = (n: number): string => `#${(n * 17).toString(16).padStart(6, "0")}`;

/**
 * A dataset of records `icon-0`, `icon-1`, … with a drawing each, in the folder `data` of a temporary folder. @returns
 * that folder
 */
export function drawnDataset(count: number): string {
  const numbers = Array.from({ length: count }, (_, n) => n);
  return temporaryFolder({
    "data/dataset.json": { name: "drawings" },
    "data/icons/a.json": numbers.map((n) => drawnRecord(n)),
    ...Object.fromEntries(numbers.map((n) => [`data/pictures/${n}.svg`, drawing(colorOf(n))])),
  });
}

export function drawnRecord(n: number): {
  id: string;
  name: string;
  developer: string;
  category: string;
  image: string;
} {
  return { id: `icon-${n}`, name: `Icon ${n}`, developer: "D", category: "c", image: `pictures/${n}.svg` };
}
