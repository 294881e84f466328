import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { isPublicAddress } from "#build/image/download/rules.js";
import { temporaryFolder } from "../../../support/folder.js";
import { remoteRecords } from "../../../support/image-host.js";
import { FORBIDDEN_ADDRESSES, REFUSED_FORMS } from "./forbidden-addresses.js";

describe("image URL addresses", () => {
  it.each(["1.1.1.1", "93.184.216.34", "223.255.255.254", "2606:4700::1111", "2a00:1450:4001::200e"])(
    "accepts %s as a public address",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each(["", "example.com", "1.1.1", "01.1.1.1", "fe80::1%lo", "2606:4700::1%eth0", "::ffff:1.1.1.1"])(
    "rejects %j as an address",
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  it("rejects addresses of the machine or its network in any notation before it resolves a name", async () => {
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return [{ address: "127.0.0.1", family: 4 }];
    };
    const folder = temporaryFolder({ "icons.json": remoteRecords(FORBIDDEN_ADDRESSES.map(([image]) => image)) });
    const data = join(folder, "icons.json");
    const { skipped } = await compile({ data, out: join(folder, "out"), jobs: 1, download: { resolve } });
    expect(skipped.map(({ image, reason }) => [image, reason])).toEqual(
      FORBIDDEN_ADDRESSES.map(([image, says]) => [image, expect.stringContaining(says)]),
    );
    expect(asked).toEqual([]);
  });

  it.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "fd00::1"])(
    "rejects a name that resolves to %s",
    async (address) => {
      const folder = temporaryFolder({ "icons.json": remoteRecords(["https://a.example.com/a.png"]) });
      const fetch = { resolve: async () => [{ address, family: address.includes(":") ? 6 : 4 }] };
      const { skipped } = await compile({
        data: join(folder, "icons.json"),
        out: join(folder, "out"),
        jobs: 1,
        download: fetch,
      });
      expect(skipped[0]!.reason).toBe(
        `a.example.com leads to ${address}, not a public address; images are downloaded from public hosts only`,
      );
    },
  );

  it.each(REFUSED_FORMS)("rejects %s", async (image) => {
    const folder = temporaryFolder({ "icons.json": remoteRecords([image]) });
    const built = compile({ data: join(folder, "icons.json"), out: join(folder, "out"), jobs: 1, download: true });
    await expect(built).rejects.toMatchObject({ problems: [expect.objectContaining({ field: "image" })] });
  });
});
