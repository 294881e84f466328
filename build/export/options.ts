import type { Catalog } from "#src/catalog/catalog.js";
import { FRAMEWORKS, type Framework } from "#src/images/component-syntax.js";
import type { Look } from "./draw-files.js";

const SINGLE_FILES = ["zip", "sprite", "iconify", "ndjson", "csv", "parquet"] as const;

/** Formats with a component for each drawing. */
export const COMPONENTS = [...(Object.keys(FRAMEWORKS) as Framework[]), "shadcn"] as const;

export const EXPORT_FORMATS = ["folder", ...SINGLE_FILES, ...COMPONENTS] as const;

export type ComponentFormat = (typeof COMPONENTS)[number];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Formats that are folders. */
export const FOLDERS: readonly ExportFormat[] = ["folder", ...COMPONENTS];

/** Formats with a row for each icon. */
export const TABLES: readonly ExportFormat[] = ["ndjson", "csv", "parquet"];

/** What to export, in which format, and where. */
export interface ExportOptions {
  readonly catalog: Catalog;
  /** The icons in the order of the export, without duplicates. */
  readonly ordinals: Uint32Array;
  readonly format: ExportFormat;
  /** A path, or, for a single file, a function that receives its bytes. */
  readonly out: string | ((bytes: Uint8Array) => Promise<void>);
  /** Layout of a folder or an archive, see `parseLayout`; default `{id}.{ext}`. */
  readonly layout?: string | undefined;
  /** Sizes of raster images in a folder or an archive, in pixels; default 128. */
  readonly sizes?: readonly number[] | undefined;
  /** The look of images, except format and size; default: as in the records. */
  readonly look?: Look | undefined;
  /** The columns of a table, from `COLUMN_NAMES`; default: all but `svg`. */
  readonly columns?: readonly string[] | undefined;
  /** Whether CSV gets an apostrophe before texts that spreadsheets would treat as formulas; default false. */
  readonly escapeFormulas?: boolean | undefined;
  /** Prefix of an Iconify set; default: that of all icons in the Iconify API, if it is the same for all, else `apps`. */
  readonly prefix?: string | undefined;
  /** Whether to replace a folder from an earlier export; default false. */
  readonly force?: boolean | undefined;
  /** Maximum number of images rendered at the same time; default: one per core. */
  readonly processes?: number | undefined;
  onProgress?(progress: { readonly done: number; readonly total: number }): void;
}

/** Icons that an export omits completely or in some formats. */
export interface LeftOut {
  readonly count: number;
  /** Ids of the first ten. */
  readonly first: readonly string[];
}

/** Result of an export. */
export interface ExportResult {
  readonly format: ExportFormat;
  /** Number of exported icons. */
  readonly icons: number;
  /** Number of written files, including those in an archive. */
  readonly files: number;
  /** Total size of the output. */
  readonly bytes: number;
  /** Icons without an image, which are omitted from everything but tables. */
  readonly withoutImage: LeftOut;
  /**
   * Icons with a raster image, which are omitted from sprites, Iconify sets and components, and from the `.svg` files of
   * a layout.
   */
  readonly withoutDrawing: LeftOut;
  /**
   * Icons that can't have the color of the look, since they have several colors or a raster image. They are omitted; in
   * tables, only their drawings are.
   */
  readonly notRecolorable: LeftOut;
  /** Icons whose drawing the framework of components can't show. They are omitted. */
  readonly unsupported: LeftOut;
}

/** The result of an export of icons that all can have the look. */
export type Exported = Omit<ExportResult, "notRecolorable" | "unsupported"> &
  Partial<Pick<ExportResult, "unsupported">>;

/** Collects omitted icons. */
export interface LeftOutCounter {
  add(id: string): void;
  result(): LeftOut;
}

const FIRST = 10;

export function countLeftOut(): LeftOutCounter {
  const first: string[] = [];
  let count = 0;
  return {
    add(id) {
      count++;
      if (first.length < FIRST) first.push(id);
    },
    result: () => ({ count, first }),
  };
}
