/**
 * Commands and blocks that other files run or check: the file, and a text of it that shows this. A block that no
 * language's test runs belongs here or into `NOT_EXECUTABLE`.
 */
export const RUN_BY_OTHERS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "npm ci && npm start": [".ci/readme-start", "npm start"],
  "npm start": [".ci/readme-start", "npm start"],
  "npm ci && npm test": [".ci/run", "npm ci && npm test"],
  "npm ci && npx tsc -b": [".ci/run", "npm ci && npm test"],
  "npm run test:long": [".ci/run", "npm run test:long"],
  "npm run lint": [".ci/run", "npm run lint"],
  "npm run pack:client": ["test/package/client-package.test.ts", "tools/make-client-package.mjs"],
  "npm install --global ./icon-data-api-0.1.0.tgz": ["test/package/installed.long.test.ts", "docs/assistants.md"],
  "npm pack git+https://git.example.com/icon-data-api.git": [
    "test/package/installed.long.test.ts",
    "docs/assistants.md",
  ],
  "npm install git+https://git.example.com/icon-data-api.git": [
    "test/package/installed.long.test.ts",
    "docs/assistants.md",
  ],
  "GET /metrics": ["test/metrics/service-metrics.test.ts", "/metrics"],
  "docs/tutorial.md#A page with your icons": ["test/examples/pages.test.ts", "docs/tutorial.md"],
  "docs/format.md#Layout of an artifacts folder": ["test/format/artifact-files.test.ts", "docs/format.md"],
  "docs/format.md#Locator (`LOCR`)": ["test/format/list-item.test.ts", "docs/format.md"],
  "docs/format.md#Record row": ["test/format/documentation.test.ts", "ROW_FIELDS"],
};

/** Blocks that `documented-snippets.test.ts` checks without executing anything: what is checked. */
export const CHECKED_ONLY: Readonly<Record<string, string>> = {
  "CONTRIBUTING.md#Map of the code": "the folders exist",
  "docs/dataset.md#Folder layout": "the names of the files",
  "docs/linting.md#Severities and exceptions": "the schema",
  "docs/observing.md#Readiness": "the schema",
};

/** Commands and blocks that can't be executed in the tests, with the reason. */
export const NOT_EXECUTABLE: Readonly<Record<string, string>> = {
  ".ci/run": "runs the tests that read this",
  "npm run format": "rewrites the checkout; npm run lint runs the same programs",
  "apt-get install wrk hey python3-faiss python3-numpy": "changes the machine",
  "apt-get install slowhttptest haproxy chromium": "changes the machine",
  "apt-get install python3-xapian": "changes the machine",
  "cd bench && npm ci": "downloads and compiles the benchmarks' peers",
  "npm install --no-save @iconify/json@2.2.535": "downloads 465 MB",
  "npm install @iconify/json": "downloads 465 MB; the next commands use a small package of this name",
  "npm install @iconify-json/mdi": "downloads a package; the next commands use a small one of this name",
  "npm install --global icon-data-api": "needs a registry that has this package",
  "claude mcp add icons -- icon-data-api mcp --artifacts /home/me/icons-artifacts":
    "needs the assistant; the JSON of the same section starts the same server",
  "codex mcp add icons -- icon-data-api mcp --artifacts /home/me/icons-artifacts":
    "needs the assistant; the JSON of the same section starts the same server",
  "npm install simple-icons": "downloads a package; the next command uses a small one of this name",
  "git clone --depth 1 https://github.com/homarr-labs/dashboard-icons":
    "downloads a repository; the next command uses a small one of this layout",
  'docker run --rm --init --publish 127.0.0.1:3000:3000 --volume "$PWD:/src:ro" node:22-bookworm-slim sh -c "cp -r /src /app && cd /app && npm ci && npm start -- --host 0.0.0.0"':
    "needs Docker; test/deploy/configurations.test.ts compares it with deploy/docker/shipped.yaml",
  "docker build --file deploy/docker/Dockerfile --tag icon-data-api .":
    "needs Docker; test/deploy/image.long.test.ts lays out the files",
  "mkdir -p deploy/homelab/custom": "writes into the checkout",
  "docker compose --file deploy/homelab/compose.yaml up --build":
    "needs Docker; test/deploy/homelab.long.test.ts runs the build lines",
  "docs/format.md#Layout of a store": "lists files",
};
