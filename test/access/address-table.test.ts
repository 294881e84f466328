import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressGroup, networksOf } from "#src/access/address.js";
import {
  ADDRESS_TABLE_BYTES,
  type AddressTable,
  NEW_ADDRESSES_A_DAY,
  openAddressTable,
} from "#src/access/address-table.js";
import { randomRuns } from "../support/random-runs.js";

const DAY = 20_600;
const LIMIT = 3;
const SECRET = Buffer.alloc(32, 7);
const table = (): AddressTable => openAddressTable(new ArrayBuffer(ADDRESS_TABLE_BYTES), 0, SECRET);
const hex = (number: number): string => number.toString(16);

/** Number of requested addresses that are new today. */
function takeAll(addresses: AddressTable, list: readonly string[], day = DAY): number {
  return list.filter((address) => addresses.increment(address, day, LIMIT) !== undefined).length;
}

const range = (count: number, name: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => name(at));
const FRESH_IPV4 = range(40, (at) => `198.${at}.100.7`);
const FRESH_IPV6 = range(40, (at) => `2a02:${hex(0x100 + at * 16)}::7`);

describe("address table", () => {
  it("admits 40 new callers of each kind after 66,000 addresses of one /48, which is granted 256", () => {
    const addresses = table();
    const flood = range(66_000, (at) => `2001:db8:1:${hex(at & 0xffff)}::${1 + (at >> 16)}`);
    takeAll(addresses, flood);
    expect(
      new Set(flood.slice(0, 65_536).filter((address) => addresses.increment(address, DAY, LIMIT) !== undefined)).size,
    ).toBe(256);
    expect([takeAll(addresses, FRESH_IPV4), takeAll(addresses, FRESH_IPV6)]).toEqual([40, 40]);
  });

  it.each<[string, (at: number) => string, number]>([
    ["a /56", (at) => `2001:db8:1:${hex(at % 256)}::${hex(at)}`, 32],
    ["a /40, each from another /48", (at) => `2001:db8:${hex(at % 256)}:${hex(at)}::1`, 1024],
    ["a /32, each from another /48", (at) => `2001:db8:${hex(at % 65_536)}:${hex(at)}::1`, 4096],
    ["a /29, each from another /48", (at) => `2001:db${hex(8 + (at % 8))}:${hex(at % 65_536)}::1`, 4096],
    ["an IPv4 /16", (at) => `203.0.${(at >> 8) & 255}.${at & 255}`, 2048],
    ["an IPv4 /8", (at) => `203.${at & 255}.${(at >> 8) & 255}.${at >> 16}`, 8192],
  ])("limits %s to its share and leaves room for others", (_name, name, share) => {
    const addresses = table();
    const list = range(9000, name);
    takeAll(addresses, list);
    const known = new Set(
      list.filter((address) => addresses.increment(address, DAY, LIMIT) !== undefined).map(addressGroup),
    );
    expect(known.size).toBe(share);
    expect([takeAll(addresses, FRESH_IPV4), takeAll(addresses, FRESH_IPV6)]).toEqual([40, 40]);
  });

  it("keeps IPv4 and IPv6 callers from taking each other's room", () => {
    const [six, four] = [table(), table()];
    takeAll(
      six,
      range(40_000, (at) => `2${hex(at >> 4).padStart(3, "0")}:${hex(at & 15)}::1`),
    );
    takeAll(
      four,
      range(60_000, (at) => `${1 + (at & 127)}.${(at >> 7) & 255}.${at >> 15}.1`),
    );
    expect(takeAll(six, FRESH_IPV4)).toBe(40);
    expect(takeAll(four, FRESH_IPV6)).toBe(40);
  });

  it("grants each network its share again the next day and after a reset", () => {
    const addresses = table();
    const list = range(100, (at) => `2001:db8:1:${hex(at)}::1`);
    expect([DAY, DAY, DAY + 1].map((day) => takeAll(addresses, list, day))).toEqual([32, 32, 32]);
    addresses.reset();
    expect(takeAll(addresses, list, DAY + 1)).toBe(32);
  });

  it("keeps counting a known address even if its network's share is used up", () => {
    const addresses = table();
    const list = range(1000, (at) => `2001:db8:1:${hex(at)}::1`);
    takeAll(addresses, list);
    for (let used = 2; used <= LIMIT; used++)
      expect(addresses.increment(list[0]!, DAY, LIMIT)).toEqual({ allowed: true, used, day: DAY });
    expect(addresses.increment(list[0]!, DAY, LIMIT)).toEqual({ allowed: false, used: LIMIT, day: DAY });
  });

  it("counts all invalid addresses as one caller", () => {
    const addresses = table();
    expect(["", "", ""].map((name) => addresses.increment(name, DAY, LIMIT)?.used)).toEqual([1, 2, 3]);
  });

  it("counts like a map of all addresses with a limit per network", () => {
    const byte = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(255));
    const ipv4 = fc.tuple(fc.constantFrom(10, 203), byte, byte, byte).map((bytes) => bytes.join("."));
    const word = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(0xffff));
    const ipv6 = fc
      .tuple(fc.constantFrom("2001:db8", "2001:db9", "2a02:100"), word, word, word)
      .map(([first, ...rest]) => `${first}:${rest.map(hex).join(":")}::1`);
    // Some networks are almost full from the start, so that limits are reached.
    const step = fc.record({ address: fc.oneof(ipv4, ipv6), nextDay: fc.nat(400).map((n) => n === 0) });
    const crowd = fc.constantFrom(
      range(31, (at) => `2001:db8:0:${hex(at)}::1`),
      range(255, (at) => `2001:db8:0:${hex(at << 8)}::1`),
      range(2047, (at) => `10.0.${at >> 8}.${at & 255}`),
    );
    fc.assert(
      fc.property(crowd, fc.array(step, { maxLength: 200, size: "max" }), (before, steps) => {
        const addresses = table();
        let counts = new Map<string, number>();
        let networks = new Map<string, number>();
        let day = DAY;
        const take = (address: string): number | undefined => {
          const group = addressGroup(address);
          const used = counts.get(group);
          if (used === undefined) {
            const own = networksOf(group).map(({ kind, prefix }) => ({ name: `${kind} ${prefix}`, kind }));
            if (own.some(({ name, kind }) => (networks.get(name) ?? 0) >= NEW_ADDRESSES_A_DAY[kind])) return undefined;
            for (const { name } of own) networks.set(name, (networks.get(name) ?? 0) + 1);
          }
          counts.set(group, Math.min(LIMIT, (used ?? 0) + 1));
          return counts.get(group);
        };
        expect(before.map((address) => addresses.increment(address, day, LIMIT)?.used)).toEqual(before.map(take));
        for (const { address, nextDay } of steps) {
          if (nextDay) {
            day++;
            counts = new Map();
            networks = new Map();
          }
          expect(addresses.increment(address, day, LIMIT)?.used).toBe(take(address));
        }
      }),
      randomRuns(20),
    );
  });
});

describe("networks of an address", () => {
  it.each<[string, string[]]>([
    ["203.0.113.9", ["ipv4/16 203.0", "ipv4/8 203"]],
    ["::ffff:203.0.113.9", ["ipv4/16 203.0", "ipv4/8 203"]],
    ["2001:db8:1:203::9", ["ipv6/56 20010db8000102", "ipv6/48 20010db80001", "ipv6/40 20010db800", "ipv6/28 20010db"]],
    ["::1", ["ipv6/56 00000000000000", "ipv6/48 000000000000", "ipv6/40 0000000000", "ipv6/28 0000000"]],
    ["unix", []],
  ])("assigns %s to the networks %j", (address, expected) => {
    expect(networksOf(addressGroup(address)).map(({ kind, prefix }) => `${kind} ${prefix}`)).toEqual(expected);
  });
});
