// Adds what swagger-ui lacks: dark mode by system preference, a layout for phones, names for screen readers, and errors
// after the operations, although they are in the description.

const page = document.getElementById("swagger-ui");
const dark = matchMedia("(prefers-color-scheme: dark)");
const REGIONS = { ".information-container": "About this API", ".schemes-server-container": "Server and keys" };
/** Elements that contain the description of a field. */
const HOLDERS = "label, .response-control-media-type, .examples__section, .model-example";

const followColors = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followColors);
followColors();

const viewport = document.createElement("meta");
viewport.name = "viewport";
viewport.content = "width=device-width, initial-scale=1";
document.head.append(viewport);

// Its parts are added and removed as the user interacts.
new MutationObserver(nameParts).observe(page, { childList: true, subtree: true });

function nameParts() {
  const errors = [...page.querySelectorAll(".info h2")].find(({ textContent }) => textContent === "Errors");
  if (errors !== undefined) moveToEnd(errors);
  for (const [selector, name] of Object.entries(REGIONS)) {
    const region = page.querySelector(`${selector}:not([role])`);
    region?.setAttribute("role", "region");
    region?.setAttribute("aria-label", name);
  }
  for (const field of page.querySelectorAll("select:not([aria-label])")) field.ariaLabel = nameOf(field);
  // Makes overflowing elements scrollable by keyboard.
  for (const wide of page.querySelectorAll(":is(pre.microlight, .renderedMarkdown :is(pre, table)):not([tabindex])"))
    wide.tabIndex = 0;
}

/** Moves a heading and everything after it to the end of the page. swagger-ui doesn't look at its Markdown again. */
function moveToEnd(heading) {
  const section = document.createElement("section");
  section.className = "swagger-ui errors";
  section.ariaLabel = heading.textContent;
  const parts = [heading];
  while (parts.at(-1).nextElementSibling !== null) parts.push(parts.at(-1).nextElementSibling);
  let innermost = section;
  for (const name of ["wrapper", "info", "renderedMarkdown"]) {
    innermost = innermost.appendChild(document.createElement("div"));
    innermost.className = name;
  }
  innermost.append(...parts);
  for (const wide of section.querySelectorAll("pre, table")) wide.tabIndex = 0;
  page.after(section);
}

/** The parameter, or the text next to the field. */
function nameOf(field) {
  if (field.id === "servers") return "Server";
  const { paramName } = field.closest("[data-param-name]")?.dataset ?? {};
  return (
    paramName ?? (field.closest(HOLDERS)?.querySelector("small, span")?.textContent.trim() || "Form of the response")
  );
}
