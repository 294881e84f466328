import sharp from "sharp";

/** A drawing that attacks users, pages or renderers. */
export type Attack = readonly [name: string, file: string | Buffer];

/** Sets flags that a script ran, in several ways. */
const RUN = "window.ran=1;top.ran=1;alert(1)";
const SHAPE = '<path d="M0 0h24v24H0z"/>';
const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"';
const BREAKOUT = `</style></title></desc></svg><img src=x onerror="${RUN}">`;

function svg(body: string, attributes = "", before = ""): string {
  return `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24"${attributes}>${body}${SHAPE}</svg>`;
}

const nested = (body: string): string => Buffer.from(svg(body)).toString("base64");

/**
 * Drawings that run something, load something or lead elsewhere. @param witness origin that must not receive a request
 */
export function payloads(witness: string): readonly Attack[] {
  const script = `<script>${RUN}</script>`;
  const link = `<a id="l" href="javascript:${RUN}"><path id="p" d="M0 0h9v9z"/></a>`;
  const styled = (css: string): string => svg(`<style>${css}</style>`);
  const attacks: Record<string, string | Buffer> = {
    // Scripts
    script: svg(script),
    "script-href": svg(`<script href="${witness}/a.js"/>`),
    "script-xlink": svg(`<script xlink:href="${witness}/a.js"/>`),
    "script-data": svg(`<script href="data:text/javascript,${encodeURIComponent(RUN)}"/>`),
    "script-cdata": svg(`<script><![CDATA[${RUN}]]></script>`),
    "script-prefixed": svg(`<s:script xmlns:s="http://www.w3.org/2000/svg">${RUN}</s:script>`),
    "script-prefix-of-root": `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><s:script>${RUN}</s:script><s:path d="M0 0h24v24H0z"/></s:svg>`,
    "script-xhtml": svg(`<h:script xmlns:h="http://www.w3.org/1999/xhtml">${RUN}</h:script>`),
    "script-upper": svg(`<SCRIPT>${RUN}</SCRIPT><Script>${RUN}</Script>`),
    "script-in-defs": svg(`<defs><symbol id="a">${script}</symbol></defs><use href="#a"/>`),
    "script-in-title": svg(`<title>${script}</title>`),
    "script-in-text": svg(`<text>&lt;script&gt;${RUN}&lt;/script&gt;<tspan>${script}</tspan></text>`),
    handler: svg(`<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">${RUN}</handler>`),
    // Event handlers
    onload: svg("", ` onload="${RUN}"`),
    "onload-nested": svg(`<svg onload="${RUN}"/>`),
    "onload-upper": svg("", ` ONLOAD="${RUN}" OnLoad="${RUN}"`),
    "onload-spaced": svg("", `\n\tonload\r\n=\n'${RUN}'`),
    "onload-of-shapes": svg(
      `<path d="M0 0h9" onload="${RUN}"/><use href="#p" onload="${RUN}"/><path id="p" d="M0 0h9"/>`,
    ),
    "onload-in-defs": svg(
      `<defs><linearGradient id="a" onload="${RUN}"><stop onload="${RUN}"/></linearGradient></defs>`,
    ),
    "onload-of-text": svg(`<title onload="${RUN}">a</title><desc onfocus="${RUN}" tabindex="1">b</desc>`),
    "onload-prefixed": svg("", ` xmlns:s="http://www.w3.org/2000/svg" s:onload="${RUN}"`),
    "onload-control": svg("", ` on&#x0;load="${RUN}"`),
    handlers: svg(`<g onclick="${RUN}" onmouseover="${RUN}" onfocusin="${RUN}" tabindex="1" autofocus="">${SHAPE}</g>`),
    onbegin: svg(
      `<animate attributeName="x" dur="1ms" onbegin="${RUN}" onend="${RUN}"/><set attributeName="x" onbegin="${RUN}"/>`,
    ),
    onrepeat: svg(
      `<path d="M0 0h9"><animate attributeName="opacity" dur="1ms" repeatCount="9" onrepeat="${RUN}"/></path>`,
    ),
    onerror: svg(`<image href="data:image/png;base64,AAAA" onerror="${RUN}" width="9" height="9"/>`),
    // Foreign content
    foreign: svg(`<foreignObject width="9" height="9"><body ${XHTML} onload="${RUN}">${script}</body></foreignObject>`),
    "foreign-frame": svg(`<foreignObject><iframe ${XHTML} src="javascript:${RUN}"/></foreignObject>`),
    "foreign-srcdoc": svg(
      `<foreignObject><iframe ${XHTML} srcdoc="&lt;script&gt;${RUN}&lt;/script&gt;"/></foreignObject>`,
    ),
    "foreign-object": svg(`<object ${XHTML} data="${witness}/a"/><embed ${XHTML} src="${witness}/b"/>`),
    "foreign-image": svg(`<img ${XHTML} src="${witness}/a" onerror="${RUN}"/>`),
    "foreign-media": svg(
      `<video ${XHTML} src="${witness}/a"/><audio xmlns="http://www.w3.org/2000/svg" href="${witness}/b"/>`,
    ),
    "foreign-switch": svg(`<switch><foreignObject><math ${XHTML}>${script}</math></foreignObject></switch>`),
    "foreign-base": svg(`<base ${XHTML} href="${witness}/"/><use href="a#b"/>`),
    "foreign-meta": svg(`<meta ${XHTML} http-equiv="refresh" content="0;url=${witness}/"/>`),
    "foreign-link": svg(`<link ${XHTML} rel="stylesheet" href="${witness}/a.css"/>`),
    "foreign-form": svg(`<form ${XHTML} action="${witness}"><input autofocus="" onfocus="${RUN}"/></form>`),
    // Links
    link: svg(link),
    "link-xlink": svg(`<a xlink:href="javascript:${RUN}">${SHAPE}</a>`),
    "link-escaped": svg(
      `<a href=" java&#9;script&colon;${RUN}">${SHAPE}</a><a href="&#106;avascript:${RUN}">${SHAPE}</a>`,
    ),
    "link-data": svg(`<a href="data:text/html,&lt;script&gt;${RUN}&lt;/script&gt;" target="_top">${SHAPE}</a>`),
    "link-prefixed": svg(`<s:a xmlns:s="http://www.w3.org/2000/svg" href="javascript:${RUN}">${SHAPE}</s:a>`),
    // Animations that change links, handlers or references
    "set-href": svg(`${link}<set href="#l" attributeName="href" to="javascript:${RUN}"/>`),
    "set-xlink": svg(`${link}<set xlink:href="#l" attributeName="xlink:href" to="javascript:${RUN}"/>`),
    "animate-href": svg(`<a><animate attributeName="href" values="javascript:${RUN}"/>${SHAPE}</a>`),
    "animate-handler": svg(`<set attributeName="onclick" to="${RUN}"/><animate attributeName="onload" to="${RUN}"/>`),
    "animate-image": svg(`<image width="9" height="9"><set attributeName="href" to="${witness}/a"/></image>`),
    "animate-use": svg(`<use><animate attributeName="href" dur="1s" values="${witness}/a#b"/></use>`),
    "animate-fill": svg(
      `<path d="M0 0h9v9z"><animate attributeName="fill" dur="1s" values="url(${witness}/a#b);red"/></path>`,
    ),
    "animate-style": svg(`<g><set attributeName="style" to="background:url(${witness}/a)"/></g>`),
    "animate-filter": svg(
      `<g><animate attributeName="filter" from="none" to="url('${witness}/a#b')" dur="1s"/>${SHAPE}</g>`,
    ),
    "animate-transform": svg(`<animateTransform attributeName="href" type="translate" to="javascript:${RUN}"/>`),
    // References in attributes
    image: svg(`<image href="${witness}/a.png" width="9" height="9"/>`),
    "image-forms": svg(
      ["xlink:href", "src", "srcset", "data"]
        .map((name, at) => `<image ${name}="${witness}/${at}" width="9" height="9"/>`)
        .join(""),
    ),
    "image-schemeless": svg(
      `<image href="${witness.replace("http:", "")}/a" width="9" height="9"/><image href="a.png" width="9" height="9"/>`,
    ),
    "image-escaped": svg(`<image href="&#32;&#x68;ttp:${witness.slice(5)}/a" width="9" height="9"/>`),
    "image-based": svg('<image href="a.png" width="9" height="9"/>', ` xml:base="${witness}/"`),
    "image-nested": svg(`<image href="data:image/svg+xml;base64,${nested(script)}" width="9" height="9"/>`),
    "image-nested-text": svg(
      `<image href="data:image/svg+xml,${encodeURIComponent(svg(`<image href="${witness}/a"/>`))}" width="9" height="9"/>`,
    ),
    "image-nested-type": svg(
      `<image href="data:image/png,image/svg+xml;base64,${nested(script)}" width="9" height="9"/>`,
    ),
    "use-outside": svg(`<use href="${witness}/a.svg#b"/><use xlink:href="${witness}/a.svg#b"/>`),
    "use-nested": svg(`<use href="data:image/svg+xml;base64,${nested(`<g id="a">${script}</g>`)}#a"/>`),
    "references-of-elements": svg(
      [
        ..."linearGradient radialGradient pattern filter mpath textPath feImage mask clipPath marker tref cursor script".split(
          " ",
        ),
      ]
        .map((name, at) => `<${name} id="e${at}" href="${witness}/${name}#a" xlink:href="${witness}/${name}#b"/>`)
        .join(""),
    ),
    "references-of-attributes": svg(
      [
        ..."fill stroke filter mask clip-path marker marker-start marker-mid marker-end cursor color-profile src".split(
          " ",
        ),
      ]
        .map((name) => `<path ${name}="url(${witness}/${name}#a)" d="M0 0h9v9z"/>`)
        .join(""),
    ),
    "references-quoted": svg(
      `<path fill="url(&quot;${witness}/a#b&quot;) red" stroke="url( '${witness}/c#d' )" d="M0 0h9v9z"/>`,
    ),
    "references-plain": svg(
      `<g profile="${witness}/p" cite="${witness}/c" ping="${witness}/i" poster="${witness}/o" background="${witness}/b"/>`,
    ),
    // Style sheets
    "css-import": styled(`@import "${witness}/a.css"; @IMPORT url(${witness}/b.css);`),
    "css-import-escaped": styled(`@\\69mport "${witness}/a.css";`),
    "css-font": styled(`@font-face{font-family:a;src:url(${witness}/a)} text{font-family:a}`),
    "css-url": styled(`path{fill:url(${witness}/a#b);background:url("${witness}/c");cursor:url(${witness}/d),auto}`),
    "css-url-escaped": styled(`path{background:\\75rl(${witness}/a);mask:u\\72 l(${witness}/b)}`),
    "css-url-commented": styled(`path{background:url/**/(${witness}/a);mask:/*(*/url(${witness}/b)}`),
    "css-image-set": styled(
      `*{background:image-set("${witness}/a" 1x);border-image:-webkit-image-set("${witness}/b" 1x)}`,
    ),
    "css-functions": styled(
      `*{background:src("${witness}/a"),image("${witness}/b"),cross-fade(url(${witness}/c),red);content:url(${witness}/d)}`,
    ),
    "css-namespace": styled(`@namespace url(${witness}/a); @charset "utf-7"; @document url(${witness}/b){}`),
    "css-string": styled(`path{--a:"url(${witness}/a)";background:var(--a)} /* */ path{background:url(${witness}/b)}`),
    "css-attribute": svg(
      `<path style="background:url(${witness}/a);mask-image:image-set('${witness}/b' 1x)" d="M0 0h9v9z"/>`,
    ),
    "css-attribute-escaped": svg(`<path style="background:u\\000072l(${witness}/a)" d="M0 0h9v9z"/>`),
    "css-presentation": svg(
      `<path cursor="url(${witness}/a),auto" font-family="url(${witness}/b)" filter="url(${witness}/c#d) blur(1px)" d="M0 0h9v9z"/>`,
    ),
    "css-expression": styled(`*{width:expression(${RUN});behavior:url(${witness}/a);-moz-binding:url(${witness}/b#c)}`),
    "css-instruction": svg("", "", `<?xml-stylesheet type="text/css" href="${witness}/a.css"?>`),
    "xsl-instruction": svg("", "", `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${witness}/a.xsl"?>`),
    // Document types
    "dtd-outside": svg("", "", `<!DOCTYPE svg SYSTEM "${witness}/a.dtd">`),
    "entity-outside": svg("<text>&x;</text>", "", `<!DOCTYPE svg [<!ENTITY x SYSTEM "${witness}/a">]>`),
    "entity-file": svg("<text>&x;</text>", "", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    "entity-parameter": svg("", "", `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${witness}/a"> %x;]>`),
    "entity-markup": svg("&x;", "", `<!DOCTYPE svg [<!ENTITY x "<script>${RUN}</script>">]>`),
    "entity-escaped": svg(
      "<text>&x;</text><g id='&x;'/>",
      "",
      `<!DOCTYPE svg [<!ENTITY x "&#60;script&#62;${RUN}&#60;/script&#62;">]>`,
    ),
    "entity-attribute": svg(
      '<image href="&x;" width="9" height="9"/>',
      "",
      `<!DOCTYPE svg [<!ENTITY x "${witness}/a">]>`,
    ),
    "attribute-default": svg("", "", `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "${RUN}">]>`),
    include: svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${witness}/a"/>`),
    // Breakouts from an SVG that is inlined into HTML
    "out-of-title": svg(`<title><![CDATA[${BREAKOUT}]]></title>`),
    "out-of-desc": svg(`<desc><![CDATA[${BREAKOUT}]]></desc><desc>&lt;img src=x onerror="${RUN}"&gt;</desc>`),
    "out-of-style": svg(`<style><![CDATA[a{}${BREAKOUT}]]></style>`),
    "out-of-style-escaped": svg(`<style>a{} &lt;/style&gt;&lt;img src=x onerror="${RUN}"&gt;</style>`),
    "out-of-text": svg(`<text><![CDATA[${BREAKOUT}]]></text>`),
    "out-of-comment": svg(`<!--><img src=x onerror="${RUN}">--><g id="--!><img src=x onerror=${RUN}>"/>`),
    "out-of-attribute": svg(
      `<g id="&quot;&gt;${BREAKOUT.replaceAll("<", "&lt;").replaceAll('"', "&quot;")}" class='"onload="${RUN}'/>`,
    ),
    "out-of-instruction": svg(`<?a ><img src=x onerror="${RUN}">?>`),
    "out-by-element": svg(`<p/><b/><img src="x" onerror="${RUN}"/><font color="red"/>`),
    "out-by-integration": svg(`<desc><svg><style><![CDATA[<img src=x onerror="${RUN}">]]></style></svg></desc>`),
    "out-by-math": svg(
      `<title><math ${XHTML}><mtext><table><mglyph><style><![CDATA[<img src=x onerror=${RUN}>]]></style></mglyph></table></mtext></math></title>`,
    ),
    "out-by-template": svg(`<template ${XHTML}>${script}</template><noscript ${XHTML}>${script}</noscript>`),
    clobbering: svg('<g id="body"/><g id="cookie"/><g id="__proto__"/><g class="constructor"/>'),
    // Encodings that readers may interpret differently
    "utf-16": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(svg(script), "utf16le")]),
    "utf-7": svg("+ADw-script+AD4-alert(1)+ADw-/script+AD4-", "", '<?xml version="1.0" encoding="UTF-7"?>'),
    "iso-2022-jp": Buffer.from(svg(`<title>\x1b$B</title>${script}<title>\x1b(B</title>`), "latin1"),
    "bad-utf-8": Buffer.from(svg(`<title>\xc0\xbcscript\xc0\xbe${RUN}</title><g id="\xff"/>`), "latin1"),
    "byte-order-mark": `\ufeff${svg(script)}`,
    "control-characters": svg(`<title>\x7f\u2028\u202e${RUN}</title>`),
  };
  return Object.entries(attacks);
}

