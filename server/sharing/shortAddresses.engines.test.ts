import { moveRoom } from "@survey-app/contract/sharing/rooms.ts";
import type { ShortAddressKind } from "@survey-app/contract/sharing/shortAddresses.ts";
import * as shortAddresses from "@survey-app/contract/sharing/shortAddresses.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { tokenHash } from "../database/tokenHash.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { removeExpiredCodes, renewShortAddress } from "./shortAddresses.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ pages: true }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterEach(() => vi.useRealTimers());
afterAll(() => t.close());

const publish = (options: object = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...options });
const renew = (id: string, kind: ShortAddressKind, as: Person = people.surveyor) =>
  t.request(shortAddresses.renewShortAddress, { as, params: { id }, body: { kind } });
const list = (id: string) => t.request(shortAddresses.listShortAddresses, { as: people.user, params: { id } });
const open = (code: string | null) => t.app.inject({ url: `/v/${code}` });
/** Where a code leads; null if it leads nowhere. */
const targetOf = async (code: string | null) => (await open(code)).headers.location ?? null;
const pageOf = (id: string) => `/surveydetails/${id}`;
const rowsOf = (id: string) =>
  t.database.db.selectFrom("short_addresses").selectAll().where("survey_id", "=", id).orderBy("kind").execute();
const setRow = (id: string, values: { code?: string; expires_at?: number }) =>
  t.database.db.updateTable("short_addresses").set(values).where("survey_id", "=", id).execute();
const stopClockAt = (at: number) => vi.useFakeTimers({ toFake: ["Date"], now: at });

test("requests at the same time get one code for each kind, which leads to the survey", async () => {
  const id = await publish();
  const kinds = ["presentation", "flyer"] as const;
  await Promise.all(Array.from({ length: 20 }, (_, index) => renew(id, kinds[index % 2] ?? "flyer")));
  const { presentation, flyer } = await list(id);
  expect(presentation).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
  expect(flyer).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  // Opened again, by an admin too, each keeps its code.
  for (const kind of kinds) expect(await renew(id, kind, people.admin)).toEqual({ presentation, flyer });
  expect(await rowsOf(id)).toHaveLength(2);
  for (const code of [presentation, flyer]) {
    const { statusCode, headers } = await open(code);
    expect([statusCode, headers.location, headers["cache-control"]]).toEqual([303, pageOf(id), "no-store"]);
  }
});

test.each([
  ...["0A1B2C", "0a1b2c", "OaLb2c", "oAIB2C", "0A1-B2C", "0a1%20b2c", "0A1%E2%80%93B2C"],
  // In Arabic, Persian and wide digits, and with what copying leaves.
  ...["٠a١b٢c", "۰A۱B۲C", "０Ａ１Ｂ２Ｃ", "\u200e0A1\u200bB2C\u2069"].map(encodeURIComponent),
  // With what follows it in a message, and typed on a keyboard for Russian: its letters А, В and С.
  ...["0A1B2C.", "0A1B2C)", "“0A1B2C”,", "0А1В2С"].map(encodeURIComponent),
])("people may type %s for 0A1B2C, after /v/ and into the form", async (typed) => {
  const id = await publish();
  await renew(id, "presentation");
  await t.database.db.deleteFrom("short_addresses").where("code", "=", "0A1B2C").execute();
  await setRow(id, { code: "0A1B2C" });
  const follow = async (url: string): Promise<string> => {
    const { headers } = await t.app.inject({ url });
    return headers.location?.startsWith("/v/") ? follow(headers.location) : String(headers.location);
  };
  for (const url of [
    `/v/${typed}`,
    `/V/${typed}`,
    `/v/${typed}/`,
    `/v?code=${typed}`,
    `/v?code=http://x.test/v/${typed}`,
  ])
    expect(await follow(url), url).toBe(pageOf(id));
  const { headers } = await typeCode("/v", typed);
  expect(await follow(String(headers.location))).toBe(pageOf(id));
});

/** Sends the form for codes. @param code encoded for a URL */
const typeCode = (url: string, code: string) =>
  t.app.inject({
    method: "POST",
    url,
    payload: `code=${code}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

test("the code and the link of an invitation are opened from the same field, and no URL that is sent has them", async () => {
  const signs = { code: "31SQP6B60DPC", link: "31SQP6B60DPCSRTC6M96F00A03" };
  for (const typed of [signs.code, "31sq-p6b6-0dpc", signs.link, "http://x.test/i#31SQ-P6B6-0DPC-SRTC-6M96-F00A-03"]) {
    const target = `/i#${typed.length > 14 ? signs.link : signs.code}`;
    const { statusCode, headers } = await typeCode("/v", encodeURIComponent(typed));
    expect([statusCode, headers.location, headers["cache-control"]]).toEqual([303, target, "no-store"]);
    // Typed after the address, or into the form of an older page.
    if (!typed.includes("/")) expect((await open(typed)).headers.location).toBe(target);
    expect((await typeCode("/w", encodeURIComponent(typed))).headers.location).toBe("/w/-");
  }
  expect((await typeCode("/v", "")).headers.location).toBe("/v");
  expect((await typeCode("/v", "quux")).headers.location).toBe("/v/-");
  expect((await typeCode("/v", "0".repeat(5000))).statusCode).toBe(413);
});

