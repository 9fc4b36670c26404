import * as account from "@survey-app/contract/account/account.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as voterLists from "@survey-app/contract/invitations/voterLists.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import * as rooms from "@survey-app/contract/sharing/rooms.ts";
import * as shortAddresses from "@survey-app/contract/sharing/shortAddresses.ts";
import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as owners from "@survey-app/contract/surveys/owners.ts";
import * as series from "@survey-app/contract/surveys/series.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as linkVotes from "@survey-app/contract/votes/linkVotes.ts";
import * as unlisted from "@survey-app/contract/votes/unlistedSurveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addReminders, enqueueMailings } from "../mailings/mailings.sql.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { findTablesAbout } from "../testing/aboutSurvey.sql.ts";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { type Interruption, interruptible } from "../testing/interrupted.ts";
import { invitedSurveys, newTicket, secretSettings, untilClose } from "../testing/invitedSurveys.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { type AnyRequest, appOn, type TestApp } from "../testing/testApp.ts";
import { createLinkLimits } from "../votes/byLink/linkLimits.sql.ts";

/**
 * A survey is deleted between two statements of other work that reads it or writes about it, and the other way round.
 */
let t: TestApp;
let race: ReturnType<typeof interruptible>["race"];
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  const { database, ...held } = interruptible(fresh.database);
  race = held.race;
  // No job may run meanwhile but those that the tests call.
  const pollMs = HOUR_MS;
  t = await appOn({ ...fresh, database }, {}, { surveyPollMs: pollMs, mailPollMs: pollMs, webhookPollMs: pollMs });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, ...people }));
const invited = invitedSurveys(() => ({ t, ...people }));

const open = () => t.makeSurvey(people.surveyor, { publishedBy: people.admin });
async function closed(): Promise<string> {
  const id = await open();
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  return id;
}
const waiting = () => t.makeSurvey(people.surveyor);
const withAddress = async () => (await invited.makeOpen(0, {}, [people.user.email])).id;
/** A survey whose deadline is in a moment, as if it was open for two days. */
async function ending(endsInMs: number): Promise<string> {
  const id = await invited.make();
  await invited.publish(id);
  const now = Date.now();
  const times = { starts_at: now - 3 * DAY_MS, first_published_at: now - 2 * DAY_MS, ends_at: now + endsInMs };
  await t.database.db.updateTable("surveys").set(times).where("id", "=", id).execute();
  return id;
}

const remove = async (id: string): Promise<number> =>
  (await t.send(surveys.deleteSurvey, { as: people.surveyor, params: { id } })).statusCode;

/**
 * A survey, and a request or job that runs while it is deleted.
 * @returns the status; 200 for a job that ends without an error
 */
type Meeting = () => Promise<{ id: string; meet: () => Promise<number> }>;

const sent = async (endpoint: Endpoint, request: AnyRequest & { as?: Person; headers?: Record<string, string> }) =>
  (await t.send(endpoint, request)).statusCode;
const job =
  (make: () => Promise<string>, run: (id: string) => Promise<unknown>): Meeting =>
  async () => {
    const id = await make();
    return { id, meet: () => run(id).then(() => 200) };
  };
const request =
  (
    make: () => Promise<string>,
    endpoint: Endpoint,
    asked: { as?: () => Person; body?: object; query?: Record<string, unknown> } = {},
  ): Meeting =>
  async () => {
    const id = await make();
    const { as, ...rest } = asked;
    return { id, meet: () => sent(endpoint, { ...(as && { as: as() }), params: { id }, ...rest }) };
  };

const owner = () => people.surveyor;
const admin = () => people.admin;
const user = () => people.user;
const form = {
  Title: "Is this a question?",
  category: "Food Preparation",
  image: "https://example.org/picture.webp",
} as const;

