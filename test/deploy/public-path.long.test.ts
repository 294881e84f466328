import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { describeInBrowser } from "../support/browser.js";
import { freePort, serve } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { startDeployedHaproxy, startDeployedNginx } from "../support/proxies.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** How a proxy treats the path of the public URL, as an edit of its configuration. */
const TREATMENTS: Readonly<Record<"nginx" | "haproxy", Readonly<Record<string, (configuration: string) => string>>>> = {
  nginx: {
    "that passes it on": (site) => site.replace("location / {", "location /icons {"),
    "that removes it": (site) =>
      site
        .replace("location / {", "location /icons {")
        .replace("proxy_pass http://icons;", "rewrite ^/icons/?(.*)$ /$1 break;\nproxy_pass http://icons;"),
  },
  haproxy: {
    "that passes it on": (configuration) => configuration.replace(BACKEND, `${ONLY_BELOW}${BACKEND}`),
    "that removes it": (configuration) =>
      configuration.replace(BACKEND, `${ONLY_BELOW}    http-request replace-path ^/icons/?(.*) /\\1\n${BACKEND}`),
  },
};
const BACKEND = "    default_backend again\n";
const ONLY_BELOW = "    http-request return status 404 unless { path_beg /icons }\n";
const START = { nginx: startDeployedNginx, haproxy: startDeployedHaproxy };

describeInBrowser("a public URL with a path", ({ open }) => {
  for (const program of ["nginx", "haproxy"] as const) {
    describeWith([program], `behind ${program}`, () => {
      it.each(Object.entries(TREATMENTS[program]))("shows page, reference and images: %s", async (_, edit) => {
        const folder = temporaryFolder();
        const own = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin"), "--anonymous", "pro"];
        // The proxy chooses its port when it starts, so the public URL has another one. Links have no host.
        const port = await freePort();
        const url = ["--public-url", "http://icons.example.com/icons", "--trust-proxy", "127.0.0.1"];
        await serve(["serve", shippedArtifacts, "--port", String(port), ...url, ...own, "--log-level", "info"]);
        const proxy = await START[program]([port], undefined, edit);
        const address = `http://127.0.0.1:${proxy.port}/icons`;
        await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), PATIENTLY);
        expect((await fetch(new URL("/docs", address))).status).toBe(404);

        for (const start of [address, `${address}/`]) {
          // Failed requests are messages in the console, which fail the test.
          const page = await open(start);
          expect(await page.evaluate(() => getComputedStyle(document.querySelector(".bar")!).display)).toBe("flex");
          await page.fill("input[name=q]", "spotify");
          await page.waitForURL(`${address}/?q=spotify`);
          await page.click("a[href*='icon=spotify']");
          await page.waitForURL(/[?&]icon=spotify/);
          await page.waitForLoadState("networkidle");
          await page.click("nav.links >> text=Docs");
          expect(page.url()).toBe(`${address}/docs`);
          await page.getByRole("button", { name: "Send request" }).click();
          await page.getByText("200 OK").waitFor();
        }
        const docs = await open(`${address}/docs/`);
        await docs.getByRole("link", { name: "Show an icon" }).first().click();
        await docs.waitForURL(`${address}/docs/api/get-icon`);
      });
    });
  }
});
