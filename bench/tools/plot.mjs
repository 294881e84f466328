import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, View } from "vega";
import { compile } from "vega-lite";

const LOG = { type: "log" };

/**
 * Plots how values grow with the number of icons as SVG, a line per series, both axes logarithmic.
 *
 * @param values rows of `icons`, `value`, `series` and, for small multiples, `panel`
 * @returns a Markdown image, or nothing if there are no values
 */
export async function plotGrowth(folder, name, title, unit, values) {
  const known = values.filter(({ value }) => Number.isFinite(value) && value > 0);
  return await draw(folder, name, title, known, {
    mark: { type: "line", point: { size: 45 } },
    x: {
      field: "icons",
      type: "quantitative",
      scale: LOG,
      title: "icons",
      axis: { values: [...new Set(known.map(({ icons }) => icons))], format: "~s" },
    },
    y: { field: "value", type: "quantitative", scale: LOG, title: unit, axis: { format: "~s", tickCount: 6 } },
  });
}

/**
 * Plots values over time as SVG, a line per series.
 *
 * @param values rows of `minutes`, `value`, `series` and, for small multiples with separate axes, `panel`
 * @returns a Markdown image, or nothing if there are no values
 */
export async function plotCourse(folder, name, title, values) {
  return await draw(folder, name, title, values, {
    mark: { type: "line" },
    x: { field: "minutes", type: "quantitative", title: "minutes" },
    y: { field: "value", type: "quantitative", title: null, axis: { format: "~s", tickCount: 5 } },
    resolve: { scale: { y: "independent" } },
  });
}

async function draw(folder, name, title, values, { mark, x, y, resolve }) {
  if (values.length === 0) return "";
  const panels = [...new Set(values.map(({ panel }) => panel))];
  const specification = {
    data: { values },
    background: "white",
    config: { view: { stroke: "#ddd" }, axis: { gridColor: "#eee" } },
    facet: { field: "panel", type: "nominal", title: null, sort: panels },
    columns: Math.min(3, panels.length),
    resolve: { axis: { x: "independent" }, ...resolve },
    spec: {
      width: panels.length === 1 ? 420 : 220,
      height: panels.length === 1 ? 260 : 180,
      mark,
      encoding: {
        x,
        y,
        color: { field: "series", type: "nominal", title: null, sort: null, legend: { orient: "bottom", columns: 4 } },
      },
    },
  };
  const view = new View(parse(compile(specification).spec), { renderer: "none" });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.svg`), `${await view.toSVG()}\n`);
  return `![${title}](results/plots/${name}.svg)`;
}
