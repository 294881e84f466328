import type { ChangeKind, IconChange } from "../../build/diff/change.js";
import type { DiffReport } from "../../build/diff/report.js";
import type { Side } from "../../build/diff/side.js";
import type { IconRecord } from "../../src/format/record.js";
import { printGallery } from "../listing/gallery.js";
import type { GalleryEntry } from "../listing/render-entry.js";
import { type ImageMode, SHOWN_COLUMNS } from "../options/terminal-image-options.js";
import { paint, print } from "../terminal/output.js";

/** Kinds of changes that are visible in images. */
const VISIBLE: ReadonlySet<ChangeKind> = new Set(["image", "redrawn", "palette"]);

/** Shows the icons whose image or palette changed, before and after. Prints nothing if images can't be shown. */
export async function printImagePairs(
  mode: ImageMode,
  { changes }: DiffReport,
  before: Side | undefined,
  after: Side,
): Promise<void> {
  const changed = changes.filter(({ kinds }) => kinds.some((kind) => VISIBLE.has(kind)));
  if (before === undefined || changed.length === 0) return;
  if (await printGallery(mode, SHOWN_COLUMNS, entriesOf(changed, before, after))) print("");
}

async function* entriesOf(changes: readonly IconChange[], before: Side, after: Side): AsyncGenerator<GalleryEntry> {
  for (const change of changes) {
    yield await entryOf("before", change.before!, before);
    yield await entryOf("after", change.after!, after, measures(change));
  }
}

async function entryOf(label: string, { id, name }: IconRecord, { catalog }: Side, more = ""): Promise<GalleryEntry> {
  return {
    name,
    image: await catalog.image(id),
    lines: ["", paint("bold", name), `${paint("cyan", label)}  ${id}`, more],
  };
}

function measures({ distance, paletteDistance }: IconChange): string {
  const parts = [
    distance === undefined ? undefined : `distance ${distance}`,
    paletteDistance === undefined ? undefined : `palette changed by ${paletteDistance.toFixed(4)}`,
  ];
  return paint("dim", parts.filter((part) => part !== undefined).join(" · "));
}
