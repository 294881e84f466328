import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { iconifyDrawing } from "./iconify-drawing.mjs";

const TIMED = /<(animate|animateColor|animateMotion|animateTransform|set)(?=[\s/>])[^>]*?(?:\/>|>[\s\S]*?<\/\1\s*>)/g;

/**
 * The drawings of a folder of SVG files, or of an Iconify set in a JSON file.
 *
 * @param place a path, or a name, `=` and a path
 */
export function readDrawings(place) {
  const [, given, path] = /^(?:([^=/]+)=)?(.+)$/.exec(place);
  if (path.endsWith(".json")) {
    const set = JSON.parse(readFileSync(path, "utf8"));
    const drawings = Object.keys(set.icons).map((name) => {
      return { id: `${set.prefix}:${name}`, svg: Buffer.from(iconifyDrawing(set, name)) };
    });
    return { name: given ?? set.prefix, drawings };
  }
  const drawings = readdirSync(path, { recursive: true })
    .filter((name) => name.toLowerCase().endsWith(".svg"))
    .sort()
    .map((name) => ({ id: name.slice(0, -".svg".length), svg: readFileSync(join(path, name)) }));
  return { name: given ?? basename(resolve(path)), drawings };
}

/** What decides how a drawing is compared. */
export function traitsOf(text) {
  return {
    hasText: /<(?:\w+:)?text[\s>]/.test(text),
    isAnimated: /<(?:animate\w*|set)[\s/>]|@(?:-webkit-)?keyframes|[\s;"']animation(?:-name)?\s*:/.test(text),
  };
}

/** A stored drawing as seen by a renderer without animations. */
export function stillOf(text) {
  return text.replaceAll(TIMED, "").replaceAll(/@(?:-webkit-)?keyframes/g, "@media none");
}