test("only the owner and admins create a code, for a public survey that is not for invited people", async () => {
  const [id, waiting, invited] = [
    await publish(),
    await t.makeSurvey(people.surveyor),
    await publish({ electorate: "invited" }),
  ];
  const refusal = async (surveyId: string, as: Person) =>
    (await t.refused(shortAddresses.renewShortAddress, { as, params: { id: surveyId }, body: { kind: "flyer" } })).code;
  for (const as of [people.user, people.pro, people.otherSurveyor]) expect(await refusal(id, as)).toBe("notFound");
  expect(await refusal(waiting, people.surveyor)).toBe("notPublished");
  expect(await refusal(invited, people.surveyor)).toBe("noShortAddress");
  for (const surveyId of [id, invited]) expect(await list(surveyId)).toEqual({ presentation: null, flyer: null });
  expect((await t.refused(shortAddresses.listShortAddresses, { params: { id: waiting } })).code).toBe("notFound");
});

test("unknown, expired and unpublished codes, those of scheduled surveys, and what is no code get one answer", async () => {
  const [expired, unpublished, scheduled, right] = [await publish(), await publish(), await publish(), await publish()];
  const codes: string[] = [];
  for (const id of [expired, unpublished, scheduled, right])
    codes.push(String((await renew(id, "presentation")).presentation));
  await setRow(expired, { expires_at: Date.now() - 1 });
  const body = { status: WAITING, feedback: "No" } as const;
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id: unpublished }, body });
  const startsAt = Date.now() + HOUR_MS;
  const later = { starts_at: startsAt, appears_at: startsAt };
  await t.database.db.updateTable("surveys").set(later).where("id", "=", scheduled).execute();
  const answers = [];
  for (const code of [...codes.slice(0, 3), "000000", "00000000", "U", "-", "some_thing", "x".repeat(64)]) {
    const { statusCode, headers, payload } = await open(code);
    const { date: _, ...others } = headers;
    // The time of the page's rendering: it is rendered every few seconds for all codes.
    const page = payload.replace(/"now":\d+/, "");
    expect(statusCode).toBe(404);
    expect(page).toContain("work. Check it, or ask for a new one.");
    answers.push(tokenHash(JSON.stringify([{ ...others, etag: "" }, page])));
  }
  expect(new Set(answers).size).toBe(1);
  expect(await targetOf(codes[3] ?? "")).toBe(pageOf(right));
  // Published again, the survey is found by the same code.
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id: unpublished }, body: { status: 2 } });
  expect(await targetOf(codes[1] ?? "")).toBe(pageOf(unpublished));
});

test("a presentation's code works for twelve hours after the presentation was open, and comes back with it", async () => {
  const id = await publish();
  const { presentation } = await renew(id, "presentation");
  const [row] = await rowsOf(id);
  const expiresAt = Number(row?.expires_at);
  expect(expiresAt - Date.now()).toBeGreaterThan(12 * HOUR_MS - 60_000);
  stopClockAt(expiresAt - 1);
  expect(await targetOf(presentation)).toBe(pageOf(id));
  stopClockAt(expiresAt);
  expect(await targetOf(presentation)).toBeNull();
  expect(await list(id)).toEqual({ presentation: null, flyer: null });
  vi.useRealTimers();
  await setRow(id, { expires_at: Date.now() - DAY_MS });
  expect(await renew(id, "presentation")).toEqual({ presentation, flyer: null });
  expect(await targetOf(presentation)).toBe(pageOf(id));
});

test("a flyer's code works until a year after the close, even if the two are created and closed at the same time", async () => {
  const [id, racing] = [await publish(), await publish()];
  const { flyer } = await renew(id, "flyer");
  expect((await rowsOf(id))[0]?.expires_at).toBeNull();
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const { closedAt } = await t.request(surveys.getSurvey, { as: people.user, params: { id } });
  const expiresAt = Date.parse(String(closedAt)) + 365 * DAY_MS;
  // Printed again after the close, too.
  expect((await renew(id, "flyer")).flyer).toBe(flyer);
  expect((await rowsOf(id))[0]?.expires_at).toBe(expiresAt);
  stopClockAt(expiresAt - 1);
  expect(await targetOf(flyer)).toBe(pageOf(id));
  stopClockAt(expiresAt);
  expect(await targetOf(flyer)).toBeNull();
  vi.useRealTimers();
  await Promise.all([
    renew(racing, "flyer"),
    t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: racing } }),
  ]);
  expect((await rowsOf(racing))[0]?.expires_at).toBeGreaterThan(Date.now());
  // Too late for a first flyer: it would lead nowhere.
  const old = await publish();
  const closed = { closed_at: Date.now() - 366 * DAY_MS, closed_by: "owner" } as const;
  await t.database.db.updateTable("surveys").set(closed).where("id", "=", old).execute();
  expect(await renew(old, "flyer")).toEqual({ presentation: null, flyer: null });
});