const votings: Record<string, Meeting> = {
  "a vote with a report": async () => {
    const id = await open();
    return {
      id,
      meet: () => sent(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1, inapp: "Spam" } }),
    };
  },
  "a secret vote with a report": async () => {
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...secretSettings() });
    const body = { SurveyID: id, vote: 1, inapp: "Spam", ticket: newTicket() };
    return { id, meet: () => sent(votes.castVote, { as: people.user, body }) };
  },
  "a vote with a code": async () => {
    const { id, codes } = await invited.makeOpen(1);
    const headers = await invited.open(codes[0] ?? "");
    return { id, meet: async () => (await invited.vote(id, headers, 1)).statusCode };
  },
  "a vote by an account on the list": async () => {
    const { id } = await invited.makeOpen(0, {}, [people.user.email]);
    return { id, meet: async () => (await invited.castByAccount(id, people.user, 1)).statusCode };
  },
  "a vote by open link": async () => {
    const id = await links.make();
    const browser = await links.open(id);
    const { questionHash: question } = (await links.results(id)).label;
    const vote = { params: { id }, headers: { ...browser }, body: { vote: 1, question } };
    return { id, meet: () => sent(linkVotes.castLinkVote, vote) };
  },
};

const writings: Record<string, Meeting> = {
  "counting who voted, before the email with the result": job(closed, () => enqueueMailings(t.database)),
  "the reminder before the end": job(
    () => ending(HOUR_MS),
    () => addReminders(t.database),
  ),
  "closing at the deadline": job(
    () => ending(-1000),
    () => closeEnded(t.database, recorder()),
  ),
  "closing early": request(open, surveys.closeSurvey, { as: owner }),
  "what was decided": request(closed, outcomes.setOutcome, { as: owner, body: { text: "We do it." } }),
  "a change with a note": request(open, surveys.updateSurvey, { as: owner, body: { ...form, note: "No change" } }),
  publishing: request(waiting, surveys.setSurveyStatus, { as: admin, body: { status: PUBLISHED } }),
  unpublishing: request(open, surveys.setSurveyStatus, { as: admin, body: { status: WAITING, feedback: "Why?" } }),
  feedback: async () => {
    const id = await open();
    const note = { as: people.admin, body: { surveyId: id, feedback: "Well asked" } };
    return { id, meet: () => sent(feedback.addFeedback, note) };
  },
  "a report": request(open, votes.reportSurvey, { as: user, body: { inapp: "Spam" } }),
  "a visitor's report": request(() => links.make(), unlisted.reportUnlistedSurvey, { body: { inapp: "Spam" } }),
  "a reminder": request(open, outcomes.remindFollowers, { as: owner }),
  "asking its question again": request(closed, series.askAgain, { as: owner, body: {} }),
  following: request(open, outcomes.followSurvey, { as: user }),
  "people on its list": request(() => invited.make(), invitations.addInvitations, {
    as: owner,
    body: { rows: [{ label: "Ann" }] },
  }),
  "sending its links": request(withAddress, invitations.sendInvitations, { as: owner }),
  "a short address": request(open, shortAddresses.renewShortAddress, { as: owner, body: { kind: "flyer" } }),
  "inviting a co-owner": request(open, owners.inviteCoOwner, { as: owner, body: { email: "co@example.org" } }),
  "sharing a list of people with its owners": async () => {
    const id = await open();
    const created = await t.request(voterLists.createVoterList, { as: people.surveyor, body: { name: id } });
    const change = { as: people.surveyor, params: { id: created.insertedId }, body: { name: id, sharedWith: id } };
    return {
      id,
      async meet() {
        const status = await sent(voterLists.changeVoterList, change);
        await t.request(voterLists.deleteVoterList, { as: people.surveyor, params: change.params });
        return status;
      },
    };
  },
  "opening the link first": request(() => links.make(), linkVotes.openLinkSurvey),
  "room mode": request(() => links.make(), linkVotes.setRoomMode, { as: owner, body: { on: true } }),
  "the next question of its room": async () => {
    const [id, next] = [await links.make(), await links.make()];
    return { id, meet: () => sent(rooms.moveRoom, { as: people.surveyor, params: { id }, body: { next } }) };
  },
  "counting a vote for its network": async () => {
    const id = await links.make();
    await links.open(id);
    const { admit } = createLinkLimits(t.database);
    return { id, meet: () => admit({ surveyId: id, networkHash: "network" }).then(() => 200) };
  },
  "the deletion of an account that follows it and is on its list": async () => {
    const person = await makePerson(t.database, t.tokens);
    const { id } = await invited.makeOpen(0, {}, [person.email]);
    await t.request(outcomes.followSurvey, { as: person, params: { id } });
    return { id, meet: () => sent(account.deleteMyAccount, { as: person, body: { email: person.email } }) };
  },
};

