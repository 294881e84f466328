import type { Catalog } from "#src/catalog/catalog.js";
import type { Look } from "./draw-files.js";

/** What an export can be. All but `folder` are a single file. */
export const EXPORT_FORMATS = ["folder", "zip", "sprite", "iconify", "ndjson", "csv", "parquet"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What is exported, as what, and where to. */
export interface ExportOptions {
  readonly catalog: Catalog;
  /** The icons, in the order of the export, each once. */
  readonly ordinals: Uint32Array;
  readonly format: ExportFormat;
  /** A path, or for a single file what takes its bytes. */
  readonly out: string | ((bytes: Uint8Array) => Promise<void>);
  /** Of a folder or an archive, see `parseLayout`; default `{id}.{ext}`. */
  readonly layout?: string | undefined;
  /** Of rasters in a folder or an archive, in pixels; default 128. */
  readonly sizes?: readonly number[] | undefined;
  /** How images look, beyond format and size; default: as records say. */
  readonly look?: Look | undefined;
  /** The columns of a table, of `COLUMN_NAMES`; default: all but `svg`. */
  readonly columns?: readonly string[] | undefined;
  /** Whether CSV gets an apostrophe before what spreadsheets take for formulas; default false. */
  readonly escapeFormulas?: boolean | undefined;
  /** Of an Iconify set; default: from the name of the dataset. */
  readonly prefix?: string | undefined;
  /** Whether a folder that an export wrote is replaced; default false. */
  readonly force?: boolean | undefined;
  /** How many images are drawn at once; default: one per core. */
  readonly processes?: number | undefined;
  onProgress?(progress: { readonly done: number; readonly total: number }): void;
}

/** Icons that are not in an export, or not in every form. */
export interface LeftOut {
  readonly count: number;
  /** The ids of the first ten. */
  readonly first: readonly string[];
}

/** What was exported. */
export interface ExportResult {
  readonly format: ExportFormat;
  /** Icons that are in the export. */
  readonly icons: number;
  /** Files written, those in an archive included. */
  readonly files: number;
  /** Of everything that was written. */
  readonly bytes: number;
  /** Icons without an image, left out of everything but tables. */
  readonly withoutImage: LeftOut;
  /**
   * Icons whose image is a raster file, which sprites and Iconify sets leave out and `.svg` files of a layout are not
   * written for.
   */
  readonly withoutDrawing: LeftOut;
}

/** Counts what is left out. */
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
