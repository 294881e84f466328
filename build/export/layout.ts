import type { StoredKind } from "#src/format/stored-image.js";
import { IMAGE_FORMATS, type ImageFormat } from "#src/images/image-options.js";

/** The default layout of a folder or archive. */
export const DEFAULT_LAYOUT = "{id}.{ext}";
/** The file with attribution and license of each icon. It also marks a folder that an export wrote. */
export const ATTRIBUTION_FILE = "ATTRIBUTION.csv";

const PLACEHOLDERS = ["id", "category", "ext", "size"] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** Where the files of an icon go. */
export interface Layout {
  readonly templates: readonly Template[];
  /** In pixels; none: the usual one. */
  readonly sizes: readonly number[];
}

/** A file of every icon, such as `png/{size}/{id}.png`. */
interface Template {
  readonly text: string;
  /** Undefined: that in which the icon is stored. */
  readonly format: ImageFormat | undefined;
  readonly hasSize: boolean;
}

/** A file to write. */
export interface PlannedFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly format: ImageFormat;
  /** In pixels; undefined: a drawing at its own size, a raster at the usual one. */
  readonly size: number | undefined;
  /** Whether the format is that in which the icon is stored, because the layout asks for it. */
  readonly stored: boolean;
}

/** A layout that can't be written. */
export class LayoutError extends RangeError {
  override readonly name = "LayoutError";
}

/** What a layout is made for. */
interface NamedIcon {
  readonly id: string;
  readonly category: string;
}

const NAME_BYTES = 255;
const SEGMENT_FORBIDDEN = /[\p{Cc}\\<>:"|?*]/u;
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Reads a layout: paths with commas between, in which `{id}`, `{category}`, `{ext}` and `{size}` are replaced.
 *
 * @param sizes in pixels
 * @throws LayoutError naming the path that is wrong, and what to do
 */
export function parseLayout(text: string, sizes: readonly number[]): Layout {
  const templates = text.split(",").map((part) => parseTemplate(part.trim(), sizes));
  const repeated = templates.find((template, at) => templates.findIndex(({ text }) => text === template.text) < at);
  if (repeated !== undefined) throw new LayoutError(`names ${repeated.text} twice; name it once`);
  if (sizes.length > 0 && templates.every(({ format, hasSize }) => format === "svg" && !hasSize)) {
    throw new LayoutError(`${text} has no file that a size is for; add {size}, or a raster format`);
  }
  return { templates, sizes };
}

function parseTemplate(text: string, sizes: readonly number[]): Template {
  const fail = (problem: string): never => {
    throw new LayoutError(`${JSON.stringify(text)} ${problem}`);
  };
  if (text === "") fail("is not a path; give one such as {id}.svg");
  if (/^[/\\]|^[a-z]:/i.test(text)) fail("is an absolute path; give one below the folder, such as svg/{id}.svg");
  const segments = text.split("/");
  if (segments.some((segment) => /^\.*$/.test(segment))) {
    fail("has a part that is empty or consists of dots; give a path below the folder, such as svg/{id}.svg");
  }
  for (const [, name] of text.matchAll(/\{([^{}]*)\}/g)) {
    if (PLACEHOLDERS.includes(name as Placeholder)) continue;
    fail(`has the unknown placeholder {${name}}; use ${PLACEHOLDERS.map((known) => `{${known}}`).join(", ")}`);
  }
  const literal = text.replaceAll(/\{[^{}]*\}/g, "");
  if (/[{}]/.test(literal)) fail("has a brace without its counterpart");
  if (segments.some((segment) => SEGMENT_FORBIDDEN.test(segment.replaceAll(/\{[^{}]*\}/g, "")))) {
    fail("has a character that file names can't have everywhere: one of \\ < > : \" | ? * or a control character");
  }
  if (!text.includes("{id}")) fail("would be one file for all icons; add {id}");
  const [, extension] = /\.(\w+|\{ext\})$/.exec(text) ?? [];
  const formats = Object.keys(IMAGE_FORMATS);
  if (extension !== "{ext}" && !formats.includes(extension ?? "")) {
    fail(`does not end in the format of an image; end it in .${formats.join(", .")} or .{ext}`);
  }
  const hasSize = text.includes("{size}");
  if (hasSize && sizes.length === 0) fail("has {size}, and no size is given; add --size");
  if (!hasSize && sizes.length > 1 && extension !== "svg") {
    fail(`would be one file for ${sizes.length} sizes; add {size}`);
  }
  return { text, format: extension === "{ext}" ? undefined : (extension as ImageFormat), hasSize };
}

/** How many files an icon has at most. */
export function filesPerIcon({ templates, sizes }: Layout): number {
  return templates.reduce((sum, { hasSize }) => sum + (hasSize ? sizes.length : 1), 0);
}

/**
 * The files of an icon; a raster image has no SVG.
 *
 * @throws LayoutError when the name of a file would be longer than file systems take
 */
export function filesOf({ templates, sizes }: Layout, icon: NamedIcon, kind: StoredKind): PlannedFile[] {
  const own: ImageFormat = kind === "jpeg" ? "jpg" : kind;
  return templates.flatMap(({ text, format: named, hasSize }) => {
    const format = named ?? own;
    if (format === "svg" && kind !== "svg") return [];
    const stored = named === undefined;
    const plan = (size: number | undefined): PlannedFile => ({
      path: pathOf(text, icon, own, size),
      format,
      size: format === "svg" && !hasSize ? undefined : size,
      stored,
    });
    return hasSize ? sizes.map(plan) : [plan(sizes[0])];
  });
}

function pathOf(text: string, { id, category }: NamedIcon, ext: string, size: number | undefined): string {
  const values: Readonly<Record<Placeholder, string>> = {
    id: encodeName(id),
    category: encodeName(category),
    ext,
    size: String(size),
  };
  const path = text.replaceAll(/\{(\w+)\}/g, (_all, name: Placeholder) => values[name]);
  const segments = path.split("/").map(encodeSegment);
  const long = segments.find((segment) => Buffer.byteLength(segment) > NAME_BYTES);
  if (long === undefined) return segments.join("/");
  throw new LayoutError(
    `gives ${JSON.stringify(id)} the file name ${long.slice(0, 40)}… of ${Buffer.byteLength(long)} bytes, and file systems take ${NAME_BYTES}; leave the icon out`,
  );
}

/** An id or a label may contain what a file name may not. */
function encodeName(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, "\ufffd")).replaceAll("*", "%2A");
}

/** Windows takes no dot at the end of a name, and keeps some names for devices. */
function encodeSegment(segment: string): string {
  return segment.replace(/\.$/, "%2E").replace(DEVICE, (name) => `%${hexOf(name.charAt(0))}${name.slice(1)}`);
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase();
}
