import { toHexColor } from "../../color/parse-color.js";
import { IMAGE_FORMATS, type ImageFormat, SIDES } from "../../images/image-options.js";
import { ApiError } from "../contract/error-codes.js";
import type { ImageLayout } from "../contract/layouts.js";
import { type RawQuery, valuesOf } from "./query-string.js";

/** The parameters of the paths of layouts. */
export interface LayoutParams {
  readonly file?: string;
  readonly name?: string;
  readonly color?: string;
  readonly dark?: string;
}

/** An image as a path of a layout names it. */
export interface LayoutRequest {
  /** The name as given, after ids in which it may have the prefix of a collection. */
  readonly names: readonly [...string[], string];
  readonly format: ImageFormat;
  /** Whether the image is the drawing without the background of its record. */
  readonly isBare: boolean;
  /** Colors of drawings in a single color, on light and on dark pages, or `OWN`. */
  readonly colors: readonly [light?: string, dark?: string];
  /** The format that replaces a missing SVG in any case. */
  readonly substitute?: ImageFormat;
  /** Width and height in pixels. */
  readonly size?: number | undefined;
  /** Whether the drawing ends where its visible part does; `size` is its height then. */
  readonly isTrimmed?: boolean;
}

/** The color of a drawing itself. */
export const OWN = "own";

/** Reads a request. @param format of the folder of the path, if there is one @throws ApiError */
export type LayoutReader = (params: LayoutParams, query: RawQuery, format: string) => LayoutRequest;

const FILE = new RegExp(`^(.+)\\.(${Object.keys(IMAGE_FORMATS).join("|")})$`, "i");
/** Of files that this service does not have; there, any ending stands for WebP. */
const OTHER_ENDING = /\.(?:jpe?g|gif)$/i;
const HEX = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
/** Icons of Homepage: the prefix of a collection, a name, and a color for drawings. */
const HOMEPAGE = /^(?:(si|mdi|sh)-)?(.+?)(?:-#([0-9a-f]{6}))?$/is;
/** The prefixes of their ids if they were imported from Iconify. */
const COLLECTIONS: Readonly<Record<string, string>> = { si: "simple-icons", mdi: "mdi", sh: "selfhst" };

export const LAYOUT_READERS: Readonly<Record<ImageLayout, LayoutReader>> = {
  "dashboard-icons": readFile,
  selfhst: readFile,
  /** `/plex`, `/plex.svg`, `/plex/ff0000` and `/plex?color=ff0000`: with another ending, without one, or instead of a missing SVG, a WebP; in a color, an SVG. */
  "selfhst-server"({ name = "", color: given }, query) {
    const [stem, format = "webp"] = split(name.replace(OTHER_ENDING, ""));
    const color = (given ?? valuesOf(query, "color").at(-1))?.replace(/^#/, "");
    if (color === undefined || color === "primary")
      return { names: [stem], format, isBare: false, colors: [], substitute: "webp" };
    if (/^[0-9a-f]{6}$/i.test(color)) return { names: [stem], format: "svg", isBare: true, colors: [`#${color}`] };
    throw new ApiError("invalid_parameter", "color must be six hex digits, such as 1db954", { param: "color" });
  },
  /**
   * `/github`, `/github/red`, `/github/red/blue?viewbox=auto`: as there, the own color instead of an unknown one. A file,
   * `/github.svg`, is black as in the package.
   */
  "simple-icons"({ name = "", color = name.endsWith(".svg") ? "black" : undefined, dark }, query) {
    const slug = name.replace(/\.svg$/, "");
    const side = Number.parseInt(valuesOf(query, "size").at(-1) ?? "", 10);
    const size = side > 0 ? Math.min(SIDES.most, Math.max(SIDES.least, side)) : undefined;
    const colors = dark === undefined ? ([colorOf(color)] as const) : ([colorOf(color), colorOf(dark)] as const);
    const isTrimmed = valuesOf(query, "viewbox").at(-1) === "auto";
    return { names: [`simple-icons:${slug}`, slug], format: "svg", isBare: true, size, colors, isTrimmed };
  },
  /** `/si-github-#ff0000`, `/mdi-home`, `/sh-plex.webp`, `/plex`: the names that Homepage's `icon` has. */
  homepage({ name = "" }) {
    const [, prefix, rest = "", color] = HOMEPAGE.exec(name) ?? [];
    const isDrawing = prefix !== undefined && prefix !== "sh";
    const [stem, format = isDrawing ? "svg" : "png"] = split(rest);
    const names = prefix === undefined ? [] : [`${COLLECTIONS[prefix.toLowerCase()]}:${stem}`];
    return {
      names: [...names, stem],
      format: isDrawing ? "svg" : format,
      isBare: isDrawing,
      colors: color === undefined ? [] : [`#${color}`],
    };
  },
};

/** `/svg/plex.svg`, `/png/plex-light.png`. */
function readFile({ file = "" }: LayoutParams, _query: RawQuery, folder: string): LayoutRequest {
  const [, stem, ending] = FILE.exec(file) ?? [];
  if (stem === undefined || ending !== folder)
    throw new ApiError("route_not_found", `this path does not exist; the files of this folder end in .${folder}`);
  return { names: [stem], format: folder as ImageFormat, isBare: false, colors: [] };
}

/** A name without its ending, and the format that this names. */
function split(name: string): [stem: string, format?: ImageFormat] {
  const [, stem, ending] = FILE.exec(name) ?? [];
  return stem === undefined ? [name] : [stem, ending!.toLowerCase() as ImageFormat];
}

/** A CSS color or hex digits as `#rrggbb`; `OWN` for any other text. */
function colorOf(text = ""): string {
  return toHexColor(text.replace(HEX, "#$1")) ?? OWN;
}
