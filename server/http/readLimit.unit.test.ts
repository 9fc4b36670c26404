import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { createReadLimiter } from "./rateLimit.ts";

const from = (ip: string, userId?: string) => ({ ip, currentUser: userId ? { userId } : null }) as FastifyRequest;

/** The number of reads that are admitted, out of `count`. */
function countAdmitted(reads: number, admit: (at: number) => void): number {
  let admitted = 0;
  const codes = new Set<string>();
  for (let index = 0; index < reads; index++) {
    try {
      admit(index);
      admitted++;
    } catch (error) {
      codes.add((error as { code: string }).code);
    }
  }
  expect([...codes]).toEqual(admitted < reads ? ["tooFast"] : []);
  return admitted;
}

// Security: F08
test("a flood from all networks of an IPv6 site is limited as one client, and doesn't limit other sites or accounts", () => {
  const readLimiter = createReadLimiter();
  const flooding = (index: number) => readLimiter.admit(from(`2001:db8:1:${index.toString(16)}::1`));
  // More networks than the counter remembers.
  expect(countAdmitted(65_536, flooding)).toBe(3600);
  expect(countAdmitted(100, flooding)).toBe(0);
  expect(countAdmitted(2000, () => readLimiter.admit(from("2001:db8:2::1")))).toBe(1800);
  expect(countAdmitted(2000, () => readLimiter.admit(from("192.0.2.1")))).toBe(1800);
  expect(countAdmitted(1000, () => readLimiter.admit(from("2001:db8:1:1::1", "somebody")))).toBe(900);
});

// Security: F08
test("the owner of a list can't read without limit with its many invitations: they share that of their network", () => {
  const readLimiter = createReadLimiter();
  const opened = (ip: string, index: number) =>
    ({ ip, currentUser: null, invitedVoter: { invitationId: `invitation ${index}` } }) as FastifyRequest;
  expect(countAdmitted(1000, () => readLimiter.admit(opened("192.0.2.1", 0)))).toBe(900);
  // A thousand people in one hall read their result every five seconds.
  expect(countAdmitted(20_000, (index) => readLimiter.admit(opened("192.0.2.2", index % 1000)))).toBe(12_000);
  expect(countAdmitted(10, () => readLimiter.admit(opened("192.0.2.3", 5000)))).toBe(10);
  expect(countAdmitted(2000, () => readLimiter.admit(from("192.0.2.2")))).toBe(1800);
  expect(countAdmitted(1000, () => readLimiter.admit(from("192.0.2.2", "somebody")))).toBe(900);
});

// Security: F09
test("a large response counts as several reads, according to its size", () => {
  const readLimiter = createReadLimiter();
  const read = (body: string) => () => {
    readLimiter.admit(from("192.0.2.1"));
    readLimiter.weigh(from("192.0.2.1"), body);
  };
  expect(countAdmitted(10, read("short"))).toBe(10);
  expect(countAdmitted(1800, read("x".repeat(640 * 1024)))).toBe(Math.ceil(1790 / 6));
});

// Security: F09
test("each further part of a list that is read whole counts as a read, even when several are begun at the same time", () => {
  const readLimiter = createReadLimiter();
  const begin = () => readLimiter.admit(from("192.0.2.1", "somebody"));
  expect(countAdmitted(20, begin)).toBe(20);
  for (let part = 0; part < 20 * 24; part++) readLimiter.count(from("192.0.2.1", "somebody"));
  expect(countAdmitted(1000, begin)).toBe(900 - 20 * 25);
});
