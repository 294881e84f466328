import { join } from "node:path";
import type { Oklab } from "#src/color/color.js";
import type { ColorLabel } from "#src/color/color-labels.js";
import { toOklab } from "#src/color/culori.js";
import { nearestLabelTo } from "#src/color/nearest-label.js";
import { FREE_FACETS, type FreeFacet, labelsOf } from "#src/format/filter-facets.js";
import { REQUIRED_FIELDS } from "#src/format/record-and-detail-fields.js";
import { listWords } from "#src/text/list-words.js";
import { nearestName } from "#src/text/nearest-name.js";
import { type PlacedLabel, placedLabels } from "../../check/record-check.js";
import type { Check, NamedChecks } from "./check.js";

/** Styles that can be measured. */
const MEASURED = ["glyph", "flat", "gradient"];

/** Maximum distance between a color and the area of another name for people to use either name. */
const REACH = 0.05;
const STEPS = [-REACH, -REACH / 2, 0, REACH / 2, REACH];

/** The palette omits smaller parts of an image. */
const LEAST_SHARE = 0.02;
/** A part of an image that is impossible to overlook. */
const LARGE_SHARE = 0.25;

const colorLabel: Check = {
  severity: "warning",
  about:
    "`colors` that contradict the image: a label without a similar color (0.05 in OKLab per axis) of 2 % of the area, or no label for a color of 25 %",
  remedy: "Fix the labels, or remove colors to have them measured.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source: { colors }, analysis }) {
      if (colors === undefined || analysis === undefined) return;
      const seen = analysis.colorPalette.filter(({ share }) => share >= LEAST_SHARE);
      const isLike = (label: (typeof colors)[number], { hex }: (typeof seen)[number]): boolean =>
        isNearLabel(label, toOklab(hex) as Oklab);
      for (const [at, label] of colors.entries()) {
        if (seen.some((color) => isLike(label, color))) continue;
        const message = `is not in the image, which is ${analysis.colors.join(", ")}`;
        report(ordinal, { path: ["colors", at], value: label, message });
      }
      for (const color of seen) {
        if (color.share < LARGE_SHARE || colors.some((label) => isLike(label, color))) continue;
        const message = `lacks ${color.name}, ${Math.round(color.share * 100)} % of the image (${color.hex})`;
        report(ordinal, { path: ["colors"], value: colors, message });
      }
    },
  }),
};

const styleLabel: Check = {
  severity: "info",
  about: "a `style` of glyph, flat or gradient that differs from the measured one",
  remedy: "Check the image, or remove style to have it measured.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source: { style }, analysis }) {
      const measured = analysis?.style;
      if (style === undefined || measured === undefined || measured === style || !MEASURED.includes(style)) return;
      report(ordinal, { path: ["style"], value: style, message: `is measured as ${measured}` });
    },
  }),
};

/**
 * Facets in which every record has a label, in the field of the facet's name. In these, a label that only one record
 * has is reported even if it is declared.
 */
const NEEDED = FREE_FACETS.filter((facet) => (REQUIRED_FIELDS as readonly string[]).includes(facet));
const OTHERS = FREE_FACETS.filter((facet) => !NEEDED.includes(facet));

interface Use extends PlacedLabel {
  readonly first: number;
  count: number;
}

const loneLabel: Check = {
  severity: "warning",
  about: `a ${listWords(NEEDED, "or")}, or an undeclared ${listWords(OTHERS, "or")}, that only one of at least 20 records has`,
  remedy: "Use a label that other records have.",
  begin({ dataset, report }) {
    const uses = new Map(FREE_FACETS.map((facet): [FreeFacet, Map<string, Use>] => [facet, new Map()]));
    let records = 0;
    return {
      record({ ordinal, source }) {
        records++;
        for (const facet of FREE_FACETS) {
          for (const placed of placedLabels(source, facet)) {
            const use = uses.get(facet)!.get(placed.label);
            if (use === undefined) uses.get(facet)!.set(placed.label, { ...placed, count: 1, first: ordinal });
            else use.count++;
          }
        }
      },
      end() {
        if (records < 20) return;
        for (const [facet, labels] of uses) {
          if (!NEEDED.includes(facet) && dataset.options.labels?.[facet] !== undefined) continue;
          const common = [...labels].filter(([, { count }]) => count > 1).map(([label]) => label);
          for (const [label, { count, first, path }] of labels) {
            if (count > 1) continue;
            const near = nearestName(label, common);
            const remedy = near === undefined ? {} : { remedy: `Did you mean ${near}?` };
            report(first, { path, value: label, message: "is used by this record only", ...remedy });
          }
        }
      },
    };
  },
};

const unusedLabel: Check = {
  severity: "info",
  about: "a label declared in `dataset.json` that no record has",
  remedy: "Remove it or use it.",
  images: true,
  begin({ data, dataset, reportFile }) {
    const used = new Set<string>();
    return {
      record({ credited, analysis }) {
        for (const facet of FREE_FACETS) {
          const own = labelsOf(credited, facet);
          for (const label of own.length > 0 ? own : labelsOf(analysis ?? {}, facet)) used.add(`${facet} ${label}`);
        }
      },
      end() {
        for (const facet of FREE_FACETS) {
          for (const [at, label] of (dataset.options.labels?.[facet] ?? []).entries()) {
            if (used.has(`${facet} ${label}`)) continue;
            const path = ["labels", facet, at];
            reportFile(join(data, "dataset.json"), { path, value: label, message: "is used by no record" });
          }
        }
      },
    };
  },
};

export const labelChecks = {
  "color-label": colorLabel,
  "style-label": styleLabel,
  "single-use-label": loneLabel,
  "unused-label": unusedLabel,
} satisfies NamedChecks;

/** Whether a color, or a nearby one in OKLab, has a label. Cost: at most 125 labels. */
function isNearLabel(label: ColorLabel, { l, a, b }: Oklab): boolean {
  return STEPS.some((lightness) =>
    STEPS.some((red) =>
      STEPS.some((yellow) => nearestLabelTo({ mode: "oklab", l: l + lightness, a: a + red, b: b + yellow }) === label),
    ),
  );
}
