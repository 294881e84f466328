import type { IconRecord } from "#src/format/record.js";
import type { BuildField, SourceRecord } from "../check/source-record.js";
import { labelsByShare } from "../measure/palette.js";
import type { Measurements } from "./packed-analysis.js";

/** A record as the dataset has it, with what was measured in its image, if it has one. The record's own values take precedence. */
export function withMeasured(source: SourceRecord, measured: Partial<Measurements>): IconRecord {
  const { rank: _rank, image: _image, background: _background, tint: _tint, ...record } = source;
  // Fails to compile when a field that only the build uses is left in the record.
  record satisfies { readonly id: string } & { readonly [Name in BuildField]?: never };
  const colors = record.colors ?? (record.colorPalette && labelsByShare(record.colorPalette)) ?? measured.colors;
  const phash = record.phash ?? measured.phash;
  const colorPalette = record.colorPalette ?? measured.colorPalette;
  const style = record.style ?? measured.style;
  return {
    ...record,
    ...(phash === undefined ? {} : { phash }),
    ...(colors === undefined ? {} : { colors }),
    ...(colorPalette === undefined ? {} : { colorPalette }),
    ...(style === undefined ? {} : { style }),
  };
}
