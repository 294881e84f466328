// Serves the Iconify sets of a local package with @iconify/api, without network access: PORT=N node serve-iconify.mjs
// PACKAGE-FOLDER
import { appConfig } from "@iconify/api/lib/config/app.js";
import { loaded } from "@iconify/api/lib/data/loading.js";
import { DirectoryDownloader } from "@iconify/api/lib/downloaders/directory.js";
import { startHTTPServer } from "@iconify/api/lib/http/index.js";
import { createIconSetsPackageImporter } from "@iconify/api/lib/importers/full/json.js";
import { initAPI } from "@iconify/api/lib/init.js";

appConfig.host = "127.0.0.1";
appConfig.port = Number(process.env.PORT);
appConfig.log = false;
appConfig.allowUpdate = false;
await startHTTPServer();
await initAPI({ importers: [createIconSetsPackageImporter(new DirectoryDownloader(process.argv[2]), {})] });
loaded();
