import { STYLES } from "./judge-appearance.mjs";

/** Formats the results of `judgeShipped` as the tables of test/judged/README.md. */
export function appearanceTables({ halves, again }) {
  return [totals(halves), ...halves.map(confusion), labels(halves), agreementLine(again), ...halves.map(misses)].join(
    "\n",
  );
}

function totals(halves) {
  const row = (name, shareOf) => [name, ...halves.map((half) => percent(shareOf(half)))];
  return table([
    ["", ...halves.map(({ half, icons }) => `${half}, ${icons} icons`)],
    row("style as judged", ({ style }) => style.right),
    row("style acceptable", ({ style }) => style.acceptable),
    row("labels that may be named", ({ color }) => color.precision),
    row("judged colors that have their label", ({ color }) => color.recall),
    row("first label is the first judged color", ({ color }) => color.first),
    row("icons without a wrong or missing label", ({ color }) => color.right),
  ]);
}

function confusion({ half, style }) {
  const rows = STYLES.map((seen, at) => {
    const { precision, acceptable, recall } = style.byStyle[at];
    return [`\`${seen}\``, ...style.confusion[at], percent(recall), percent(precision), percent(acceptable)];
  });
  const head = [
    `${half}: judged \\ measured`,
    ...STYLES.map((name) => `\`${name}\``),
    "recall",
    "precision",
    "acceptable",
  ];
  return table([head, ...rows]);
}

function labels(halves) {
  const names = [...new Set(halves.flatMap(({ color }) => color.byLabel.map(({ label }) => label)))].sort();
  const cells = ({ color }, name) => {
    const { seen = 0, measured = 0, precision, recall } = color.byLabel.find(({ label }) => label === name) ?? {};
    return [seen, percent(recall), measured, percent(precision)];
  };
  const head = halves.flatMap(({ half }) => [`${half}: named`, "recall", "measured", "precision"]);
  return table([["label", ...head], ...names.map((name) => [name, ...halves.flatMap((half) => cells(half, name))])]);
}

function agreementLine({ icons, style, acceptable, colors }) {
  return (
    `The second judgment of ${icons} icons gave the same style for ${percent(style)}, an acceptable one for ` +
    `${percent(acceptable)}, and the same colors for ${percent(colors)}.\n`
  );
}

function misses({ half, style, color }) {
  const styles = style.missed.map(({ id, seen, measured }) => `${id} (${seen}, measured ${measured})`);
  const colors = color.missed.map(({ id, wrong, absent }) => {
    const parts = [absent.length > 0 && `lacks ${absent.join(", ")}`, wrong.length > 0 && `has ${wrong.join(", ")}`];
    return `${id} (${parts.filter(Boolean).join("; ")})`;
  });
  const list = (found) => (found.length === 0 ? "none" : found.join(", "));
  return `Not acceptable in the ${half} half: style of ${list(styles)}; labels of ${list(colors)}.\n`;
}

function table([head, ...rows]) {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

function percent(share) {
  return share === undefined ? "–" : `${Math.round(share * 100)} %`;
}