const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join("");
const nest = (depth: number, start: string, end: string): string => start.repeat(depth) + SHAPE + end.repeat(depth);
const filtered = (filter: string, count = 1): string =>
  svg(
    `<filter id="f" x="0" y="0" width="1" height="1">${filter}</filter>${`<g filter="url(#f)">${SHAPE}</g>`.repeat(count)}`,
  );

/** Drawings that take time or memory, most of them more at larger sizes. */
export async function bombs(): Promise<readonly Attack[]> {
  const large = await sharp({ create: { width: 2400, height: 2400, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const photograph = `<image href="data:image/png;base64,${large.toString("base64")}" width="24" height="24"/>`;
  const attacks: Record<string, string> = {
    uses: svg(
      `<g id="u0">${SHAPE}</g>${many(16, (at) => `<g id="u${at + 1}"><use href="#u${at}"/><use href="#u${at}"/></g>`)}`,
    ),
    "uses-of-itself": svg('<g id="a"><use href="#a"/><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "opacity-nested": svg(nest(190, '<g opacity=".9">', "</g>")),
    "opacity-many": svg(`<g opacity=".9">${SHAPE}</g>`.repeat(20_000)),
    "masks-nested": svg(`<mask id="m">${SHAPE}</mask>${nest(190, '<g mask="url(#m)">', "</g>")}`),
    "masks-many": svg(`<mask id="m">${SHAPE}</mask>${'<path mask="url(#m)" d="M0 0h24v24z"/>'.repeat(5000)}`),
    "masks-of-masks": svg(
      many(150, (at) => `<mask id="m${at}"${at > 0 ? ` mask="url(#m${at - 1})"` : ""}>${SHAPE}</mask>`) +
        '<g mask="url(#m149)"><path d="M0 0h9v9z"/></g>',
    ),
    "clips-of-clips": svg(
      many(150, (at) => `<clipPath id="c${at}"${at > 0 ? ` clip-path="url(#c${at - 1})"` : ""}>${SHAPE}</clipPath>`) +
        '<g clip-path="url(#c149)"><path d="M0 0h9v9z"/></g>',
    ),
    "blends-nested": svg(nest(190, '<g style="mix-blend-mode:multiply;isolation:isolate">', "</g>")),
    fills: svg('<path fill-opacity=".5" d="M0 0h24v24H0z"/>'.repeat(20_000)),
    gradients: svg(
      `<radialGradient id="g">${many(2000, (at) => `<stop offset="${at / 2000}" stop-color="#${(at % 10).toString().repeat(3)}"/>`)}</radialGradient>${'<path fill="url(#g)" d="M0 0h24v24z"/>'.repeat(5000)}`,
    ),
    "gradients-in-a-circle": svg(
      '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><path fill="url(#a)" d="M0 0h9v9z"/>',
    ),
    dashes: svg(`<path d="M0 0H24${"V24V0".repeat(100_000)}" stroke="red" stroke-dasharray=".001"/>`),
    strokes: svg(
      `<path d="M0 0${many(50_000, (at) => `L${at % 24} ${(at * 7) % 24}`)}" stroke="red" stroke-width="9" stroke-linejoin="round"/>`,
    ),
    curves: svg(`<path d="M0 0${many(30_000, (at) => `C${at % 5}e6 9e6 -9e6 ${at % 7}e6 ${at % 24} 9`)}"/>`),
    "curves-stroked": svg(
      `<path fill="none" stroke="red" stroke-width="1e-6" stroke-dasharray="1e-3 1e-3" d="M0 0${"C1e5 9e5-9e5 9e5 9 9".repeat(5000)}"/>`,
    ),
    "patterns-nested": svg(
      `<pattern id="p0" width="1" height="1" patternUnits="userSpaceOnUse">${SHAPE}</pattern>${many(12, (at) => `<pattern id="p${at + 1}" width="1" height="1" patternUnits="userSpaceOnUse"><path fill="url(#p${at})" d="M0 0h24v24z"/></pattern>`)}<path fill="url(#p12)" d="M0 0h24v24z"/>`,
    ),
    "patterns-tiny": svg(
      '<pattern id="p" width="1e-5" height="1e-5" patternUnits="userSpaceOnUse"><path d="M0 0h1v1z"/></pattern><path fill="url(#p)" d="M0 0h24v24z"/>',
    ),
    "patterns-huge": svg(
      '<pattern id="p" width="1e6" height="1e6" patternUnits="userSpaceOnUse" patternTransform="scale(1e4)"><path d="M0 0h1v1z"/></pattern><path fill="url(#p)" d="M0 0h24v24z"/>',
    ),
    markers: svg(
      `<marker id="m" markerWidth="99" markerHeight="99">${SHAPE}</marker><path marker-mid="url(#m)" d="M0 0${"h1v1h-1z".repeat(5000)}"/>`,
    ),
    turbulence: filtered('<feTurbulence baseFrequency="0.9" numOctaves="9"/>', 200),
    octaves: filtered('<feTurbulence baseFrequency="0.9" numOctaves="2000000"/>'),
    morphology: filtered('<feMorphology operator="dilate" radius="200"/>'.repeat(200)),
    blur: filtered('<feGaussianBlur stdDeviation="1e9"/>'.repeat(100)),
    convolution: filtered(`<feConvolveMatrix order="99" kernelMatrix="${"1 ".repeat(99 * 99)}"/>`.repeat(9)),
    "filter-results": filtered(
      many(400, (at) => `<feFlood result="r${at}"/>`) +
        `<feMerge>${many(400, (at) => `<feMergeNode in="r${at}"/>`)}</feMerge>`,
    ),
    "filter-region": svg(
      `<filter id="f" x="-1e6" y="-1e6" width="1e7" height="1e7"><feOffset dx="1e6"/></filter><g filter="url(#f)">${SHAPE}</g>`,
    ),
    lighting: filtered(
      '<feDiffuseLighting surfaceScale="99"><fePointLight x="1" y="1" z="1"/></feDiffuseLighting>'.repeat(200),
    ),
    "box-tiny": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e-30 1e-30">${SHAPE}</svg>`,
    "box-huge": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1e37 -1e37 3e38 3e38">${SHAPE}</svg>`,
    "box-thin": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100000 1">${SHAPE}</svg>`,
    "size-huge": `<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9" viewBox="0 0 24 24">${SHAPE}</svg>`,
    "nested-sizes": svg(nest(150, '<svg width="200%" height="200%" viewBox="0 0 9 9">', "</svg>")),
    transforms: svg(nest(150, '<g transform="scale(9) rotate(1)">', "</g>")),
    "text-huge": svg('<text font-size="1e9">a</text>'),
    "text-long": svg(`<text textLength="1e9">${"\u0e34\u0323a".repeat(100_000)}</text>`),
    "style-long": svg(
      `<style>${many(20_000, (at) => `.a${at} path:not(.b){fill:red}`)}</style><g class="a1">${SHAPE.repeat(500)}</g>`,
    ),
    elements: svg("<g/>".repeat(90_000)),
    deep: svg(nest(5000, "<g>", "</g>")),
    photographs: svg(photograph.repeat(40)),
    entities: svg(
      "<text>&l9;</text>",
      "",
      `<!DOCTYPE svg [<!ENTITY l0 "lol">${many(9, (at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)}]>`,
    ),
    animations: svg(
      `<path d="M0 0h9v9z">${'<animate attributeName="d" dur="1ms" repeatCount="indefinite" values="M0 0h9v9z;M0 0h1v1z"/>'.repeat(5000)}</path>`,
    ),
  };
  return Object.entries(attacks);
}
