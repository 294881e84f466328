/** Elements that only draw, animate or describe. */
export const ELEMENTS: ReadonlySet<string> = new Set([
  ...["svg", "g", "defs", "symbol", "use", "switch", "title", "desc", "style"],
  ...["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath", "image"],
  ...["linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker"],
  ...["filter", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix"],
  ...["feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB"],
  ...["feFuncG", "feFuncR", "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight"],
  ...["feSpecularLighting", "feSpotLight", "feTile", "feTurbulence"],
  ...["animate", "animateMotion", "animateTransform", "mpath", "set"],
]);

/** Elements of SVG that are not allowed although some programs draw, run or follow them. */
export const MISSED_ELEMENTS: ReadonlySet<string> = new Set([
  ...["a", "script", "handler", "foreignObject", "iframe", "video", "audio", "canvas", "feImage", "animateColor"],
  ...["discard", "cursor", "font", "font-face", "glyph", "tref", "altGlyph", "hatch", "mesh", "meshgradient"],
  ...["solidcolor"],
]);

export const ANIMATIONS: ReadonlySet<string> = new Set(["animate", "animateMotion", "animateTransform", "set"]);

/** Elements whose text is rendered, read aloud or a style sheet; all other text is white space. */
export const WITH_TEXT: ReadonlySet<string> = new Set(["text", "tspan", "textPath", "title", "desc", "style"]);

/** Attributes whose values are parsed as CSS. Animations may change these and `GEOMETRY`. */
export const PRESENTATION = [
  ...["alignment-baseline", "baseline-shift", "clip-path", "clip-rule", "color", "color-interpolation"],
  ...[
    "color-interpolation-filters",
    "color-rendering",
    "direction",
    "display",
    "dominant-baseline",
    "enable-background",
  ],
  ...["fill", "fill-opacity", "fill-rule", "filter", "flood-color", "flood-opacity", "font-family", "font-size"],
  ...["font-size-adjust", "font-stretch", "font-style", "font-variant", "font-weight", "image-rendering", "isolation"],
  ...["letter-spacing", "lighting-color", "marker", "marker-end", "marker-mid", "marker-start", "mask", "mask-type"],
  ...["mix-blend-mode", "opacity", "overflow", "paint-order", "pointer-events", "shape-rendering", "stop-color"],
  ...["stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin"],
  ...["stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor", "text-decoration", "text-rendering"],
  ...["transform", "transform-origin", "unicode-bidi", "vector-effect", "visibility", "word-spacing", "writing-mode"],
] as const;

const GEOMETRY = [
  ...["amplitude", "azimuth", "baseFrequency", "bias", "cx", "cy", "d", "diffuseConstant", "divisor", "dx", "dy"],
  ...["edgeMode", "elevation", "exponent", "fr", "fx", "fy", "gradientTransform", "height", "intercept", "k1", "k2"],
  ...["k3", "k4", "kernelMatrix", "kernelUnitLength", "lengthAdjust", "limitingConeAngle", "markerHeight"],
  ...["markerWidth", "method", "mode", "numOctaves", "offset", "operator", "order", "orient", "pathLength"],
  ...["patternTransform", "points", "pointsAtX", "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio"],
  ...["primitiveUnits", "r", "radius", "refX", "refY", "result", "rotate", "rx", "ry", "scale", "seed", "side"],
  ...["slope", "spacing", "specularConstant", "specularExponent", "spreadMethod", "startOffset", "stdDeviation"],
  ...["stitchTiles", "surfaceScale", "tableValues", "targetX", "targetY", "textLength", "type", "values", "viewBox"],
  ...["width", "x", "x1", "x2", "xChannelSelector", "y", "y1", "y2", "yChannelSelector", "z"],
  ...["clipPathUnits", "filterUnits", "gradientUnits", "in", "in2", "markerUnits", "maskContentUnits", "maskUnits"],
  ...["patternContentUnits", "patternUnits"],
] as const;

/** Attributes for which a style sheet can set a length or an outline, and their elements. */
export const GEOMETRY_PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  x: ["rect", "image", "use"],
  y: ["rect", "image", "use"],
  width: ["rect", "image", "use"],
  height: ["rect", "image", "use"],
  cx: ["circle", "ellipse"],
  cy: ["circle", "ellipse"],
  r: ["circle"],
  rx: ["rect", "ellipse"],
  ry: ["rect", "ellipse"],
  d: ["path"],
};

const TIMING = [
  ...["accumulate", "additive", "attributeType", "begin", "by", "calcMode", "dur", "end", "from", "keyPoints"],
  ...["keySplines", "keyTimes", "max", "min", "path", "repeatCount", "repeatDur", "restart", "to"],
] as const;

/** Names and descriptions, which are never parsed as CSS or as a URL. */
export const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...["id", "class", "role", "lang", "version", "baseProfile", "focusable", "xml:space", "xml:lang"],
  ...["aria-hidden", "aria-label", "aria-labelledby", "aria-describedby", "systemLanguage"],
]);

/** Attributes that are not allowed although they can decide what is drawn. Event handlers are recognized by their prefix. */
export const MISSED_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...["clip", "cursor", "glyph-orientation-vertical", "kerning", "requiredExtensions", "text-overflow", "white-space"],
]);

/** Attributes that an animation may change. */
export const ANIMATED: ReadonlySet<string> = new Set([...PRESENTATION, ...GEOMETRY]);

/** Attributes whose values are checked as CSS, since they may be parsed as CSS. */
export const STYLED_ATTRIBUTES: ReadonlySet<string> = new Set([...PRESENTATION, ...GEOMETRY, ...TIMING, "style"]);

/** CSS functions and functional selectors that can't refer to anything outside the drawing. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  ...["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "icc-color", "url"],
  ...["matrix", "matrix3d", "translate", "translatex", "translatey", "translatez", "translate3d", "scale", "scalex"],
  ...["scaley", "scalez", "scale3d", "rotate", "rotatex", "rotatey", "rotatez", "rotate3d", "skew", "skewx", "skewy"],
  ...["perspective", "calc", "min", "max", "clamp", "var", "circle", "ellipse", "inset", "polygon", "path", "blur"],
  ...["brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate", "invert", "opacity", "saturate", "sepia"],
  ...["cubic-bezier", "steps", "linear", "not", "is", "where", "has", "nth-child", "nth-last-child", "nth-of-type"],
  ...["nth-last-of-type", "lang", "and", "or", "media", "supports", "light-dark"],
]);
