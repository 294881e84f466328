import { type ContentsGroup, Html } from "./page.js";

interface StartProps {
  readonly root: string;
  /** The plans of the server as HTML. */
  readonly plans: string;
  readonly contents: readonly ContentsGroup[];
  /** What pages are about, as HTML by path. */
  readonly about: ReadonlyMap<string, string>;
}

/** What all this is, on the first page. */
export function StartIntro({ root, lead }: { readonly root: string; readonly lead: string }) {
  return (
    <>
      <h1>Application icons as data</h1>
      <p class="lead">{lead}</p>
      <p class="actions">
        <a class="button filled" href={`${root}docs/tutorial`}>
          Start the tutorial
        </a>
        <a class="button" href={root || "./"}>
          Browse the icons
        </a>
      </p>
    </>
  );
}

/** The text of the first page. */
export function StartText({ root, plans, contents, about }: StartProps) {
  return (
    <>
      <h2 id="first-request">Your first request</h2>
      <p>
        <em>Send request</em> sends the example to this server. Every response of the API has the same envelope:{" "}
        <code>success</code>, <code>data</code> or <code>error</code>, and <code>_meta</code> with your plan and what is
        left of it.
      </p>
      <h2 id="keys-and-plans">Keys, plans and rate limits</h2>
      <p>
        Send your key in the header <code>X-API-Key</code>. Without a key, leave out the header; a server that requires
        one responds with <a href={`${root}docs/errors#missing_api_key`}>401</a>. Images need no key. Operators create
        keys with <code>icons keys create</code>.
      </p>
      <Html of={plans} />
      {contents.slice(1).map(({ title, items }) => (
        <section key={title}>
          <h2 id={title.toLowerCase().replaceAll(" ", "-")}>{title}</h2>
          <ul class="cards">
            {items.map((item) => (
              <li key={item.path}>
                <a href={root + item.path}>
                  <b>{item.title}</b>
                  <Html as="span" of={about.get(item.path) ?? ""} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
