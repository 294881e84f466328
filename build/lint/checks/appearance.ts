import type { Oklab } from "#src/color/color.js";
import { toOklab } from "#src/color/culori.js";
import type { Analysis } from "../../analysis/analysis.js";
import { saysLittle } from "../../write/duplicate-tables.js";
import type { Check, NamedChecks } from "./check.js";

/** Coverage from which a square counts as filled, so that the page behind it hardly shows. */
const FILLED = 0.99;

/** A sharp edge between two pixels produces two steps of a half each. */
const LEAST_SHARPNESS = 0.2;

const LEAST_SIDE = 0.5;

const MAX_CHROMA = 0.04;

const blankImage: Check = {
  severity: "warning",
  about: "an image of a single color",
  remedy: "Check whether the symbol has the color of its background or tint.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source, analysis }) {
      if (analysis === undefined || analysis.shape.cover < FILLED || analysis.shape.sharpness > 0.5) return;
      const [only, ...others] = analysis.colorPalette;
      if (others.length > 0) return;
      report(ordinal, { path: ["image"], value: source.image, message: `shows only ${only!.hex}` });
    },
  }),
};

const whiteOnNothing: Check = {
  severity: "warning",
  about: "98 % of the image is nearly white (OKLab lightness over 0.93, chroma under 0.04): invisible on a white page",
  remedy: "Add a background or another tint.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source, analysis }) {
      if (analysis === undefined || !showsBackground(analysis) || shareOf(analysis, isNearlyWhite) < 0.98) return;
      const message = "is white on transparent, invisible on a white page";
      report(ordinal, { path: ["image"], value: source.image, message });
    },
  }),
};

const blackOnNothing: Check = {
  severity: "info",
  about: "98 % of the image is nearly black (OKLab lightness under 0.25, chroma under 0.04): invisible on a dark page",
  remedy: "Add a background if dark pages show the icon.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source, analysis }) {
      if (analysis === undefined || !showsBackground(analysis) || shareOf(analysis, isNearlyBlack) < 0.98) return;
      const message = "is black on transparent, invisible on a dark page";
      report(ordinal, { path: ["image"], value: source.image, message });
    },
  }),
};

const lowDetail: Check = {
  severity: "info",
  about:
    "a hash with at least 48 uncertain or at most 22 set bits, as of flat or symmetric images: similar icons are unreliable",
  remedy: "None, unless the image should have detail and is blank or cropped.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source, analysis }) {
      const hash = source.phash ?? analysis?.phash;
      if (hash === undefined || !saysLittle(hash, analysis)) return;
      const path = [source.phash === undefined ? "image" : "phash"];
      const message = `has a hash with too little detail: ${hash}`;
      report(ordinal, { path, value: source.phash ?? source.image, message });
    },
  }),
};

const blurredImage: Check = {
  severity: "info",
  about: "a raster image without a sharp edge: no step over 1/128 of its side reaches 1/5 of its range",
  remedy: "Use a drawing or a sharper file.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source, analysis }) {
      if (analysis?.size === undefined || analysis.colorPalette.length < 2) return;
      if (analysis.shape.sharpness >= LEAST_SHARPNESS) return;
      report(ordinal, { path: ["image"], value: source.image, message: "has no sharp edge" });
    },
  }),
};

const wideMargin: Check = {
  severity: "info",
  about: "an image that leaves at least half of its width or height empty",
  remedy: "Crop it, or use the symbol without text.",
  images: true,
  begin: ({ report }) => ({
    record({ ordinal, source, analysis }) {
      if (analysis === undefined) return;
      const { width, height } = analysis.shape;
      if (Math.min(width, height) > LEAST_SIDE) return;
      const message = `fills ${percent(width)} of the width and ${percent(height)} of the height`;
      report(ordinal, { path: ["image"], value: source.image, message });
    },
  }),
};

export const appearanceChecks = {
  "blank-image": blankImage,
  "white-on-transparent": whiteOnNothing,
  "black-on-transparent": blackOnNothing,
  "low-detail": lowDetail,
  "blurred-image": blurredImage,
  "wide-margin": wideMargin,
} satisfies NamedChecks;

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

/** Whether the page behind the image is visible. */
function showsBackground({ shape }: Analysis): boolean {
  return shape.cover < FILLED;
}

/** The share of an image whose colors satisfy a condition. */
export function shareOf({ colorPalette }: Analysis, isSuch: (color: Oklab) => boolean): number {
  return colorPalette.reduce((sum, { hex, share }) => sum + (isSuch(toOklab(hex) as Oklab) ? share : 0), 0);
}

const isNearlyWhite = (color: Oklab): boolean => color.l > 0.93 && chromaOf(color) < MAX_CHROMA;

const isNearlyBlack = (color: Oklab): boolean => color.l < 0.25 && chromaOf(color) < MAX_CHROMA;

function chromaOf({ a, b }: Oklab): number {
  return Math.hypot(a, b);
}
