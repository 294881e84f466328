import { basename } from "node:path";
import type { Catalog } from "#src/catalog/catalog.js";
import { decodeImageHead, decodeStoredImage } from "#src/format/stored-image.js";
import { DEFAULT_ICONIFY_PREFIX } from "#src/http/iconify/settings.js";
import { toIconData } from "#src/images/drawing-parts.js";
import { availableCores } from "#src/platform/cores.js";
import { columnsOf, type TableIcon } from "./columns.js";
import { createDrawer, type Drawer } from "./draw-files.js";
import { drawableIcons, idsWithDrawing, refuseBeforeDrawing, reported } from "./drawable-icons.js";
import { exportComponents } from "./export-components.js";
import { exportFiles } from "./export-files.js";
import { commonPrefix, type IconifyEntry, servedIcon, writeIconify } from "./iconify.js";
import { iconifyName, symbolId } from "./names.js";
import { countLeftOut, type Exported, type ExportOptions, type ExportResult, type LeftOut, TABLES } from "./options.js";
import { type DrawnIcon, writeSprite, writeSpriteTypes } from "./sprite.js";
import { writeCsv, writeNdjson, writeParquet } from "./tables.js";
import { type Pieces, writeFiles, writePieces } from "./write-single-file.js";

/**
 * Exports icons of a generation. Files appear under their names when complete; the same generation, icons and options
 * produce the same bytes. Memory is constant, except for about 20 bytes per icon for names in a folder, an archive, a
 * sprite or an Iconify set.
 *
 * @throws LayoutError, ImageOptionError for invalid options; Error that names two icons with the same name, or an icon
 * that can't be rendered; FormatError if the generation is damaged; StorageError
 */
export async function exportIcons(options: ExportOptions): Promise<ExportResult> {
  const { recolorable, notRecolorable } = leaveOutColored(options);
  return { unsupported: countLeftOut().result(), ...(await exportAll(recolorable)), notRecolorable };
}

/** The options without the icons and variants that can't have the color of the look. */
function leaveOutColored(options: ExportOptions): {
  readonly recolorable: ExportOptions;
  readonly notRecolorable: LeftOut;
} {
  const { catalog, ordinals, look, format, columns } = options;
  const leftOut = countLeftOut();
  const hasDrawings = !TABLES.includes(format) || (columns?.includes("svg") ?? false);
  if (look?.color === undefined || !hasDrawings) return { recolorable: options, notRecolorable: leftOut.result() };
  const kept = ordinals.filter((ordinal) => {
    const { id } = catalog.item(ordinal);
    const item = catalog.storedImage(id);
    const isKept = item === undefined || decodeImageHead(item).recolorable;
    if (!isKept) leftOut.add(id);
    return isKept;
  });
  const notRecolorable = leftOut.result();
  if (TABLES.includes(format)) return { recolorable: options, notRecolorable };
  if (kept.length === 0 && ordinals.length > 0)
    throw new Error(
      `none of the ${ordinals.length} selected icons has a drawing in a single color; export them without a color`,
    );
  const variants: Catalog["variants"] = (id) =>
    catalog.variants(id).filter(({ image }) => image.length === 0 || decodeImageHead(image).recolorable);
  return { recolorable: { ...options, ordinals: kept, catalog: { ...catalog, variants } }, notRecolorable };
}

async function exportAll(options: ExportOptions): Promise<Exported> {
  const drawer = createDrawer(options.look ?? {}, options.processes ?? availableCores());
  try {
    switch (options.format) {
      case "folder":
      case "zip":
        return await exportFiles(options, drawer);
      case "sprite":
      case "iconify":
        return await exportDrawings(options, drawer);
      case "ndjson":
      case "csv":
      case "parquet":
        return await exportTable(options, drawer);
      default:
        return await exportComponents(options, options.format);
    }
  } finally {
    await drawer.close();
  }
}

async function exportTable(options: ExportOptions, drawer: Drawer): Promise<Exported> {
  const { catalog, ordinals, format, out, look } = options;
  const columns = columnsOf(options.columns);
  const withoutImage = countLeftOut();
  const withoutDrawing = countLeftOut();
  function* icons(): Generator<TableIcon> {
    for (const ordinal of reported(options)) {
      const record = catalog.record(ordinal);
      const item = catalog.storedImage(record.id);
      const image = item === undefined ? undefined : decodeImageHead(item);
      if (image === undefined) withoutImage.add(record.id);
      else if (image.kind !== "svg") withoutDrawing.add(record.id);
      const isDrawn = image?.kind === "svg" && (look?.color === undefined || image.recolorable);
      const drawing = (): string | undefined =>
        isDrawn ? drawer.drawing(record.id, decodeStoredImage(item!)) : undefined;
      yield { record, image, drawing };
    }
  }
  const pieces =
    format === "csv"
      ? writeCsv(icons(), columns, options.escapeFormulas ?? false)
      : (format === "ndjson" ? writeNdjson : writeParquet)(icons(), columns);
  const bytes = await writeOut(out, pieces);
  const leftOut = { withoutImage: withoutImage.result(), withoutDrawing: withoutDrawing.result() };
  return { format, icons: ordinals.length, files: 1, bytes, ...leftOut };
}

async function exportDrawings(options: ExportOptions, drawer: Drawer): Promise<Exported> {
  const { catalog, ordinals, format, out, look = {} } = options;
  const { name } = catalog.manifest.dataset;
  const ownPrefix = options.prefix ?? DEFAULT_ICONIFY_PREFIX;
  const sets = catalog.iconSets(ownPrefix);
  const prefix = options.prefix ?? commonPrefix(sets, idsWithDrawing(catalog, ordinals), ownPrefix);
  const nameOf = (id: string): string => (format === "sprite" ? symbolId(id) : iconifyName(id, prefix));
  const withoutImage = countLeftOut();
  const withoutDrawing = countLeftOut();
  const kind = format === "sprite" ? "symbol" : "Iconify icon";
  const icons = refuseBeforeDrawing(options, { kind, nameOf: ({ id }) => nameOf(id), fold: (name) => name });
  function* drawnIcons(): Generator<DrawnIcon> {
    for (const { record, image } of drawableIcons(options, withoutImage, withoutDrawing)) {
      const { width, height } = image;
      yield { record, drawing: drawer.drawing(record.id, image), width, height };
    }
  }
  const drawn = drawnIcons();
  let files = 1;
  let bytes: number;
  if (format === "sprite" && typeof out === "string") {
    const types = out.replace(/(?:\.svg)?$/, ".d.ts");
    files = 2;
    bytes = await writeFiles([
      { path: out, pieces: writeSprite(drawn) },
      { path: types, pieces: writeSpriteTypes(idsWithDrawing(catalog, ordinals), basename(out)) },
    ]);
  } else if (format === "sprite") bytes = await writeOut(out, writeSprite(drawn));
  else {
    const isPlain = Object.keys(look).length === 0;
    const entries = function* (): Generator<IconifyEntry> {
      for (const { record, drawing, ...size } of drawn) {
        const served = isPlain ? servedIcon(sets, record.id) : undefined;
        yield { record, icon: served ?? toIconData(drawing, size) };
      }
    };
    bytes = await writeOut(out, writeIconify(entries(), { prefix, name }));
  }
  const leftOut = { withoutImage: withoutImage.result(), withoutDrawing: withoutDrawing.result() };
  return { format, icons, files, bytes, ...leftOut };
}

async function writeOut(out: ExportOptions["out"], pieces: Pieces): Promise<number> {
  return typeof out === "string" ? writeFiles([{ path: out, pieces }]) : writePieces(pieces, out);
}
