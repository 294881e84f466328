import type { StoredKind } from "#src/format/stored-image.js";
import { DROP_IN_LAYOUTS, type DropInLayout } from "#src/images/drop-in-layouts.js";
import { IMAGE_FORMATS, type ImageFormat } from "#src/images/image-options.js";

/** The default layout of a folder or archive. */
export const DEFAULT_LAYOUT = "{id}.{ext}";

const PLACEHOLDERS = ["id", "category", "ext", "size"] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** Paths and sizes of an icon's files. */
export interface Layout {
  readonly templates: readonly Template[];
  /** In pixels; empty for the default size. */
  readonly sizes: readonly number[];
  /** Whether it is that of another collection, with its sizes and with a file for each variant. */
  readonly dropIn: boolean;
}

/** The path of one file per icon, such as `png/{size}/{id}.png`. */
interface Template {
  readonly text: string;
  /** Undefined for the stored format of each icon. */
  readonly format: ImageFormat | undefined;
  readonly hasSize: boolean;
}

/** A file to write. */
export interface PlannedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly format: ImageFormat;
  /** In pixels; undefined for a drawing at its own size or a raster image at the default size. */
  readonly size: number | undefined;
  /** Whether the file is written as stored, because the layout does not choose a format. */
  readonly stored: boolean;
  /** Whether the size is that of another collection's layout. */
  readonly dropIn: boolean;
}

/** An invalid layout. */
export class LayoutError extends RangeError {
  override readonly name = "LayoutError";
}

/** The fields of an icon that placeholders use. */
interface NamedIcon {
  readonly id: string;
  readonly category: string;
}

const NAME_BYTES = 255;
const SEGMENT_FORBIDDEN = /[\p{Cc}\\<>:"|?*]/u;
/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Parses a layout: comma-separated paths with the placeholders `{id}`, `{category}`, `{ext}` and `{size}`, or the name
 * of another collection.
 *
 * @param sizes in pixels
 * @throws LayoutError that names the invalid path and the remedy
 */
export function parseLayout(text: string, sizes: readonly number[]): Layout {
  if (Object.hasOwn(DROP_IN_LAYOUTS, text)) return dropInLayout(text as DropInLayout, sizes);
  const templates = text.split(",").map((part) => parseTemplate(part.trim(), sizes));
  const repeated = templates.find((template, at) => templates.findIndex(({ text }) => text === template.text) < at);
  if (repeated !== undefined) throw new LayoutError(`names ${repeated.text} twice; name it once`);
  if (sizes.length > 0 && templates.every(({ format, hasSize }) => format === "svg" && !hasSize)) {
    throw new LayoutError(`${text} has no file that depends on a size; add {size}, or a raster format`);
  }
  return { templates, sizes, dropIn: false };
}

function dropInLayout(name: DropInLayout, sizes: readonly number[]): Layout {
  if (sizes.length > 0) throw new LayoutError(`${name} has sizes of its own; remove --size`);
  const templates = DROP_IN_LAYOUTS[name].map((format) => ({
    text: `${format}/{id}.${format}`,
    format,
    hasSize: false,
  }));
  return { templates, sizes, dropIn: true };
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
  if (/[{}]/.test(literal)) fail("has an unbalanced brace");
  if (segments.some((segment) => SEGMENT_FORBIDDEN.test(segment.replaceAll(/\{[^{}]*\}/g, "")))) {
    fail(
      "has a character that some systems don't allow in file names: one of \\ < > : \" | ? * or a control character",
    );
  }
  if (!text.includes("{id}")) fail("would be one file for all icons; add {id}");
  const [, extension] = /\.(\w+|\{ext\})$/.exec(text) ?? [];
  const formats = Object.keys(IMAGE_FORMATS);
  if (extension !== "{ext}" && !formats.includes(extension ?? "")) {
    fail(`does not end in an image format; end it in .${formats.join(", .")} or .{ext}`);
  }
  const hasSize = text.includes("{size}");
  if (hasSize && sizes.length === 0) fail("has {size}, but no size is given; add --size");
  if (!hasSize && sizes.length > 1 && extension !== "svg") {
    fail(`would be one file for ${sizes.length} sizes; add {size}`);
  }
  return { text, format: extension === "{ext}" ? undefined : (extension as ImageFormat), hasSize };
}

/**
 * The files of an icon; a raster image has no SVG.
 *
 * @throws LayoutError if the name of a file is too long for file systems
 */
export function filesOf({ templates, sizes, dropIn }: Layout, icon: NamedIcon, kind: StoredKind): PlannedFile[] {
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
      dropIn,
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
    `gives ${JSON.stringify(id)} the file name ${long.slice(0, 40)}… of ${Buffer.byteLength(long)} bytes, but file systems allow ${NAME_BYTES}; leave the icon out`,
  );
}

/** A text as the name of a file or the beginning of one. */
export function encodeFileName(text: string): string {
  return encodeSegment(encodeName(text));
}

/** Ids and labels may contain characters that file names must not. */
function encodeName(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, "\ufffd")).replaceAll("*", "%2A");
}

/** Windows does not allow a dot at the end of a name, and reserves some names for devices. */
function encodeSegment(segment: string): string {
  return segment.replace(/\.$/, "%2E").replace(DEVICE, (name) => `%${hexOf(name.charAt(0))}${name.slice(1)}`);
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase();
}
