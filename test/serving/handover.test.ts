import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

it("treats clients of a worker like those of a single process: they may end their side, or send bytes slowly", async () => {
  const folder = temporaryFolder();
  const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin"), "--anonymous", "pro"];
  const server = await serve(["serve", shippedArtifacts, "--workers", "2", "--headers-timeout", "500", ...files]);
  const head = "GET /api/v1/icons?limit=2 HTTP/1.1\r\nHost: icons.test\r\n";
  const responseTo = async (bytes: string, ends: boolean): Promise<string> => {
    const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
    await once(socket, "connect");
    if (ends) socket.end(bytes);
    else socket.write(bytes);
    return text(socket);
  };
  // Several connections, so that both workers get some.
  for (const response of await Promise.all(Array.from({ length: 6 }, () => responseTo(head, true))))
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
  for (const response of await Promise.all(Array.from({ length: 6 }, () => responseTo(head, false))))
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(await server.stop()).toBe(0);
}, 60_000);
