import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { curlText, fetchText } from "#src/explorer/request-view.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const run = promisify(execFile);
let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

/** A query as it is written in a URL. */
const urlOf = (q: string): string => {
  const url = new URL(`http://127.0.0.1:${service.port}/api/v1/icons`);
  url.search = new URLSearchParams({ q, limit: "3" }).toString();
  return url.href;
};

describe("displayed request", () => {
  it.each(["spotify", "it's", '$(reboot) `x` "y"', "naïve 漢字 & co"])(
    "quotes the request for a shell: %s",
    async (q) => {
      const command = curlText(urlOf(q), true).replace(/^curl/, "curl -s");
      const { stdout } = await run("sh", ["-c", command], { env: { ...process.env, ICONS_KEY: service.pro } });
      const { body } = await service.ask(new URL(urlOf(q)).pathname + new URL(urlOf(q)).search, {
        "X-API-Key": service.pro,
      });
      expect(JSON.parse(stdout)).toEqual(body);
    },
  );

  it("displays a request that works as JavaScript", async () => {
    const program = `const key = ${JSON.stringify(service.pro)};\n${fetchText(urlOf("spotify"), true)}\nreturn data;`;
    const AsyncFunction = (async () => undefined).constructor as new (body: string) => () => Promise<{ id: string }[]>;
    expect((await new AsyncFunction(program)())[0]?.id).toBe("spotify");
  });

  it("displays no key if none is needed", () => {
    expect(curlText("http://localhost/api/v1/icons", false)).toBe("curl 'http://localhost/api/v1/icons'");
    expect(fetchText("http://localhost/api/v1/icons", false)).not.toContain("key");
  });

  it("quotes any address as one word of a shell", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        const quoted = /^curl '([^']*)'$/.exec(curlText(url, false));
        expect(decodeURIComponent(quoted![1]!.replaceAll("%27", "'"))).toBe(
          decodeURIComponent(url.replaceAll("%27", "'")),
        );
      }),
    );
  });
});
