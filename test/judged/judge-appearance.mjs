export const STYLES = ["glyph", "outline", "flat", "gradient", "layered", "illustrated"];

/**
 * Compares measured colors and styles with the judgments in `appearance.json`.
 *
 * @param icons judged entries
 * @param measuredOf returns the measurements of an icon: `colors`, largest first, and `style`
 */
export function judgeAppearance(icons, measuredOf) {
  const pairs = icons.map((truth) => ({ truth, measured: measuredOf(truth.id) }));
  return { icons: pairs.length, style: judgeStyles(pairs), color: judgeColors(pairs) };
}

function judgeStyles(pairs) {
  const count = (wanted) => pairs.filter(wanted).length;
  const share = (wanted) => count(wanted) / pairs.length;
  const acceptable = ({ style, alsoStyle = [] }) => [style, ...alsoStyle];
  return {
    right: share(({ truth, measured }) => measured.style === truth.style),
    acceptable: share(({ truth, measured }) => acceptable(truth).includes(measured.style)),
    confusion: STYLES.map((seen) =>
      STYLES.map((style) => count(({ truth, measured }) => truth.style === seen && measured.style === style)),
    ),
    byStyle: STYLES.map((style) => {
      const measured = pairs.filter((pair) => pair.measured.style === style);
      const seen = pairs.filter(({ truth }) => truth.style === style);
      return {
        style,
        seen: seen.length,
        measured: measured.length,
        precision: ratio(measured.filter(({ truth }) => truth.style === style).length, measured.length),
        acceptable: ratio(measured.filter(({ truth }) => acceptable(truth).includes(style)).length, measured.length),
        recall: ratio(seen.filter((pair) => pair.measured.style === style).length, seen.length),
      };
    }),
    missed: pairs
      .filter(({ truth, measured }) => !acceptable(truth).includes(measured.style))
      .map(({ truth, measured }) => ({ id: truth.id, seen: truth.style, measured: measured.style })),
  };
}

function judgeColors(pairs) {
  const verdicts = pairs.map(({ truth, measured }) => {
    const main = truth.colors.map((names) => names.split("|"));
    const named = new Set([...main.flat(), ...(truth.alsoColors ?? [])]);
    const wrong = measured.colors.filter((name) => !named.has(name));
    const absent = main.filter((names) => !names.some((name) => measured.colors.includes(name)));
    const first = main[0].includes(measured.colors[0]);
    return { id: truth.id, main, named, measured: measured.colors, wrong, absent, first };
  });
  const sum = (countOf) => verdicts.reduce((total, verdict) => total + countOf(verdict), 0);
  const labels = [...new Set(verdicts.flatMap(({ main, measured }) => [...main.flat(), ...measured]))].sort();
  return {
    precision: 1 - sum(({ wrong }) => wrong.length) / sum(({ measured }) => measured.length),
    recall: 1 - sum(({ absent }) => absent.length) / sum(({ main }) => main.length),
    first: sum(({ first }) => Number(first)) / verdicts.length,
    right: sum(({ wrong, absent }) => Number(wrong.length + absent.length === 0)) / verdicts.length,
    byLabel: labels.map((label) => {
      const measured = verdicts.filter((verdict) => verdict.measured.includes(label));
      const sole = verdicts.filter(({ main }) => main.some((names) => names.length === 1 && names[0] === label));
      return {
        label,
        seen: sole.length,
        measured: measured.length,
        precision: ratio(measured.filter(({ named }) => named.has(label)).length, measured.length),
        recall: ratio(sole.filter((verdict) => verdict.measured.includes(label)).length, sole.length),
      };
    }),
    missed: verdicts
      .filter(({ wrong, absent }) => wrong.length + absent.length > 0)
      .map(({ id, wrong, absent }) => ({ id, wrong, absent: absent.map((names) => names.join("|")) })),
  };
}

function ratio(part, whole) {
  return whole === 0 ? undefined : part / whole;
}
