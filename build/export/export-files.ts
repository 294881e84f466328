import type { Catalog } from "#src/catalog/catalog.js";
import { imageName } from "#src/catalog/named-images.js";
import { ATTRIBUTION_FILE } from "#src/format/credits.js";
import type { ListItem } from "#src/format/list-item.js";
import type { IconRecord } from "#src/format/record.js";
import { decodeImageHead } from "#src/format/stored-image.js";
import { checkLook, type Drawer, inOrder, MAX_AHEAD } from "./draw-files.js";
import { DEFAULT_LAYOUT, filesOf, type Layout, type PlannedFile, parseLayout } from "./layout.js";
import { type ExportedName, refuseEqualNames } from "./names.js";
import { countLeftOut, type Exported, type ExportOptions, type ExportResult } from "./options.js";
import { attributionOf, writeFolder } from "./write-folder.js";
import { writeFiles, writePieces } from "./write-single-file.js";
import { writeZip, type ZipFile } from "./zip.js";

/** An icon and its planned files. */
interface PlannedIcon {
  readonly ordinal: number;
  readonly id: string;
  readonly files: readonly (PlannedFile & { readonly name: string; readonly item: Buffer })[];
}

/**
 * Exports images as files of a folder or an archive, with a file of attributions and licenses. All names are checked
 * before anything is rendered.
 *
 * @throws like `exportIcons`
 */
export async function exportFiles(options: ExportOptions, drawer: Drawer): Promise<Exported> {
  const { catalog, ordinals, format, out, look = {}, force = false } = options;
  const layout = parseLayout(options.layout ?? DEFAULT_LAYOUT, options.sizes ?? []);
  checkLook(look, layout);
  const { icons, ...leftOut } = checkFiles(catalog, ordinals, layout);
  let files = 1;
  let contents = 0;
  function* records(): Generator<IconRecord> {
    for (const { ordinal } of plannedIcons(catalog, ordinals, layout)) yield catalog.record(ordinal);
  }
  async function* drawn(): AsyncGenerator<ZipFile> {
    for await (const { file, bytes } of drawFiles(options, layout, drawer, icons)) {
      files++;
      contents += bytes.length;
      yield { path: file.path, bytes, compressed: file.format !== "svg" };
    }
    yield { path: ATTRIBUTION_FILE, bytes: attributionOf(records()), compressed: false };
  }
  let bytes: number;
  if (format === "zip") {
    const pieces = writeZip(drawn());
    bytes = typeof out === "string" ? await writeFiles([{ path: out, pieces }]) : await writePieces(pieces, out);
  } else {
    const others = await writeFolder(out as string, force, drawn());
    bytes = contents + others;
  }
  return { format, icons, files, bytes, ...leftOut };
}

/**
 * Checks all names before anything is written.
 * @throws LayoutError; Error that names two icons with the same file
 */
function checkFiles(
  catalog: Catalog,
  ordinals: Uint32Array,
  layout: Layout,
): Pick<ExportResult, "icons" | "withoutImage" | "withoutDrawing"> {
  const withoutImage = countLeftOut();
  const withoutDrawing = countLeftOut();
  const hasDrawings = layout.templates.some(({ format }) => format === "svg");
  let icons = 0;
  let count = 1;
  for (const ordinal of ordinals) {
    const icon = catalog.item(ordinal);
    const item = catalog.storedImage(icon.id);
    const files = plannedFiles(catalog, icon, layout);
    if (item === undefined && files.length === 0) withoutImage.add(icon.id);
    else if (item !== undefined && hasDrawings && decodeImageHead(item).kind !== "svg") withoutDrawing.add(icon.id);
    if (files.length > 0) icons++;
    count += files.length;
  }
  if (icons === 0) throw new Error(`none of the ${ordinals.length} selected icons has an image for this layout`);
  const names = function* (): Generator<ExportedName> {
    yield { id: ATTRIBUTION_FILE, name: ATTRIBUTION_FILE };
    for (const { id, files } of plannedIcons(catalog, ordinals, layout)) {
      for (const { path } of files) yield { id, name: path };
    }
  };
  refuseEqualNames(names, { count, fold: foldPath, parents: foldersOf, refusal: refusalOfFiles });
  return { icons, withoutImage: withoutImage.result(), withoutDrawing: withoutDrawing.result() };
}

/** File systems of Windows and macOS ignore case. */
function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** All folders that contain a file. */
function foldersOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_segment, at) => segments.slice(0, at + 1).join("/"));
}

function refusalOfFiles(first: ExportedName, second: ExportedName): Error {
  const [one, other] = [JSON.stringify(first.id), JSON.stringify(second.id)];
  if (first.id === second.id) {
    const twice = first.name === second.name ? `${first.name} twice` : `${first.name} and ${second.name}, one a folder`;
    return new Error(`${one} would be written to ${twice}; change --layout`);
  }
  if (first.name === second.name) {
    return new Error(`${one} and ${other} would both be written to ${first.name}; leave one of them out`);
  }
  const where = `${first.name} and ${second.name}`;
  const why = foldPath(first.name) === foldPath(second.name) ? "differ only in case" : "are a file and a folder";
  return new Error(`${one} and ${other} would be written to ${where}, which ${why}; leave one of them out`);
}

function* plannedIcons(catalog: Catalog, ordinals: Uint32Array, layout: Layout): Generator<PlannedIcon> {
  for (const ordinal of ordinals) {
    const icon = catalog.item(ordinal);
    const files = plannedFiles(catalog, icon, layout);
    if (files.length > 0) yield { ordinal, id: icon.id, files };
  }
}

function plannedFiles(catalog: Catalog, { id, category }: ListItem, layout: Layout): PlannedIcon["files"] {
  return imagesOf(catalog, id, layout).flatMap(({ name, item }) =>
    filesOf(layout, { id: name, category }, decodeImageHead(item).kind).map((file) => ({ ...file, name, item })),
  );
}

/**
 * The images of an icon that a layout has, by name. Collections have no file for a variant that looks like the icon.
 */
function imagesOf(
  catalog: Catalog,
  id: string,
  { dropIn }: Layout,
): { readonly name: string; readonly item: Buffer }[] {
  const item = catalog.storedImage(id);
  const own = item === undefined ? [] : [{ name: id, item }];
  if (!dropIn) return own;
  const others = catalog.variants(id).filter(({ image }) => image.length > 0 && !(item?.equals(image) ?? false));
  return [...own, ...others.map(({ name, image }) => ({ name: imageName({ id, variant: name }), item: image }))];
}

interface DrawnFile {
  readonly file: PlannedFile;
  readonly bytes: Uint8Array;
}

async function* drawFiles(
  options: ExportOptions,
  layout: Layout,
  drawer: Drawer,
  total: number,
): AsyncGenerator<DrawnFile> {
  const { catalog, ordinals, onProgress } = options;
  let done = 0;
  function* tasks(): Generator<() => Promise<DrawnFile & { readonly isLast: boolean }>> {
    for (const { files } of plannedIcons(catalog, ordinals, layout)) {
      for (const file of files) {
        const isLast = file === files.at(-1);
        yield async () => ({ file, isLast, bytes: await drawer.file(file.name, file.item, file) });
      }
    }
  }
  for await (const { isLast, ...drawn } of inOrder(tasks(), MAX_AHEAD)) {
    yield drawn;
    if (isLast) onProgress?.({ done: ++done, total });
  }
}
