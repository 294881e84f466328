import { CHANGE_KINDS, type ChangeKind, type IconChange, KIND_TITLES } from "../../build/diff/change.js";
import { changesOf, type DiffReport, isDifferent } from "../../build/diff/report.js";
import { paint, print, type Style, swatch } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

type Cell = string | number;

/** Presentation of a kind of change: its color and table columns. */
interface KindView {
  readonly style: Style;
  readonly columns: Readonly<Record<string, (change: IconChange) => Cell>>;
}

const idOf = ({ before, after }: IconChange): string => (after ?? before)!.id;
const nameOf = ({ before, after }: IconChange): string => (after ?? before)!.name;
const WHOLE = {
  id: idOf,
  name: nameOf,
  category: ({ before, after }: IconChange) => (after ?? before)!.category,
  developer: ({ before, after }: IconChange) => (after ?? before)!.developer,
};

const VIEWS: Readonly<Record<ChangeKind, KindView>> = {
  added: { style: "green", columns: WHOLE },
  removed: { style: "red", columns: WHOLE },
  id: {
    style: "yellow",
    columns: { before: ({ before }) => before!.id, after: ({ after }) => after!.id, name: nameOf },
  },
  name: {
    style: "yellow",
    columns: { id: idOf, before: ({ before }) => before!.name, after: ({ after }) => after!.name },
  },
  category: {
    style: "yellow",
    columns: {
      id: idOf,
      name: nameOf,
      before: ({ before }) => before!.category,
      after: ({ after }) => after!.category,
    },
  },
  image: {
    style: "cyan",
    columns: { id: idOf, name: nameOf, distance: imageNote },
  },
  redrawn: { style: "cyan", columns: { id: idOf, name: nameOf } },
  palette: {
    style: "cyan",
    columns: {
      id: idOf,
      name: nameOf,
      by: ({ paletteDistance }) => paletteDistance!.toFixed(4),
      before: ({ before }) => paletteText(before),
      after: ({ after }) => paletteText(after),
    },
  },
  variants: { style: "cyan", columns: { id: idOf, name: nameOf } },
  fields: {
    style: "magenta",
    columns: { id: idOf, name: nameOf, fields: ({ fields }) => fields.join(", ") },
  },
};

/** Prints a table for each kind of change and a summary line. @param limit icons shown per kind */
export function printReport(report: DiffReport, limit: number): void {
  for (const kind of CHANGE_KINDS) {
    const count = report.counts[kind];
    if (count === 0) continue;
    const { style, columns } = VIEWS[kind];
    const shown = changesOf(report, kind, limit);
    print(`${paint(style, KIND_TITLES[kind])} (${count})`);
    if (shown.length > 0)
      printTable(
        Object.keys(columns),
        shown.map((change) => Object.values(columns).map((cell) => cell(change))),
      );
    if (shown.length < count) print(`… and ${count - shown.length} more`);
    print("");
  }
  print(summaryLine(report));
}

/** One line: the compared generations, and the number of icons of each kind. */
export function summaryLine(report: DiffReport): string {
  const { before, after } = report;
  const between = before === undefined ? "no live generation" : before.generation;
  const text = isDifferent(report) ? countsText(report) : `${paint("green", "no difference")} in ${icons(after.icons)}`;
  return `${between} → ${after.generation}: ${text}`;
}

/** The number of changed icons, and of each kind. */
export function countsText({ before, after, changed, counts, reordered }: Omit<DiffReport, "changes">): string {
  const parts = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => {
    return `${counts[kind]} ${paint(VIEWS[kind].style, KIND_TITLES[kind].toLowerCase())}`;
  });
  if (reordered) parts.push("icons in a different order");
  return `${changed} changed of ${icons(Math.max(after.icons, before?.icons ?? 0))}: ${parts.join("; ")}`;
}

function icons(count: number): string {
  return `${count} ${count === 1 ? "icon" : "icons"}`;
}

function imageNote({ before, after, distance }: IconChange): Cell {
  if (distance !== undefined) return distance;
  return after!.phash === undefined ? "gone" : before!.phash === undefined ? "new" : "";
}

/** Color patches on a terminal, color names elsewhere. */
function paletteText(record: IconChange["after"]): string {
  const { colorPalette = [] } = record ?? {};
  return colorPalette
    .map(({ hex }) => swatch(hex) || `${hex} `)
    .join("")
    .trimEnd();
}