test("a code that is taken, or expired less than thirty days ago, is not given to another survey", async () => {
  const [first, second] = [await publish(), await publish()];
  const { presentation: taken } = await renew(first, "presentation");
  const codes = [String(taken), String(taken), "FREE00"];
  const currentUser = { userId: people.surveyor.id, storedRole: "surveyor" } as CurrentUser;
  const renewWith = () =>
    t.database.transaction((tx) =>
      renewShortAddress(tx, second, { kind: "presentation", currentUser, makeCode: () => codes.shift() ?? "" }),
    );
  await setRow(first, { expires_at: Date.now() - 29 * DAY_MS });
  await removeExpiredCodes(t.database);
  expect(await renewWith()).toEqual({ presentation: "FREE00", flyer: null });
  await setRow(first, { expires_at: Date.now() - 31 * DAY_MS });
  await removeExpiredCodes(t.database);
  expect([await rowsOf(first), (await rowsOf(second)).length]).toEqual([[], 1]);
});

test("codes are deleted with their survey", async () => {
  const id = await publish();
  const { presentation } = await renew(id, "presentation");
  await t.request(surveys.deleteSurvey, { as: people.surveyor, params: { id } });
  expect(await rowsOf(id)).toEqual([]);
  expect(await targetOf(presentation)).toBeNull();
});

test("a blocked owner's survey is found by its code as by its address", async () => {
  const owner = people.otherSurveyor;
  const id = await t.makeSurvey(owner, { publishedBy: people.admin });
  const { presentation } = await renew(id, "presentation", owner);
  await t.database.db.updateTable("users").set({ status: "Blocked" }).where("id", "=", owner.id).execute();
  expect((await t.app.inject({ url: pageOf(id) })).statusCode).toBe(200);
  expect(await targetOf(presentation)).toBe(pageOf(id));
});

const byLink = (hours = 48) =>
  publish({ electorate: "link", deadline: new Date(Date.now() + hours * HOUR_MS).toISOString() });

test("with /w/ a code leads to the screen, at the question where the room is now; a wrong code leads nowhere", async () => {
  const [first, second] = [await byLink(), await byLink()];
  const { presentation } = await renew(first, "presentation");
  const wall = async (url: string): Promise<string | undefined> => (await t.app.inject({ url })).headers.location;
  expect(await wall(`/w/${presentation}`)).toBe(`/surveys/${first}/present`);
  await t.request(moveRoom, { as: people.surveyor, params: { id: first }, body: { next: second } });
  expect(await wall(`/W/${presentation}`)).toBe(`/surveys/${second}/present`);
  expect(await wall(`/w?code=${presentation?.toLowerCase()}`)).toBe(`/w/${presentation}`);
  expect(await wall("/w")).toBe("/v");
  const wrong = await t.app.inject({ url: "/w/000000" });
  expect([wrong.statusCode, wrong.headers.location]).toEqual([404, undefined]);
});

// Security: F19
test("a screen without rights keeps the code that it shows, while people can vote, and brings none back", async () => {
  const [id, listed] = [await byLink(), await publish()];
  const keep = (of: string) => t.request(shortAddresses.keepShortAddress, { params: { id: of } });
  expect(await keep(id)).toEqual({ presentation: null, flyer: null });
  const { presentation } = await renew(id, "presentation");
  for (const each of [id, listed]) await renew(each, "flyer");
  await renew(listed, "presentation");
  const began = Date.now();
  const expiry = async (of: string) => (await rowsOf(of)).find(({ kind }) => kind === "presentation")?.expires_at ?? 0;
  const before = await expiry(id);
  await keep(id);
  // Shortly after it was renewed, nothing is written.
  expect(await expiry(id)).toBe(before);
  await setRow(listed, { expires_at: began + HOUR_MS });
  await keep(listed);
  expect(await expiry(listed)).toBe(began + HOUR_MS);
  await setRow(id, { expires_at: began + HOUR_MS });
  expect((await keep(id)).presentation).toBe(presentation);
  expect(await expiry(id)).toBeGreaterThan(began + 11 * HOUR_MS);
  await setRow(id, { expires_at: began - 1 });
  expect((await keep(id)).presentation).toBeNull();
  await setRow(id, { expires_at: began + HOUR_MS });
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  await keep(id);
  expect(await expiry(id)).toBe(began + HOUR_MS);
});
