// A simple page: it fetches all results and adds them to the document at once. It uses the API at --api.
import { createServer } from "node:http";
import { parseArgs } from "node:util";

const { port, api, icons } = parseArgs({
  options: { port: { type: "string" }, key: { type: "string" }, api: { type: "string" }, icons: { type: "string" } },
}).values;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Icons</title>
<style>
  body { margin: 0; display: flex; flex-direction: column; height: 100vh; font: 15px system-ui }
  .grid { overflow-y: auto; flex: 1; display: grid; grid-template-columns: repeat(auto-fill, 112px) }
  .item { height: 120px; text-align: center }
</style>
<input type="search" aria-label="Search icons"><p role="status"></p><div class="grid"></div>
<script>
  const [input, status, grid] = ["input", "p", ".grid"].map((part) => document.querySelector(part));
  const escape = (text) => text.replace(/[&<>"]/g, (character) => "&#" + character.charCodeAt(0) + ";");
  const item = ({ id, name }) =>
    '<a class="item"><img loading="lazy" width="64" height="64" src="${api}/images/' + encodeURIComponent(id) +
    '"><div class="name">' + escape(name) + "</div></a>";
  let question = 0;
  async function show() {
    const mine = ++question;
    const url = "${api}/api/v1/icons?limit=100&q=" + encodeURIComponent(input.value);
    const first = await (await fetch(url)).json();
    const pages = Math.min(first.totalPages, Math.ceil(${Number(icons)} / 100));
    const rest = await Promise.all(
      Array.from({ length: Math.max(0, pages - 1) }, async (_, at) => (await fetch(url + "&page=" + (at + 2))).json()),
    );
    if (mine !== question) return;
    grid.innerHTML = [first, ...rest].flatMap(({ data }) => data.map(item)).join("");
    status.textContent = first.total + " icons";
  }
  input.addEventListener("input", show);
  show();
</script>
`;

createServer((_request, response) => response.setHeader("content-type", "text/html; charset=utf-8").end(PAGE)).listen(
  Number(port),
  "127.0.0.1",
);
