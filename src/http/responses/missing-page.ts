import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { READING } from "../contract/methods.js";
import { pathOf } from "../requests/query-string.js";
import { API_PREFIX } from "./headers.js";

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f5f6f8,#0d0f13);color:light-dark(#15171c,#eceef2)}
body{display:grid;grid-template:auto 1fr/minmax(0,1fr);min-height:100dvh;margin:0}
header{display:flex;align-items:center;gap:.25rem;padding:.5rem 1rem;background:light-dark(#fff,#14171d);border-bottom:1px solid light-dark(#e3e6eb,#262b35)}
header a{display:inline-flex;align-items:center;gap:.625rem;height:2.5rem;padding:0 .5rem;color:light-dark(#565e6c,#a2abb9);text-decoration:none}
header .brand{margin-right:auto;padding:0;color:inherit;font-weight:700}
main{align-self:center;padding:1rem 1rem 20vh;text-align:center}
svg{fill:#4338ca}svg path{fill:#fff}h1{margin:0 0 .25rem;font-size:1.75rem;letter-spacing:-.02em}
p{max-width:26rem;margin:0 auto;color:light-dark(#565e6c,#a2abb9)}form{margin:1.5rem 0 1rem}
form{display:flex;justify-content:center;gap:.5rem}input,button{box-sizing:border-box;height:2.75rem;padding:0 1rem;border:1px solid light-dark(#7c8494,#7d8698);border-radius:.625rem;background:light-dark(#fff,#14171d);color:inherit;font:inherit}
input{flex:0 1 22rem;min-width:0}button{border-color:#4338ca;background:#4338ca;color:#fff;cursor:pointer}
:focus-visible{outline:2px solid light-dark(#4338ca,#a5b4fc);outline-offset:2px}`;
/** Nothing but this style, and a form that leads to the page of the icons. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
/** Deeper paths get links that lead nowhere rather than long ones. */
const MAX_DEPTH = 16;

/** Whether somebody opened a path in a browser, which names HTML first, and not a program or a page. */
export function isOpenedPage({ method, url, headers }: FastifyRequest): boolean {
  const { accept } = headers;
  return accept?.startsWith("text/html") === true && READING.includes(method) && !url.startsWith(`${API_PREFIX}/`);
}

/** Sends a page that says that there is none, with links relative to the path, since a proxy may serve it below another. */
export function sendMissingPage(request: FastifyRequest, reply: FastifyReply): void {
  const depth = Math.min(pathOf(request.url).split("/").length - 2, MAX_DEPTH);
  const root = depth <= 0 ? "./" : "../".repeat(depth);
  reply.code(404).headers({ "content-security-policy": POLICY, "cache-control": "no-cache" });
  reply.type("text/html; charset=utf-8").send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>There is no such page</title>
<style>${STYLE}</style>
<header><a class="brand" href="${root}"><svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="9"/><path d="M8.5 7h5a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-5A1.5 1.5 0 0 1 7 13.5v-5A1.5 1.5 0 0 1 8.5 7zM21 7a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM11 17l4 8H7zM21 16.5l4.5 4.5-4.5 4.5-4.5-4.5z"/></svg>Icon Data API</a><a href="${root}">Icons</a><a href="${root}docs">Docs</a></header>
<main>
<h1>There is no such page</h1>
<p>The address may be mistyped. Perhaps you were looking for an icon?</p>
<form action="${root}"><input type="search" name="q" aria-label="Search icons" placeholder="Search icons" autofocus><button>Search</button></form>
</main>
</html>
`);
}
