import { hydrate, render } from "preact";
import type { KnownResponse } from "./api.js";
import { App } from "./app.js";
import { Drawings, readDrawings } from "./drawings.js";
import { storedKey } from "./key-dialog.js";
import { readData } from "./page-facts.js";
import { loadDetail } from "./use-detail.js";
import { readView } from "./view.js";

/** Takes over the page. Not at the top level: a module that awaits can't share code with those that it loads. */
async function start(): Promise<void> {
  const root = document.getElementById("explorer") as HTMLElement;
  const responses = new Map(readData<[string, KnownResponse][]>("responses"));
  // Browsers request pages without a key, so the page does not show what a caller with a key would see.
  const isRendered = responses.size > 0 && storedKey() === undefined;
  const drawings = readDrawings(root);
  const hasIcon = readView(location.search).icon !== undefined;
  const detail = hasIcon ? await loadDetail().catch(() => undefined) : undefined;
  if (!isRendered) root.replaceChildren();
  const page = (
    <Drawings.Provider value={drawings}>
      <App
        facts={readData("facts")}
        search={location.search}
        responses={isRendered ? responses : new Map()}
        detail={detail}
      />
    </Drawings.Provider>
  );
  if (isRendered) hydrate(page, root);
  else render(page, root);
}

/** Calls a function once the served view is painted, which it would delay; at once if nobody sees the page. */
function whenPainted(then: () => void): void {
  if (document.hidden) then();
  else requestAnimationFrame(() => setTimeout(then));
}

whenPainted(() => void start());
