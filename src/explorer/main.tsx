import { hydrate, render } from "preact";
import type { KnownAnswer } from "./api.js";
import { App } from "./app.js";
import { storedKey } from "./key-dialog.js";
import { readData } from "./page-facts.js";

const root = document.getElementById("explorer") as HTMLElement;
const answers = new Map(readData<[string, KnownAnswer][]>("answers"));
// The server answers pages without a key, so it has rendered nothing that a caller with a key would see.
const isRendered = answers.size > 0 && storedKey() === undefined;
if (!isRendered) root.replaceChildren();
const page = <App facts={readData("facts")} search={location.search} answers={isRendered ? answers : new Map()} />;
if (isRendered) hydrate(page, root);
else render(page, root);
