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

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
  if (button === null) return;
  const said = button.parentElement!.querySelector(".said")!;
  said.textContent = (await copyText(button.closest("figure")!.querySelector("pre")!.textContent ?? ""))
    ? "Copied"
    : "Can't copy here";
  setTimeout(() => (said.textContent = ""), SAID_MS);
});
