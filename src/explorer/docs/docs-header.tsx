import { Mark } from "../frame.js";
import { Glyph } from "../glyph.js";
import { KeyDialog, storeKey } from "../key-dialog.js";
import { PlanButton, ThemeButton } from "../toolbar.js";
import { DocsSearch } from "./docs-search.js";
import { updateSession, useSession } from "./session.js";

export interface HeaderProps {
  /** Relative path of the server's root, empty in that folder. */
  readonly root: string;
  /** Path of the entries to search. */
  readonly index: string;
}

/** The head of a page of the documentation, like that of the explorer, to which it leads. */
export function DocsHeader({ root, index }: HeaderProps) {
  const { key, meta, asksKey } = useSession();
  return (
    <>
      <div class="bar">
        <a class="brand" href={`${root}docs`}>
          <Mark />
          <b>Icon Data API</b>
        </a>
        <DocsSearch root={root} index={index} />
        <div class="tools">
          <button type="button" class="tool wide open-filters" popovertarget="contents">
            <Glyph name="menu" />
            <span class="what">Contents</span>
          </button>
          <ThemeButton />
          <PlanButton meta={meta} onClick={() => updateSession({ asksKey: true })} />
        </div>
        <nav class="links" aria-label="Site">
          <a href={root || "./"}>Icons</a>
          <a href={`${root}openapi.json`}>OpenAPI</a>
        </nav>
      </div>
      {asksKey && (
        <KeyDialog
          current={key}
          reason={undefined}
          onKey={(entered, keep) => {
            storeKey(entered, keep);
            updateSession({ key: entered, meta: undefined, asksKey: false });
          }}
          onClose={() => updateSession({ asksKey: false })}
        />
      )}
    </>
  );
}
