/** The main categories that the Desktop Menu Specification registers, as labels. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["AudioVideo", "multimedia"],
  ["Audio", "music"],
  ["Video", "video"],
  ["Development", "development"],
  ["Education", "education"],
  ["Game", "games"],
  ["Graphics", "graphics"],
  ["Network", "internet"],
  ["Office", "office"],
  ["Science", "science"],
  ["Settings", "settings"],
  ["System", "system"],
  ["Utility", "utilities"],
]);
const NONE = "other";

/**
 * The label of an application by its `Categories`: that of the first main category. `AudioVideo` is required beside `Audio` and
 * `Video`, so where only one of the two is given, it says more.
 */
export function categoryOf(categories: readonly string[]): string {
  const main = categories.filter((category) => LABELS.has(category));
  const kinds = main.filter((category) => category === "Audio" || category === "Video");
  const first = main[0] === "AudioVideo" && kinds.length === 1 ? kinds[0] : main[0];
  return LABELS.get(first ?? "") ?? NONE;
}
