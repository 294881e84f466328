import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { DocsHeader, type HeaderProps } from "./docs-header.js";
import { type ConsoleProps, RequestConsole } from "./request-console.js";

/** A page in the table of contents. */
export interface ContentsItem {
  readonly title: string;
  /** Relative to the server's root. */
  readonly path: string;
}

export interface ContentsGroup {
  readonly title: string;
  readonly items: readonly ContentsItem[];
}

/** A heading of level 2 or 3. */
export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

export interface PageProps extends HeaderProps {
  readonly title: string;
  readonly path: string;
  readonly contents: readonly ContentsGroup[];
  readonly headings: readonly Heading[];
  /** The request beside the text. */
  readonly request?: ConsoleProps;
  /** The heading and what follows it, before the request. */
  readonly intro: ComponentChildren;
  readonly children: ComponentChildren;
}

/** HTML as the package's build makes it from Markdown. */
export function Html({ of, as: Element = "div" }: { readonly of: string; readonly as?: "div" | "p" | "span" }) {
  return <Element dangerouslySetInnerHTML={{ __html: of }} />;
}

/** Renders the body of a page of the documentation, when the package is built. */
export function renderPage(props: PageProps): string {
  const { root, index, title, path, contents, headings, request, intro, children } = props;
  const pages = contents.flatMap(({ items }) => items);
  const at = pages.findIndex((page) => page.path === path);
  const head = { root, index };
  return renderToString(
    <>
      <a class="skip" href="#main">
        Skip to the text
      </a>
      <header id="head" class="head">
        <DocsHeader {...head} />
      </header>
      <div class="docs">
        <nav id="contents" class="contents" popover="auto" aria-label="Contents">
          <Contents root={root} path={path} groups={contents} />
        </nav>
        <main id="main" tabIndex={-1} class={request === undefined ? "columns" : "columns even"}>
          <div class="prose">{intro}</div>
          {request === undefined ? (
            <aside class="toc" aria-label="On this page">
              {headings.length > 1 && <Headings title={title} headings={headings} />}
            </aside>
          ) : (
            <div class="console" id="console">
              <RequestConsole {...request} />
            </div>
          )}
          <div class="prose">
            {children}
            <nav class="turn" aria-label="Pages">
              <Turn root={root} to={pages[at - 1]} what="Previous" />
              <Turn root={root} to={pages[at + 1]} what="Next" />
            </nav>
          </div>
        </main>
      </div>
      <Props of="head" value={head} />
      {request !== undefined && <Props of="console" value={request} />}
    </>,
  );
}

function Contents({ root, path, groups }: { root: string; path: string; groups: readonly ContentsGroup[] }) {
  return (
    <>
      <p class="back">
        <a href={root || "./"}>← All icons</a>
      </p>
      {groups.map(({ title, items }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {items.map((item) => (
              <li key={item.path}>
                <a href={root + item.path} aria-current={item.path === path ? "page" : undefined}>
                  {item.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Headings({ title, headings }: { title: string; headings: readonly Heading[] }) {
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {headings.map(({ id, text, level }) => (
          <li key={id} class={level > 2 ? "deeper" : undefined}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Turn({ root, to, what }: { root: string; to: ContentsItem | undefined; what: string }) {
  return to === undefined ? (
    <span />
  ) : (
    <a href={root + to.path}>
      <span>{what}</span>
      <b>{to.title}</b>
    </a>
  );
}

/** Data for a script, which does not run, so that the content security policy does not apply to it. */
function Props({ of, value }: { of: string; value: object }) {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return <script type="application/json" id={`${of}-props`} dangerouslySetInnerHTML={{ __html: json }} />;
}
