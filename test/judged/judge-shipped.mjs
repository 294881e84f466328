import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { analyzeImage } from "#build/analysis/analyze.js";
import { createImageSource } from "#build/image/source/image-source.js";
import { HALVES, halfOf } from "./halves.mjs";
import { judgeAppearance } from "./judge-appearance.mjs";

/** Measures the judged icons of the shipped dataset and compares them with the judgments, separately for each half. */
export async function judgeShipped() {
  const { icons, again } = JSON.parse(readFileSync("test/judged/appearance.json", "utf8"));
  const measured = await measure(resolve("data"), new Set(icons.map(({ id }) => id)));
  const halves = HALVES.map((half) => {
    const own = icons.filter(({ id }) => halfOf(id) === half);
    return { half, ...judgeAppearance(own, (id) => measured.get(id)) };
  });
  return { halves, again: agreement(icons, again) };
}

async function measure(folder, ids) {
  const { image: rendering } = JSON.parse(readFileSync(`${folder}/dataset.json`, "utf8"));
  const source = createImageSource(folder);
  const measured = new Map();
  for (const file of readdirSync(`${folder}/icons`)) {
    for (const { id, image, tint, background } of JSON.parse(readFileSync(`${folder}/icons/${file}`, "utf8"))) {
      if (!ids.has(id)) continue;
      const { padding } = rendering;
      const { bare, ...whole } = await analyzeImage(await source.read(image), { tint, background, padding });
      measured.set(id, { colors: (bare ?? whole).colors, style: whole.style });
    }
  }
  return measured;
}

/** Agreement between the second and the first judgment of some icons. */
function agreement(icons, again) {
  const firstLook = new Map(icons.map((icon) => [icon.id, icon]));
  const share = (agrees) => again.filter((second) => agrees(firstLook.get(second.id), second)).length / again.length;
  return {
    icons: again.length,
    style: share((first, { style }) => first.style === style),
    acceptable: share((first, { style }) => [first.style, ...(first.alsoStyle ?? [])].includes(style)),
    colors: share(
      (first, { colors }) =>
        colors.length === first.colors.length &&
        first.colors.every((names) => names.split("|").some((name) => colors.includes(name))),
    ),
  };
}
