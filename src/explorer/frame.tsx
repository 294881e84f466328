import type { ComponentChildren } from "preact";
import type { PageFacts } from "./page-facts.js";

interface HeaderProps {
  readonly facts: PageFacts;
  readonly inert: boolean;
  /** Shows all icons. */
  onHome(): void;
  /** The search field and the tools. */
  readonly children: ComponentChildren;
}

/** The mark of this program. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M8.5 7h5a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-5A1.5 1.5 0 0 1 7 13.5v-5A1.5 1.5 0 0 1 8.5 7zM21 7a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM11 17l4 8H7zM21 16.5l4.5 4.5-4.5 4.5-4.5-4.5z" />
    </svg>
  );
}

/** The head of the page: the name of the dataset, search, tools and links. */
export function Header({ facts, inert, onHome, children }: HeaderProps) {
  return (
    <header class="bar" inert={inert}>
      <a
        class="brand"
        href="."
        onClick={(event) => {
          event.preventDefault();
          onHome();
        }}
      >
        <Mark />
        <h1>{facts.dataset}</h1>
      </a>
      {children}
      <nav class="links" aria-label="Documentation">
        <a href="docs">Docs</a>
        <a href="docs/api/list-icons">API</a>
      </nav>
    </header>
  );
}

/** The foot of the page: what is served, by what, and whose the icons are. */
export function Footer({
  facts: { icons, licensed, generation, version },
  inert,
  onShortcuts,
}: Pick<HeaderProps, "facts" | "inert"> & { onShortcuts(): void }) {
  return (
    <footer class="foot" inert={inert}>
      <p>
        {icons.toLocaleString("en")} icons
        <span class="wide">
          {" · generation "}
          <code title={generation}>{generation.slice(0, 8)}</code>
        </span>
      </p>
      <p class="wide">
        {"Names and logos are trademarks of their owners. "}
        {licensed === icons
          ? "The license of each image is shown with its icon."
          : `The license is known for ${licensed.toLocaleString("en")} of ${icons.toLocaleString("en")} icons.`}
      </p>
      <p class="slim">Logos are trademarks of their owners.</p>
      <p>
        <button type="button" class="link wide" aria-keyshortcuts="?" onClick={onShortcuts}>
          Shortcuts
        </button>
        <span class="wide"> · Icon Data API </span>
        <span class="version">{version} · MIT</span>
        <span class="slim">
          <a href="docs">Docs</a>
        </span>
      </p>
    </footer>
  );
}
