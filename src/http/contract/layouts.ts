import { DROP_IN_LAYOUTS, type DropInLayout } from "../../images/drop-in-layouts.js";

/** The first segments of this server's own paths that a layout could take. */
const OWN = ["api", "images", "logos", "mcp"] as const;
/** A first segment without a dot is no domain, so that other unknown paths stay unknown. */
const DOMAIN = "/:domain(^[^/]+\\.[^/]+$)";
const NAME = "/:name";
/** A name at the root, where unknown paths of the API stay unknown. */
const OTHER_NAME = `/:name(^(?!(?:${OWN.join("|")})$)[^/]+$)`;

/** How a layout names images: by files, by the segments of a path, or by domains. */
type Naming = "files" | "segments" | "domains";

/** Collections and services whose paths programs know. */
export const LAYOUTS = {
  "dashboard-icons": { by: "files", paths: filePaths("dashboard-icons") },
  selfhst: { by: "files", paths: filePaths("selfhst") },
  "selfhst-server": { by: "segments", paths: [NAME, `${NAME}/:color`, "/custom/:name"] },
  "simple-icons": { by: "segments", paths: [NAME, `${NAME}/:color`, `${NAME}/:color/:dark`] },
  homepage: { by: "segments", paths: [NAME] },
  clearbit: { by: "domains", paths: [DOMAIN] },
  bitwarden: { by: "domains", paths: [`${DOMAIN}/icon.png`] },
} as const satisfies Readonly<Record<string, { by: Naming; paths: readonly string[] }>>;

export type LayoutName = keyof typeof LAYOUTS;

/** Layouts that name images. */
export type ImageLayout = Exclude<LayoutName, "clearbit" | "bitwarden">;

export const LAYOUT_NAMES = Object.keys(LAYOUTS) as LayoutName[];

/** A layout and the path below which it is, such as `/si`; empty for the root. */
export interface PlacedLayout {
  readonly name: LayoutName;
  readonly path: string;
}

/** What images are replaced by that a layout should have: by another format, by the initial of the name. */
export const LAYOUT_FALLBACKS = ["webp", "png", "avif", "jpg", "monogram"] as const;

export type LayoutFallback = (typeof LAYOUT_FALLBACKS)[number];

/** Parses a layout: a name, or a name and a path, such as `simple-icons=/si`. @throws RangeError */
export function parseLayout(text: string): PlacedLayout {
  const [, name = "", path = ""] = /^([^=]*)(?:=(.*))?$/s.exec(text)!;
  if (!Object.hasOwn(LAYOUTS, name))
    throw new RangeError(`${JSON.stringify(name)} is not a layout; give any of ${LAYOUT_NAMES.join(", ")}`);
  if (!/^(?:(?:\/[\w.~@-]+)+|\/?)$/.test(path))
    throw new RangeError(
      `${JSON.stringify(path)} is not a path; give one that begins with a slash, such as ${name}=/icons`,
    );
  const [, first = ""] = path.split("/");
  if ((OWN as readonly string[]).includes(first))
    throw new RangeError(`this server has its own paths below /${first}; give ${name} another path`);
  return { name: name as LayoutName, path: path === "/" ? "" : path };
}

/**
 * Parses layouts that are served together.
 *
 * @param iconifyPath the path of the Iconify API, empty for the root; undefined if it is not served
 * @throws RangeError if one is invalid, or two of them or the Iconify API would serve the same paths
 */
export function parseLayouts(texts: readonly string[], iconifyPath?: string): PlacedLayout[] {
  const layouts = texts.map(parseLayout);
  for (const [at, { name, path }] of layouts.entries()) {
    const other = layouts.slice(0, at).find((before) => before.path === path && collide(before.name, name));
    if (other?.name === name) throw new RangeError(`${name} is given twice at the same path; give it once`);
    if (other !== undefined)
      throw new RangeError(
        `${other.name} and ${name} would serve the same paths; give one of them a path, such as ${name}=/${name}`,
      );
    if (path === iconifyPath)
      throw new RangeError(
        `${name} and the Iconify API would serve the same paths; add --iconify-path /iconify, or a path: ${name}=/${name}`,
      );
  }
  return layouts;
}

/** Whether a layout names images, or else domains. */
export function namesImages(layout: PlacedLayout): layout is PlacedLayout & { readonly name: ImageLayout } {
  return LAYOUTS[layout.name].by !== "domains";
}

/** The paths of a layout as routes. */
export function pathsOf({ name, path }: PlacedLayout): string[] {
  return LAYOUTS[name].paths.map((pattern) => (path === "" ? pattern.replace(/^\/:name/, OTHER_NAME) : path + pattern));
}

function filePaths(layout: DropInLayout): string[] {
  return DROP_IN_LAYOUTS[layout].map((format) => `/${format}/:file`);
}

/** Whether two layouts at the same path have paths in common. */
function collide(one: LayoutName, other: LayoutName): boolean {
  const [a, b] = [LAYOUTS[one].by, LAYOUTS[other].by];
  return one === other || a === "segments" || b === "segments" || (a === "files" && b === "files");
}