const readings: Record<string, Meeting> = {
  "its page": request(open, surveys.getSurvey),
  "its page after the close": request(closed, surveys.getSurvey),
  "its result": request(open, surveys.getSurveyResults),
  "its result for a reader who may see it early": request(
    () => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...untilClose() }),
    surveys.getSurveyResults,
    { as: admin },
  ),
  "its history": request(open, surveys.getSurveyHistory),
  "its votes": request(open, votes.listSurveyVotes),
  "a search in its votes": request(open, votes.listSurveyVotes, { query: { q: "Ann" } }),
  "its ledger": request(open, votes.getLedger),
  "its portable result": request(closed, downloads.getPortableResult),
  "its result as a table": request(open, downloads.getResultsCsv),
  "its text for the minutes": request(closed, downloads.getSurveyMinutes),
  "its votes as a table": request(open, downloads.getVotesCsv, { as: owner }),
  "its link": request(() => links.make(), linkVotes.openLinkSurvey),
  "its list": request(() => invited.make(), invitations.listInvitations, { as: owner }),
  "its feed": job(closed, (id) => readFeed(`/surveys/${id}/feed.json`)),
  "the feed of all surveys": job(closed, () => readFeed("/feed.json")),
};

async function readFeed(url: string): Promise<void> {
  const { statusCode, payload } = await t.app.inject({ method: "GET", url });
  expect([200, 404], payload).toContain(statusCode);
}

const findVotes = (id: string) =>
  t.database.db.selectFrom("ballot_boxes").select("participants").where("survey_id", "=", id).executeTakeFirst();

/** Deletes a survey after the first statement of `meet`, another one after the second, and so on until its last. */
async function* meetBefore(make: Meeting) {
  for (let last = 1; ; last++) {
    const { id, meet } = await make();
    const [status, deletion] = await race({
      work: meet,
      other: () => remove(id),
      when: ({ statements }) => statements === last,
    });
    if (deletion === null) return;
    yield { id, status, deletion, at: `after statement ${last}` };
  }
}

/**
 * Runs `meet` while a survey is deleted: after its first rows are gone, and after all but the survey itself.
 * @returns the statuses
 */
async function meetDuring(make: Meeting): Promise<(number | null)[]> {
  let all = 0;
  const count = ({ deletions }: Interruption) => {
    all = deletions;
    return false;
  };
  const unmet = await open();
  await race({ work: () => remove(unmet), other: async () => {}, when: count });
  const statuses = [];
  for (const last of [1, all - 1]) {
    const { id, meet } = await make();
    const [deletion, status] = await race({
      work: () => remove(id),
      other: meet,
      when: ({ deletions }) => deletions === last,
    });
    expect(deletion).toBe(200);
    expect(await findTablesAbout(t.database, id)).toEqual([]);
    statuses.push(status);
  }
  return statuses;
}

describe.each(Object.entries(votings))("of a deletion and %s", (_, make) => {
  test("either the deletion or the other request is refused, whichever comes second", async () => {
    for await (const { id, status, deletion, at: point } of meetBefore(make)) {
      if (deletion === 200) {
        // 409: the account was told to vote with its invitation, which was gone then.
        expect([404, 409], point).toContain(status);
        expect(await findTablesAbout(t.database, id)).toEqual([]);
      } else expect([deletion, status, await findVotes(id)], point).toEqual([409, 200, { participants: 1 }]);
    }
  });

  test("the vote is refused once the deletion has begun", async () => {
    expect(await meetDuring(make)).toEqual([404, 404]);
  });
});

describe.each(Object.entries(writings))("of a deleted survey nothing is left, although it met %s", (_, make) => {
  test("before the deletion", async () => {
    let met = 0;
    for await (const { id, status, deletion, at: point } of meetBefore(make)) {
      expect([200, 404], point).toContain(status);
      expect(deletion, point).toBe(200);
      expect(await findTablesAbout(t.database, id), point).toEqual([]);
      met++;
    }
    expect(met).toBeGreaterThan(0);
  });

  test("during the deletion", async () => {
    for (const status of await meetDuring(make)) expect([200, 404]).toContain(status);
  });
});

test.each(Object.entries(readings))("reading %s while it is deleted shows it, or that it is gone", async (_, make) => {
  let met = 0;
  for await (const { status, deletion, at: point } of meetBefore(make)) {
    expect([200, 404], point).toContain(status);
    expect(deletion, point).toBe(200);
    met++;
  }
  expect(met).toBeGreaterThan(0);
});
