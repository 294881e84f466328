const SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (body: string, root = 'viewBox="0 0 24 24"'): string => `<svg ${SPACES} ${root}>${body}</svg>`;
const SQUARE = 'd="M3 3h18v18H3z"';
const LEFT = 'd="M3 3h9v18H3z"';
const CORNER = 'd="M2 2h12L2 14z"';

/** Legal drawings that renderers or pages treat differently, by what is odd in them. */
export const ODD_DRAWINGS: Readonly<Record<string, string | Buffer>> = {
  // style sheets and style
  "style: class": svg(`<style>.a{fill:#06f}</style><path class="a" ${SQUARE}/>`),
  "style: escaped class": svg(
    String.raw`<style>.a\:b{fill:#06f}.\31 {stroke:#0a0;stroke-width:2}</style><path class="a:b 1" ${SQUARE}/>`,
  ),
  "style: escape elsewhere": svg(
    String.raw`<style>.a{fill:#06f;content:"\201C"}[id="\31"]{fill:red}</style><path class="a" ${SQUARE}/>`,
  ),
  "style: id and element": svg(`<style>#x{fill:#f60}path{stroke:#000;stroke-width:2}</style><path id="x" ${SQUARE}/>`),
  "style: specificity": svg(`<style>.a.b{fill:#0a0}.a{fill:red}</style><path class="a b" ${SQUARE}/>`),
  "style: important": svg(
    `<style>.a{fill:#0a0!important}#b{fill:red}</style><path id="b" class="a" style="fill:blue" ${SQUARE}/>`,
  ),
  "style: descendant": svg(
    `<style>g .a{fill:#0a0}g>g>.a{fill:#06f}</style><g><path class="a" ${LEFT}/><g><path class="a" d="M14 3h7v18h-7z"/></g></g>`,
  ),
  "style: list of selectors": svg(
    `<style>.a,.b , #c{fill:#90f}</style><path class="b" ${LEFT}/><path id="c" d="M14 3h7v18h-7z"/>`,
  ),
  "style: universal": svg(`<style>*{fill:#f0c}</style><path ${SQUARE}/>`),
  "style: comments and CDATA": svg(
    `<style><![CDATA[/* a{ */.a/**/{fill:/* x */#06f;/*}*/}]]></style><path class="a" ${SQUARE}/>`,
  ),
  "style: old comments": svg(`<style><!-- .a{fill:#06f} --></style><path class="a" ${SQUARE}/>`),
  "style: unclosed": svg(`<style>.a{fill:#06f</style><path class="a" ${SQUARE}/>`),
  "style: invalid declarations": svg(`<style>.a{fill:#06f;fill:nonsense;:;stroke}</style><path class="a" ${SQUARE}/>`),
  "style: invalid rule": svg(
    `<style>.a{fill:red}}.b{fill:#0a0}.a{fill:#06f}</style><path class="a" ${LEFT}/><path class="b" fill="#f60" d="M14 3h7v18h-7z"/>`,
  ),
  "style: font-face": svg(
    `<style>@font-face{font-family:x;src:url(data:font/woff2;base64,AAAA)}.a{fill:#06f}</style><path class="a" ${SQUARE}/>`,
  ),
  "style: import": svg(`<style>@import url(x.css);.a{fill:#06f}</style><path class="a" ${SQUARE}/>`),
  "style: charset": svg(`<style>@charset "utf-8";.a{fill:#06f}</style><path class="a" ${SQUARE}/>`),
  "style: namespace": svg(
    `<style>@namespace svg url(http://www.w3.org/2000/svg);svg|path{fill:#06f}</style><path ${SQUARE}/>`,
  ),
  "style: two sheets": svg(`<style>.a{fill:red}</style><path class="a" ${SQUARE}/><style>.a{fill:#0a0}</style>`),
  "style: sheet after use": svg(`<path class="a" ${SQUARE}/><defs><style>.a{fill:#0a0}</style></defs>`),
  "style: media dark": svg(
    `<style>.a{fill:#06f}@media (prefers-color-scheme:dark){.a{fill:#fff}}</style><path class="a" ${SQUARE}/>`,
  ),
  "style: media print": svg(`<style>@media print{.a{fill:red}}</style><path class="a" fill="#0a0" ${SQUARE}/>`),
  "style: hover": svg(`<style>path{fill:#06f}path:hover{fill:red}</style><path ${SQUARE}/>`),
  "style: nth-child": svg(
    `<style>path:nth-child(2){fill:#06f}</style><path ${LEFT}/><path d="M14 3h7v18h-7z"/>`.replace(
      "</style><path",
      "</style><path",
    ),
  ),
  "style: attribute selector": svg(`<style>[fill="red"]{fill:#0a0}</style><path fill="red" ${SQUARE}/>`),
  "style: root": svg(`<style>:root{fill:#06f;stroke:#000}</style><path ${SQUARE}/>`),
  "style: svg element": svg(`<style>svg{fill:#06f}</style><path ${SQUARE}/>`),
  "style: use inherits": svg(
    `<style>.a{fill:#0a0}</style><defs><path id="p" ${LEFT}/></defs><use class="a" href="#p"/><use href="#p" x="11" style="fill:#06f"/>`,
  ),
  "style: display none": svg(
    `<style>.a{display:none}</style><path class="a" fill="red" ${SQUARE}/><circle cx="12" cy="12" r="6" fill="#06f"/>`,
  ),
  "style: opacity percent": svg(`<path style="fill:#06f;opacity:40%" ${SQUARE}/>`),
  "style: geometry": svg(
    `<style>circle{cx:12px;cy:12px;r:8px}rect{rx:4px}</style><circle fill="#06f"/><rect x="8" y="8" width="8" height="8" fill="#fff"/>`,
  ),
  "style: dasharray": svg(`<path style="fill:none;stroke:#06f;stroke-width:3px;stroke-dasharray:4px,2px" ${SQUARE}/>`),
  "style: paint order": svg(`<path style="fill:#06f;stroke:#f60;stroke-width:6;paint-order:stroke" ${SQUARE}/>`),
  "style: blend": svg(
    `<rect width="24" height="24" fill="#ff0"/><path style="fill:#0ff;mix-blend-mode:multiply" ${SQUARE}/>`,
  ),
  "style: mask type": svg(
    `<mask id="m" style="mask-type:alpha"><path fill="#000" ${SQUARE}/></mask><rect width="24" height="24" fill="#06f" mask="url(#m)"/>`,
  ),
  "style: clip-path": svg(
    `<clipPath id="c"><circle cx="12" cy="12" r="9"/></clipPath><path style="fill:#06f;clip-path:url(#c)" d="M0 0h24v24H0z"/>`,
  ),
  "style: fill-rule": svg(`<path style="fill:#06f;fill-rule:evenodd" d="M2 2h20v20H2zM7 7h10v10H7z"/>`),
  "style: stop": svg(
    `<linearGradient id="g"><stop style="stop-color:#0f0;stop-opacity:1"/><stop offset="1" style="stop-color:#00f"/></linearGradient><path fill="url(#g)" ${SQUARE}/>`,
  ),
  "style: stop by class": svg(
    `<style>.s{stop-color:#f00}.t{stop-color:#00f}</style><linearGradient id="g"><stop class="s"/><stop offset="1" class="t"/></linearGradient><path fill="url(#g)" ${SQUARE}/>`,
  ),
  "style: quoted url": svg(
    `<linearGradient id="g"><stop stop-color="#06f"/></linearGradient><path style="fill:url(&quot;#g&quot;)" ${SQUARE}/>`,
  ),
  "style: url with fallback": svg(`<path style="fill:url(#none) #0a0" ${SQUARE}/>`),
  "style: supports": svg(`<style>@supports (fill:red){.a{fill:#06f}}</style><path class="a" ${SQUARE}/>`),
  "style: upper case": svg(`<path style="FILL:#06F;STROKE:BLACK" ${SQUARE}/>`),
  "style: shorthand marker": svg(
    `<marker id="m" viewBox="0 0 4 4" refX="2" refY="2" markerWidth="3" markerHeight="3"><circle cx="2" cy="2" r="2" fill="#f60"/></marker><path style="fill:none;stroke:#06f;stroke-width:2;marker:url(#m)" d="M5 5l14 14"/>`,
  ),
  // variables
  "var: root": svg(`<style>:root{--c:#0a0}.a{fill:var(--c)}</style><path class="a" ${SQUARE}/>`),
  "var: fallback": svg(`<path fill="var(--x,#06f)" ${SQUARE}/>`),
  "var: nested": svg(`<path style="fill:var(--x,var(--y,#06f))" ${SQUARE}/>`),
  "var: inherited": svg(`<g style="--c:#f60"><path style="fill:var(--c)" ${SQUARE}/></g>`),
  "var: unknown": svg(`<g fill="#0a0"><path style="fill:var(--none)" ${SQUARE}/></g>`),
  "var: function": svg(`<path style="--h:200;fill:hsl(var(--h) 90% 40%)" ${SQUARE}/>`),
  // colors
  "color: oklch": svg(`<path fill="oklch(0.7 0.15 150)" ${SQUARE}/>`),
  "color: oklab": svg(`<path fill="oklab(60% 0.1 -0.1)" ${SQUARE}/>`),
  "color: lab": svg(`<path fill="lab(50% 40 59)" ${SQUARE}/>`),
  "color: lch": svg(`<path fill="lch(52% 72 50)" ${SQUARE}/>`),
  "color: hwb": svg(`<path fill="hwb(194 0% 20%)" ${SQUARE}/>`),
  "color: p3": svg(`<path fill="color(display-p3 0.1 0.5 0.9)" ${SQUARE}/>`),
  "color: srgb": svg(`<path fill="color(srgb 1 .4 0)" ${SQUARE}/>`),
  "color: rgb modern": svg(`<path fill="rgb(0 102 255 / 60%)" ${SQUARE}/>`),
  "color: rgb percent": svg(`<path fill="rgb(10%,50%,90%)" ${SQUARE}/>`),
  "color: rgb fraction": svg(`<path fill="rgb(12.6 100.2 200.7)" ${SQUARE}/>`),
  "color: hsl turn": svg(`<path fill="hsl(.5turn 80% 40%)" ${SQUARE}/>`),
  "color: hex4": svg(`<path fill="#06f8" ${SQUARE}/>`),
  "color: hex8": svg(`<path fill="#0066ff80" ${SQUARE}/>`),
  "color: currentcolor": svg(`<path fill="currentcolor" ${SQUARE}/>`, 'viewBox="0 0 24 24" color="#0a0"'),
  "color: inherit color": svg(`<g color="rgb(255 102 0)"><path fill="currentColor" ${SQUARE}/></g>`),
  "color: stroke oklch": svg(`<path fill="none" stroke="oklch(60% .2 30)" stroke-width="4" ${SQUARE}/>`),
  "color: light-dark": svg(`<path style="fill:light-dark(#06f,#fff)" ${SQUARE}/>`),
  "color: rebeccapurple": svg(`<path fill="RebeccaPurple" ${SQUARE}/>`),
  "color: transparent stop": svg(
    `<linearGradient id="g"><stop stop-color="#06f"/><stop offset="1" stop-color="transparent"/></linearGradient><path fill="url(#g)" ${SQUARE}/>`,
  ),
  "color: mix": svg(`<path fill="color-mix(in srgb, #06f 50%, #f60)" ${SQUARE}/>`),
  "color: flood": svg(
    `<filter id="f" x="0" y="0" width="1" height="1"><feFlood flood-color="hsl(200 90% 40%)"/></filter><path filter="url(#f)" ${SQUARE}/>`,
  ),
  // transforms
  "transform: style deg": svg(`<path style="transform:rotate(30deg)" fill="#06f" d="M10 2h8v8h-8z"/>`),
  "transform: origin attr": svg(
    `<path transform="rotate(45)" transform-origin="12 12" fill="#06f" d="M7 7h10v10H7z"/>`,
  ),
  "transform: origin center": svg(`<path style="transform:scale(.5);transform-origin:center" fill="#06f" ${SQUARE}/>`),
  "transform: origin percent": svg(
    `<path style="transform:rotate(90deg);transform-origin:50% 50%" fill="#06f" ${CORNER}/>`,
  ),
  "transform: fill-box": svg(
    `<path style="transform:rotate(45deg);transform-box:fill-box;transform-origin:center" fill="#06f" d="M4 4h8v8H4z"/>`,
  ),
  "transform: fill-box corner": svg(
    `<g style="transform:scale(2);transform-box:fill-box;transform-origin:0 0"><path fill="#06f" d="M4 4h8v8H4z"/></g>`,
  ),
  "transform: stroke-box": svg(
    `<path style="transform:rotate(45deg);transform-box:stroke-box;transform-origin:center" fill="#06f" stroke="#000" d="M4 4h8v8H4z"/>`,
  ),
  "transform: translate px": svg(`<path style="transform:translate(6px,3px)" fill="#06f" ${CORNER}/>`),
  "transform: translate percent": svg(`<path style="transform:translate(25%,25%)" fill="#06f" ${CORNER}/>`),
  "transform: matrix css": svg(`<path style="transform:matrix(1,0,.5,1,0,0)" fill="#06f" ${CORNER}/>`),
  "transform: skew": svg(`<path style="transform:skewX(20deg) scaleY(.8)" fill="#06f" ${CORNER}/>`),
  "transform: turn": svg(
    `<path style="transform:rotate(.125turn);transform-origin:12px 12px" fill="#06f" d="M7 7h10v10H7z"/>`,
  ),
  "transform: root": svg(`<path fill="#06f" ${CORNER}/>`, 'viewBox="0 0 24 24" transform="rotate(180)"'),
  "transform: root style": svg(`<path fill="#06f" ${CORNER}/>`, 'viewBox="0 0 24 24" style="transform:scaleX(-1)"'),
  "transform: root box": svg(
    `<path fill="#06f" d="M-10 -10h12L-10 2z"/>`,
    'viewBox="-12 -12 24 24" transform="scale(1 -1)"',
  ),
  "transform: dense": svg(`<path transform="translate(2-1)scale(.5.8)" fill="#06f" ${SQUARE}/>`),
  "transform: property": svg(`<path style="rotate:45deg;transform-origin:12px 12px" fill="#06f" d="M7 7h10v10H7z"/>`),
  "transform: gradient": svg(
    `<linearGradient id="g" gradientTransform="rotate(90)"><stop stop-color="#06f"/><stop offset="1" stop-color="#f60"/></linearGradient><path fill="url(#g)" ${SQUARE}/>`,
  ),
  // choices, links
  "switch: language": svg(
    `<switch><path systemLanguage="de" fill="red" ${SQUARE}/><path systemLanguage="en" fill="#0a0" ${SQUARE}/><path fill="blue" ${SQUARE}/></switch>`,
  ),
  "switch: fallback": svg(
    `<switch><path systemLanguage="zz" fill="red" ${SQUARE}/><path fill="#0a0" ${SQUARE}/></switch>`,
  ),
  "switch: extensions": svg(
    `<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" width="1" height="1"/><g><path fill="#0a0" ${SQUARE}/></g></switch>`,
  ),
  "switch: illustrator": `<!DOCTYPE svg [<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">]><svg ${SPACES} xmlns:i="&ns_ai;" viewBox="0 0 24 24"><switch><foreignObject requiredExtensions="&ns_ai;" width="1" height="1"/><g i:extraneous="self"><path fill="#0a0" ${SQUARE}/></g></switch></svg>`,
  "language outside switch": svg(
    `<path systemLanguage="de" fill="red" ${SQUARE}/><circle cx="12" cy="12" r="5" fill="#06f"/>`,
  ),
  "link: fill": svg(`<a href="x" fill="#06f"><path ${SQUARE}/></a>`),
  "link: transform": svg(`<a xlink:href="x" transform="scale(.5)"><path fill="#06f" ${SQUARE}/></a>`),
  "link: class": svg(`<style>.l{fill:#06f}</style><a href="x" class="l"><path ${SQUARE}/></a>`),
  // filters
  "filter: blur at edge": svg(
    `<filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="4"/></filter><path filter="url(#f)" fill="#f60" d="M-12-12h48v48h-48z"/>`,
  ),
  "filter: outside": svg(
    `<filter id="f" x="-40" y="-40" width="104" height="104" filterUnits="userSpaceOnUse"><feGaussianBlur stdDeviation="5"/></filter><circle cx="28" cy="28" r="12" fill="#06f" filter="url(#f)"/>`,
  ),
  "filter: shadow": svg(
    `<filter id="f"><feDropShadow dx="2" dy="2" stdDeviation="1"/></filter><path filter="url(#f)" fill="#06f" d="M5 5h12v12H5z"/>`,
  ),
  "filter: offset in": svg(
    `<filter id="f" x="-40" y="-40" width="104" height="104" filterUnits="userSpaceOnUse"><feOffset dx="16"/></filter><path filter="url(#f)" fill="#06f" d="M-12 4h12v16h-12z"/>`,
  ),
  "filter: style": svg(
    `<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><path style="filter:url(#f);fill:#06f" ${SQUARE}/>`,
  ),
  "filter: css blur": svg(`<path style="filter:blur(2px);fill:#06f" ${SQUARE}/>`),
  "filter: css grayscale": svg(`<path style="filter:grayscale(1);fill:#06f" ${SQUARE}/>`),
  "filter: matrix": svg(
    `<filter id="f" color-interpolation-filters="sRGB"><feColorMatrix values="0 0 0 0 1 0 0 0 0 .4 0 0 0 0 0 0 0 0 1 0"/></filter><path filter="url(#f)" ${SQUARE}/>`,
  ),
  // gradients
  "gradient: focus on circle": svg(
    `<radialGradient id="a" cx="12" cy="12" r="10" fx="22" fy="12" gradientUnits="userSpaceOnUse"><stop stop-color="#0f0"/><stop offset="1" stop-color="#06f"/></radialGradient><path fill="url(#a)" ${SQUARE}/>`,
  ),
  "gradient: focus outside": svg(
    `<radialGradient id="a" cx="12" cy="12" r="8" fx="30" fy="12" gradientUnits="userSpaceOnUse"><stop stop-color="#0f0"/><stop offset="1" stop-color="#06f"/></radialGradient><path fill="url(#a)" ${SQUARE}/>`,
  ),
  "gradient: zero radius": svg(
    `<radialGradient id="a" r="0"><stop stop-color="#0f0"/><stop offset="1" stop-color="#06f"/></radialGradient><path fill="url(#a)" ${SQUARE}/>`,
  ),
  "gradient: zero length": svg(
    `<linearGradient id="a" x1="0.5" x2="0.5" y1="0" y2="0"><stop stop-color="#0f0"/><stop offset="1" stop-color="#06f"/></linearGradient><path fill="url(#a)" ${SQUARE}/>`,
  ),
  "gradient: degenerate": svg(
    `<linearGradient id="a" gradientTransform="matrix(0 0 0 0 0 0)"><stop stop-color="#0f0"/><stop offset="1" stop-color="#06f"/></linearGradient><path fill="url(#a)" ${SQUARE}/><circle cx="12" cy="12" r="3"/>`,
  ),
  "gradient: href chain": svg(
    `<linearGradient id="a"><stop stop-color="#0f0"/><stop offset="1" stop-color="#06f"/></linearGradient><linearGradient id="b" href="#c" x2="0" y2="1"/><linearGradient id="c" xlink:href="#a"/><path fill="url(#b)" ${SQUARE}/>`,
  ),
  "gradient: both hrefs": svg(
    `<linearGradient id="a"><stop stop-color="#0f0"/></linearGradient><linearGradient id="z"><stop stop-color="red"/></linearGradient><linearGradient id="b" href="#a" xlink:href="#z"/><path fill="url(#b)" ${SQUARE}/>`,
  ),
  "gradient: no stops": svg(`<linearGradient id="a"/><path fill="url(#a)" stroke="#06f" stroke-width="3" ${SQUARE}/>`),
  "gradient: huge": svg(
    `<linearGradient id="b" x1="0" x2="0" y1="64109.582" y2="73252.563" gradientTransform="translate(0 -236.133)scale(.0023)" gradientUnits="userSpaceOnUse"><stop style="stop-color:#9c0000"/><stop offset=".7" style="stop-color:#ff4b4b"/></linearGradient><path d="M50 50h412v412H50z" style="fill:url(#b)"/>`,
    'viewBox="0 0 512 512"',
  ),
  "gradient: on a line": svg(
    `<linearGradient id="a"><stop stop-color="#0f0"/><stop offset="1" stop-color="#06f"/></linearGradient><path stroke="url(#a)" stroke-width="6" d="M2 12h20"/><circle cx="4" cy="4" r="3"/>`,
  ),
  "gradient: curve box": svg(
    `<linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient><path fill="url(#a)" d="M24 4C-30 4 -30 44 24 44C78 44 78 4 24 4z"/>`,
    'viewBox="0 0 48 48"',
  ),
  // use, symbols, patterns, nested
  "use: symbol": svg(
    `<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#06f"/></symbol><use href="#s" x="4" y="4" width="16" height="16"/>`,
  ),
  "use: both hrefs": svg(
    `<defs><path id="a" fill="#0a0" ${SQUARE}/><path id="b" fill="red" ${SQUARE}/></defs><use href="#a" xlink:href="#b"/>`,
  ),
  "use: of a use": svg(
    `<defs><path id="a" d="M2 2h8v8H2z"/><use id="b" href="#a" x="10" fill="#06f"/></defs><use href="#b" y="10"/>`,
  ),
  pattern: svg(
    `<pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse"><path fill="#06f" d="M0 0h3v3H0z"/></pattern><path fill="url(#p)" ${SQUARE}/>`,
  ),
  "pattern: transform style": svg(
    `<pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path style="fill:#06f" d="M0 0h6v3H0z"/></pattern><path style="fill:url(#p)" ${SQUARE}/>`,
  ),
  "nested svg": svg(
    `<svg x="4" y="4" width="16" height="16" viewBox="0 0 8 8"><path style="fill:#06f" d="M0 0h12v4H0z"/></svg>`,
  ),
  "duplicate ids": svg(
    `<linearGradient id="a"><stop stop-color="#0a0"/></linearGradient><linearGradient id="a"><stop stop-color="red"/></linearGradient><path fill="url(#a)" ${SQUARE}/>`,
  ),
  "odd ids": svg(
    `<linearGradient id="a.b:c-ü"><stop stop-color="#0a0"/></linearGradient><path fill="url(#a.b:c-ü)" ${SQUARE}/>`,
  ),
  "escaped url": svg(
    `<linearGradient id="a.b"><stop stop-color="#0a0"/></linearGradient><path fill="url(#a\\.b)" ${SQUARE}/>`,
  ),
  // names, encodings, roots
  prefix: `<ns0:svg xmlns:ns0="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><ns0:path fill="#06f" ${SQUARE}/></ns0:svg>`,
  "inner prefix": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g xmlns:s="http://www.w3.org/2000/svg"><s:path fill="#06f" ${SQUARE}/></g></svg>`,
  "foreign link prefix": `<svg xmlns="http://www.w3.org/2000/svg" xmlns:q="http://www.w3.org/1999/xlink" viewBox="0 0 24 24"><defs><path id="a" fill="#06f" ${SQUARE}/></defs><use q:href="#a"/></svg>`,
  "utf-16le": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(svg(`<path fill="#06f" ${SQUARE}/>`), "utf16le")]),
  "utf-16be": Buffer.concat([
    Buffer.from([0xfe, 0xff]),
    Buffer.from(svg(`<path fill="#06f" ${SQUARE}/>`), "utf16le").swap16(),
  ]),
  entity: `<!DOCTYPE svg [<!ENTITY c "#06f">]>${svg(`<path fill="&c;" ${SQUARE}/>`)}`,
  "root size style": svg(`<path fill="#06f" ${SQUARE}/>`, 'viewBox="0 0 24 24" style="width:48px;height:24px"'),
  "root opacity": svg(`<path fill="#06f" ${SQUARE}/>`, 'viewBox="0 0 24 24" opacity=".5"'),
  "root background": svg(`<path fill="#06f" ${SQUARE}/>`, 'viewBox="0 0 24 24" style="background:#ff0"'),
  "root fill style": svg(`<path ${SQUARE}/>`, 'viewBox="0 0 24 24" style="fill:#06f;stroke:#000"'),
  "script of nothing": svg(`<script xmlns=""/><path fill="#06f" ${SQUARE}/>`),
  // animations
  "animation: freeze": svg(
    `<path fill="#06f" opacity="0" ${SQUARE}><animate attributeName="opacity" fill="freeze" dur="0.01s" to="1"/></path>`,
  ),
  "animation: set": svg(
    `<path fill="#06f" visibility="hidden" ${SQUARE}><set attributeName="visibility" to="visible" fill="freeze"/></path>`,
  ),
  "animation: css": svg(
    `<style>@keyframes k{to{fill:#06f}}.a{animation:k 1s infinite;fill:#06f}</style><path class="a" ${SQUARE}/>`,
  ),
};
