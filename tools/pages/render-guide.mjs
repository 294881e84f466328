import { Marked } from "marked";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { Code } from "../../dist/src/explorer/docs/code.js";
import { Glyph } from "../../dist/src/explorer/glyph.js";

/** Documents outside of `docs/` that have a page of their own here. */
const ELSEWHERE = { "../README.md": "docs" };
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const SIGNS = new Map([...Object.entries(ESCAPES).map(([sign, reference]) => [reference, sign]), ["&#39;", "'"]]);
/** Tags within a line, which part no words. */
const INLINE = /^<\/?(?:a|code|em|strong)\b/;

/**
 * Renders Markdown of this repository as HTML without its own tags. Links between documents lead to their pages; those
 * to files that have no page are left out.
 *
 * @param root relative path of the server's root
 * @returns the title, the HTML below it, and the headings
 */
export function renderGuide(markdown, root = "") {
  const headings = [];
  let title = "";
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens);
        const plain = text.replaceAll(/[`*_]/g, (sign, at) =>
          sign === "_" && /\w/.test(text[at - 1] ?? "") ? sign : "",
        );
        if (depth === 1) title = plain;
        if (depth === 1) return "";
        const id = anchorOf(plain);
        headings.push({ id, text: plain, level: depth });
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      code: ({ text, lang = "" }) => codeFigure(text, lang),
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = targetOf(href, root);
        return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
      table({ header, rows }) {
        const row = (cells, tag) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const body = rows.map((cells) => row(cells, "td")).join("\n");
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead>${row(header, "th")}</thead>\n<tbody>${body}</tbody></table></div>\n`;
      },
      // Comments, such as the marks of generated parts.
      html: ({ text }) => (text.startsWith("<!--") ? "" : escapeHtml(text)),
    },
  });
  const html = marked.parse(markdown);
  return { title, html, headings };
}

/** Renders Markdown within a line. */
export function renderInline(markdown) {
  return new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } }).parseInline(markdown);
}

/** The text of rendered Markdown without its code blocks, on one line. */
export function plainOf(html) {
  const text = html.replaceAll(/<figure[\s\S]*?<\/figure>|<[^>]*>/g, (tag) => (INLINE.test(tag) ? "" : " "));
  return text
    .replaceAll(/&(?:\w+|#39);/g, (reference) => SIGNS.get(reference) ?? reference)
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The anchor that GitHub assigns to a heading. */
function anchorOf(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

function targetOf(href, root) {
  if (/^(https?:|#)/.test(href)) return href;
  const [path, anchor] = href.split("#");
  const page = /^[\w-]+\.md$/.test(path) ? `docs/${path.slice(0, -3)}` : ELSEWHERE[path];
  if (page === undefined) return undefined;
  return anchor === undefined || page === "docs" ? root + page : `${root}${page}#${anchor}`;
}

function codeFigure(text, language) {
  return renderToString(
    h("figure", { class: "panel" }, [
      h("div", { class: "copying" }, [
        h("button", { type: "button", class: "tool", title: "Copy", "data-copy": true, "aria-label": "Copy" }, [
          h(Glyph, { name: "copy" }),
        ]),
        h("span", { class: "said", role: "status" }),
      ]),
      h("pre", { tabIndex: 0, "data-language": language }, h(Code, { text: text.trimEnd() })),
    ]),
  );
}

export function escapeHtml(text) {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character]);
}
