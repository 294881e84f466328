import type { IconRecord } from "#src/format/record.js";
import type { SourceRecord } from "../check/source-record.js";
import { labelsByShare } from "../measure/palette.js";
import type { Measurements } from "./packed-analysis.js";

/** A record as the dataset has it, with what its picture told, if it has one. What the record says itself counts. */
export function withMeasured(source: SourceRecord, measured: Partial<Measurements>): IconRecord {
  const { rank: _rank, image: _image, background: _background, tint: _tint, ...record } = source;
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
  } as IconRecord;
}
