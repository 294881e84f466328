import { isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressGroup } from "#src/access/address.js";
import { randomRuns } from "../support/random-runs.js";

const hextet = fc.oneof(fc.constant(0), fc.nat(0xffff));
const hextets = fc.tuple(hextet, hextet, hextet, hextet, hextet, hextet, hextet, hextet);

/** Notations of one address that RFC 4291 allows. */
function spellings(parts: readonly number[]): string[] {
  const full = parts.map((part) => part.toString(16));
  const embedded = [
    ...full.slice(0, 6),
    parts
      .slice(6)
      .flatMap((part) => [part >> 8, part & 255])
      .join("."),
  ];
  const runs = full.flatMap((_, from) => {
    const zeros = parts.slice(from).findIndex((part) => part !== 0);
    const to = zeros < 0 ? 8 : from + zeros;
    return to > from ? [`${full.slice(0, from).join(":")}::${full.slice(to).join(":")}`] : [];
  });
  const padded = full.map((part) => part.padStart(4, "0"));
  return [full.join(":"), full.join(":").toUpperCase(), padded.join(":"), embedded.join(":"), ...runs];
}

/** Excludes IPv4-mapped IPv6 addresses. */
const isMapped = (parts: readonly number[]): boolean =>
  parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff;

describe("address groups", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:203.0.113.9", "203.0.113.9"],
    ["::", "0:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"],
    ["2001:DB8:0:1::", "2001:db8:0:1::/64"],
    ["2001:db8:1:2:3:4:203.0.113.9", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("groups the address %s as %s", (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  it.each(["::ffff:cb00:7109", "0:0:0:0:0:ffff:cb00:7109", "0:0:0:0:0:ffff:203.0.113.9"])(
    "groups %s under the IPv4 address that it maps, not under one group for all of them",
    (address) => {
      expect(addressGroup(address)).toBe("203.0.113.9");
    },
  );

  it("groups all spellings of an IPv6 address by its first 64 bits", () => {
    fc.assert(
      fc.property(
        hextets.filter((parts) => !isMapped(parts)),
        (parts) => {
          const expected = `${parts
            .slice(0, 4)
            .map((part) => part.toString(16))
            .join(":")}::/64`;
          for (const address of spellings(parts)) {
            expect(isIPv6(address)).toBe(true);
            expect(addressGroup(address)).toBe(expected);
          }
        },
      ),
      randomRuns(500),
    );
  });

  it("groups all addresses of a 64-bit network together, and the next network separately", () => {
    fc.assert(
      fc.property(hextets, hextets, (parts, others) => {
        const [prefix, suffix] = [parts.slice(0, 4), others.slice(4)];
        fc.pre(!isMapped(parts) && !isMapped([...prefix, ...suffix]) && prefix.some((part) => part !== 0));
        const group = (list: readonly number[]): string =>
          addressGroup(list.map((part) => part.toString(16)).join(":"));
        expect(group([...prefix, ...suffix])).toBe(group(parts));
        expect(group([...prefix.slice(0, 3), prefix[3]! ^ 1, ...suffix])).not.toBe(group(parts));
      }),
    );
  });

  it("groups an IPv4 address as itself", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(addressGroup(address)).toBe(address);
      }),
    );
  });

  it("never throws for any value that a proxy forwards", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6()), (text) => {
        expect(addressGroup(text)).toBeTypeOf("string");
      }),
    );
  });
});
