import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import { openInvitation } from "@survey-app/contract/invitations/invitations.ts";
import { renewShortAddress } from "@survey-app/contract/sharing/shortAddresses.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
/** A code that leads to a survey. */
let right: string;
const lines: { msg: string }[] = [];
beforeAll(async () => {
  // The clock stands still, so that on a busy machine all requests fall into one minute.
  vi.useFakeTimers({ toFake: ["Date"] });
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
  t = await testApp({ pages: true, limits: true, logLevel: "info", logTo });
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(surveyor, { publishedBy: admin });
  const body = { kind: "presentation" } as const;
  right = String((await t.request(renewShortAddress, { as: surveyor, params: { id }, body })).presentation);
});
afterAll(async () => {
  await t.close();
  vi.useRealTimers();
});

const open = (code: string, remoteAddress: string) => t.app.inject({ url: `/v/${code}`, remoteAddress });
const statusesOf = async (codes: string[], address: string) => {
  const statuses: number[] = [];
  for (const code of codes) statuses.push((await open(code, address)).statusCode);
  return statuses;
};
const times = <T>(count: number, value: T) => Array<T>(count).fill(value);

// Security: H10, R14
test("a network may open twenty wrong codes a minute, and right ones don't count", async () => {
  const address = "192.0.2.1";
  expect(await statusesOf(times(30, right), address)).toEqual(times(30, 303));
  // Also one wrong code again and again.
  expect(await statusesOf([...times(10, "000000"), ...times(10, right), ...times(10, "some_thing")], address)).toEqual([
    ...times(10, 404),
    ...times(10, 303),
    ...times(10, 404),
  ]);
  // From then on codes aren't looked up: a right one would stand out.
  for (const code of ["000001", right]) {
    const { statusCode, headers } = await open(code, address);
    expect([statusCode, Number(headers["retry-after"])]).toEqual([429, 60]);
  }
  expect(await statusesOf([right, "000000"], "192.0.2.2")).toEqual([303, 404]);
  vi.advanceTimersByTime(61_000);
  expect(await statusesOf([right, "000000"], address)).toEqual([303, 404]);
});

// Security: H10
test("wrong codes of invitations count together with those of short addresses, and links don't count", async () => {
  const address = "192.0.2.9";
  const openToken = async (token: string) => {
    const { method, path } = openInvitation;
    const url = `${API_PREFIX}${path}`;
    return (await t.app.inject({ method, url, payload: { token }, remoteAddress: address })).statusCode;
  };
  // Links have 128 bits, and these texts are too short for a code, so neither counts.
  for (const token of [...times(30, "0".repeat(26)), "0000-0000"]) expect(await openToken(token)).toBe(422);
  for (const _ of times(10, 0)) expect(await openToken("0000-0000-000A")).toBe(422);
  expect(await statusesOf(times(10, "000000"), address)).toEqual(times(10, 404));
  expect(await openToken("0000-0000-000A")).toBe(429);
  expect(await statusesOf([right], address)).toEqual([429]);
  expect(await openToken("0".repeat(26))).toBe(422);
});

// Security: H10
test("of two hundred wrong codes at the same time twenty are answered, also from one IPv6 network", async () => {
  for (const address of ["198.51.100.1", "2001:db8::1"]) {
    const answers = await Promise.all(times(200, address).map((from, index) => open(`A${index}`, from)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...times(20, 404), ...times(180, 429)]);
  }
});

test("wrong codes from many networks bring one line a minute into the log", async () => {
  vi.advanceTimersByTime(61_000);
  const alarms = () => lines.filter(({ msg }) => msg.startsWith("many wrong short codes"));
  const before = alarms().length;
  const guess = async (networks: number) => {
    for (let network = 1; network <= networks; network++) await statusesOf(times(20, "000000"), `203.0.113.${network}`);
  };
  await guess(9);
  expect(alarms().length).toBe(before);
  await guess(15);
  expect(alarms().length).toBe(before + 1);
});
