import { randomUUID } from "node:crypto";
import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { PRIVACIES } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type SentEmail, sendEmails, unsubscriberOf } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { WAYS, type Way, waysToVote } from "../testing/waysToVote.ts";

/**
 * Which emails about a survey reach a person: each privacy × each way to vote × each email. Each cell says to whom an
 * address gets it: to the reader of an account, or to a person on the list.
 */
type As = "account" | "listed";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const ways = waysToVote(() => ({ t, ...people }));

const remind = (id: string) => t.request(outcomes.remindFollowers, { as: people.surveyor, params: { id } });
const close = (id: string) => t.request(closeSurvey, { as: people.admin, params: { id } });
const decide = (id: string) =>
  t.request(outcomes.setOutcome, { as: people.surveyor, params: { id }, body: { text: "Tea." } });

/** The emails that wait for these addresses, sent now: how each address gets them. */
async function receive(subject: string, ...addresses: string[]): Promise<As[][]> {
  await enqueueMailings(t.database);
  const sent = (await sendEmails(t)).filter((email) => email.subject?.startsWith(subject));
  return addresses.map((address) => sent.filter(({ to }) => to === address).map(readerOf));
}

/** The reader of an email: its unsubscribe link stops a kind of email to an account, or those to a person on a list. */
function readerOf({ headers }: SentEmail): As {
  const found = Object(headers);
  expect(found["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  return String(found["List-Unsubscribe"]).includes("token=invitations.") ? "listed" : "account";
}

const REMINDER = "You can still vote";
const RESULT = "The result";
const OUTCOME = "What was decided";

const EXPECTED: Record<Way, As[]> = {
  "an account on an open survey": ["account"],
  "an account on a list": ["listed"],
  "a link, while the address has an account": ["listed"],
  "a code": [],
};

/**
 * After the address passed on to another account, what the address on the list gets, and what the voter's new address.
 */
const PASSED_ON: Record<(typeof PRIVACIES)[number][0], Record<Way, [old: As[], current: As[]]>> = {
  named: {
    "an account on an open survey": [[], ["account"]],
    "an account on a list": [["listed"], ["account"]],
    "a link, while the address has an account": [["listed"], []],
    "a code": [[], []],
  },
  confidential: {
    "an account on an open survey": [[], ["account"]],
    "an account on a list": [["listed"], ["account"]],
    "a link, while the address has an account": [["listed"], []],
    "a code": [[], []],
  },
  // Which account used an invitation is not stored.
  secret: {
    "an account on an open survey": [[], ["account"]],
    "an account on a list": [["listed"], []],
    "a link, while the address has an account": [["listed"], []],
    "a code": [[], []],
  },
};

describe.each(PRIVACIES)("about a %s survey", (privacy, settingsOf) => {
  const settings = () => ({ ...settingsOf(), deadline: new Date(Date.now() + 3 * DAY_MS).toISOString() });

  describe.each(WAYS)("to a voter by %s", (way) => {
    const expected = EXPECTED[way];
    /** A survey without a vote, which people who are on no list follow. */
    const prepare = async () => {
      const scene = await ways.prepare(way, settings());
      if (way === "an account on an open survey")
        await t.request(outcomes.followSurvey, { as: scene.reader, params: { id: scene.id } });
      return scene;
    };

    test(`a reminder goes before the vote (${expected.join() || "to no one"}), and HOUR_MS after it`, async () => {
      const { id, reader, vote } = await prepare();
      await remind(id);
      expect(await receive(REMINDER, reader.email)).toEqual([expected]);
      await remind(id);
      await enqueueMailings(t.database);
      // The reminder waits in the outbox.
      await vote();
      expect(await receive(REMINDER, reader.email)).toEqual([[]]);
      const voted = await ways.cast(way, settings());
      await remind(voted.id);
      expect(await receive(REMINDER, voted.reader.email)).toEqual([[]]);
    });

    test(`the outcome goes to everyone who gets the result, once (${expected.join() || "to no one"})`, async () => {
      const { id, reader } = await ways.cast(way, settings());
      await close(id);
      expect(await receive(RESULT, reader.email)).toEqual([expected]);
      await decide(id);
      expect(await receive(OUTCOME, reader.email)).toEqual([expected]);
    });

    test("after the account is deleted, no email goes to its address", async () => {
      const { id, reader } = await ways.cast(way, settings());
      await t.request(deleteMyAccount, { as: reader, body: { email: reader.email } });
      await remind(id);
      expect(await receive(REMINDER, reader.email)).toEqual([[]]);
      await close(id);
      expect(await receive(RESULT, reader.email)).toEqual([[]]);
      await decide(id);
      expect(await receive(OUTCOME, reader.email)).toEqual([[]]);
    });

    test("after the address passed on, each address gets what it would, once", async () => {
      const { id, reader } = await ways.cast(way, settings());
      const { former, heir } = await ways.passAddressOn(reader);
      const addresses = [heir.email, former.email];
      await remind(id);
      expect(await receive(REMINDER, ...addresses)).toEqual([[], []]);
      await close(id);
      expect(await receive(RESULT, ...addresses)).toEqual(PASSED_ON[privacy][way]);
      await decide(id);
      expect(await receive(OUTCOME, ...addresses)).toEqual(PASSED_ON[privacy][way]);
    });
  });
});

test("a person with two invitations who voted with one doesn't get a reminder for the other, and each address one result", async () => {
  const { id, reader } = await ways.cast("an account on a list", {});
  const second = `second-${reader.id}@example.org`;
  await ways.invited.add(id, [{ email: second }]);
  await ways.moveTo(reader, second);
  const addresses = [reader.email, second];
  await remind(id);
  expect(await receive(REMINDER, ...addresses)).toEqual([[], []]);
  await close(id);
  expect(await receive(RESULT, ...addresses)).toEqual([["listed"], ["listed"]]);
  await decide(id);
  expect(await receive(OUTCOME, ...addresses)).toEqual([["listed"], ["listed"]]);
});

test.each(PRIVACIES)(
  "of struck people on a %s survey, those who voted before get result and outcome",
  async (_, settings) => {
    const [voted, silent] = ["voted", "silent"].map((name) => `${name}-${randomUUID()}@example.org`) as [
      string,
      string,
    ];
    const { invited } = ways;
    const { id } = await invited.makeOpen(0, settings(), [voted, silent]);
    const list = await invited.list(id);
    const [link = ""] = await invited.linksOf(id);
    expect(list[0]?.email).toBe(voted);
    expect((await invited.vote(id, await invited.open(link), 1)).statusCode).toBe(200);
    for (const { _id } of list) await invited.strike(id, _id);
    await remind(id);
    expect(await receive(REMINDER, voted, silent)).toEqual([[], []]);
    await close(id);
    expect(await receive(RESULT, voted, silent)).toEqual([["listed"], []]);
    await decide(id);
    expect(await receive(OUTCOME, voted, silent)).toEqual([["listed"], []]);
  },
);

describe("a person on a list who refuses emails to it", () => {
  const follows = async (id: string, as: Person) =>
    (await t.request(outcomes.getFollow, { as, params: { id } })).follows;
  const stopByLink = async (id: string, email: string) => {
    const [person] = await ways.invited.list(id);
    const url = unsubscriberOf(t).urlFor({
      kind: "result",
      surveyId: id,
      invitationId: person?._id ?? "",
      address: email,
    });
    const { statusCode } = await t.app.inject({
      method: "POST",
      url: url.replace(t.config.publicUrl, ""),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    expect(statusCode).toBe(200);
  };
  const REFUSALS: Record<string, (id: string, reader: Person) => Promise<unknown>> = {
    "about the survey, by the link of an email": (id, { email }) => stopByLink(id, email),
    "to any survey, in the account's settings": (_, as) =>
      t.request(outcomes.setEmailPreferences, { as, body: { invitations: false } }),
  };

  test.each(Object.entries(REFUSALS))("%s, follows only by choice, and gets what the page says", async (_, refuse) => {
    const { id, reader } = await ways.cast("an account on a list", {});
    expect(await follows(id, reader)).toBe(true);
    await refuse(id, reader);
    expect(await follows(id, reader)).toBe(false);
    const other = await ways.cast("an account on a list", {});
    await refuse(other.id, other.reader);
    await t.request(outcomes.followSurvey, { as: other.reader, params: { id: other.id } });
    expect(await follows(other.id, other.reader)).toBe(true);
    for (const each of [id, other.id]) await close(each);
    expect(await receive(RESULT, reader.email, other.reader.email)).toEqual([[], ["account"]]);
    for (const each of [id, other.id]) await decide(each);
    expect(await receive(OUTCOME, reader.email, other.reader.email)).toEqual([[], ["account"]]);
  });

  test("by the link of an email after choosing to follow, doesn't get more", async () => {
    const { id, reader } = await ways.cast("an account on a list", {});
    await t.request(outcomes.followSurvey, { as: reader, params: { id } });
    await stopByLink(id, reader.email);
    expect(await follows(id, reader)).toBe(false);
    await close(id);
    expect(await receive(RESULT, reader.email)).toEqual([[]]);
  });
});

test("a struck person who follows gets the result with the account, and one who follows from the list gets it once", async () => {
  const { id, reader } = await ways.prepare("an account on a list", {});
  const onList = await makePerson(t.database, t.tokens);
  await ways.invited.add(id, [{ email: onList.email }]);
  for (const as of [reader, onList]) await t.request(outcomes.followSurvey, { as, params: { id } });
  const struck = (await ways.invited.list(id)).find(({ email }) => email === reader.email);
  await ways.invited.strike(id, struck?._id ?? "");
  await close(id);
  expect(await receive(RESULT, reader.email, onList.email)).toEqual([["account"], ["account"]]);
});

test("an owner on the own list gets the email to owners only", async () => {
  const { email } = people.surveyor;
  const { id } = await ways.invited.makeOpen(0, {}, [email]);
  await close(id);
  expect(await receive(RESULT, email)).toEqual([[]]);
  await decide(id);
  expect(await receive(OUTCOME, email)).toEqual([[]]);
});
