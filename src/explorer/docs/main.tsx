import { hydrate } from "preact";
import { copyText, SAID_MS } from "../copy.js";
import { storedKey } from "../key-dialog.js";
import { DocsHeader } from "./docs-header.js";
import { RequestConsole } from "./request-console.js";
import { updateSession } from "./session.js";

const PARTS = { head: DocsHeader, console: RequestConsole };

// Takes over the parts of the page that do something; the rest stays as it is.
for (const [id, Part] of Object.entries(PARTS)) {
  const place = document.getElementById(id);
  const props = document.getElementById(`${id}-props`)?.textContent;
  if (place !== null && props != null) hydrate(<Part {...JSON.parse(props)} />, place);
}
updateSession({ key: storedKey() });

/** Links to the headings of the page, by their ids. */
const links = new Map(Array.from(document.querySelectorAll<HTMLAnchorElement>(".toc a"), (link) => [link.hash, link]));
const reading = new IntersectionObserver(
  (entries) => {
    const heading = entries.findLast(({ isIntersecting }) => isIntersecting)?.target;
    if (heading === undefined) return;
    for (const [hash, link] of links) link.ariaCurrent = hash === `#${heading.id}` ? "true" : null;
  },
  { rootMargin: "0px 0px -85% 0px" },
);
for (const heading of document.querySelectorAll(".prose [id]"))
  if (links.has(`#${heading.id}`)) reading.observe(heading);

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
  if (button === null) return;
  const said = button.parentElement!.querySelector(".said")!;
  said.textContent = (await copyText(button.closest("figure")!.querySelector("pre")!.textContent ?? ""))
    ? "Copied"
    : "Can't copy here";
  setTimeout(() => (said.textContent = ""), SAID_MS);
});
