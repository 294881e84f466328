import type { IconRecord, VersionEntry } from "#src/format/record.js";
import type { IconChange } from "../diff/change.js";
import type { Side } from "../diff/side.js";

/** The maximum of the schema. */
const MAX_ENTRIES = 200;

/** A history entry that an icon lacks although its image changed. */
export interface HistoryProposal {
  readonly id: string;
  readonly entry: VersionEntry;
  /** The previous perceptual hash. */
  readonly previousPhash?: string;
  /** Hamming distance of the hashes; 0 if only colors changed. */
  readonly distance: number;
  /** Distance of the palettes in OKLab, if they changed. */
  readonly paletteDistance?: number;
}

/** The proposals for the changes from one generation to another. */
export interface HistoryProposer {
  /** Takes the next change. */
  readonly add: (change: IconChange) => void;
  readonly proposed: () => Proposed;
}

/** Some of the proposals, and their total number. */
export interface Proposed {
  readonly proposed: number;
  /** The first ones. */
  readonly proposals: readonly HistoryProposal[];
}

/**
 * Proposes an entry for each icon whose hash or palette changed and whose history has no new entry. Proposes none if
 * the generations were built with different decoders or analysis versions, since these may have caused the differences.
 *
 * @param before undefined if there was none: nothing is proposed
 * @param date of the entries, such as `2026-05-11`
 * @param limit maximum number of proposals to keep; all are counted
 */
export function createHistoryProposer(
  before: Side | undefined,
  after: Side,
  date: string,
  limit: number,
): HistoryProposer {
  const [old, fresh] = [before?.catalog.manifest, after.catalog.manifest];
  const isComparable = old?.decoder === fresh.decoder && old.analysis === fresh.analysis;
  const proposals: HistoryProposal[] = [];
  let proposed = 0;
  return {
    add(change) {
      const proposal = isComparable ? proposalFor(change, date) : undefined;
      if (proposal !== undefined && proposed++ < limit) proposals.push(proposal);
    },
    proposed: () => ({ proposed, proposals }),
  };
}

function proposalFor(
  { before, after, distance = 0, paletteDistance }: IconChange,
  date: string,
): HistoryProposal | undefined {
  if (before === undefined || after === undefined) return undefined;
  if (distance === 0 && paletteDistance === undefined) return undefined;
  const known = after.versionHistory ?? [];
  if (known.length > (before.versionHistory ?? []).length || known.length >= MAX_ENTRIES) return undefined;
  return {
    id: after.id,
    entry: {
      version: versionOf(known, date),
      date,
      ...(after.phash === undefined ? {} : { phash: after.phash }),
      note: noteOf(before, distance, paletteDistance),
    },
    ...(before.phash === undefined ? {} : { previousPhash: before.phash }),
    distance,
    ...(paletteDistance === undefined ? {} : { paletteDistance }),
  };
}

/** Versions are usually named after their year; after month or day if that name is taken. */
function versionOf(known: readonly VersionEntry[], date: string): string {
  const names = [date.slice(0, 4), date.slice(0, 7)];
  return names.find((name) => !known.some(({ version }) => version === name)) ?? date;
}

function noteOf({ phash }: IconRecord, distance: number, paletteDistance: number | undefined): string {
  if (distance > 0) return `The image changed by a Hamming distance of ${distance} from ${phash}.`;
  return `The colors changed, by ${paletteDistance} in OKLab.`;
}
