import type { DEFAULT_SETTINGS } from "@survey-app/contract/ballots/ballots.ts";
import { createWebhook } from "@survey-app/contract/ops/webhooks.ts";
import { addFeedback } from "@survey-app/contract/surveys/feedback.ts";
import { followSurvey, setOutcome } from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { type PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { newTicket } from "./invitedSurveys.ts";
import { LATER_YEAR } from "./laterYear.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";
import { WAYS, waysToVote } from "./waysToVote.ts";

/** The kinds of voting, by name: every result and privacy, with the settings that go with them. */
const KINDS = {
  live: { results: "live", unsure: true, changeable: true },
  "after the vote": { results: "afterVote" },
  "after the close": { results: "afterClose", changeable: true },
  confidential: { results: "afterClose", privacy: "confidential", unsure: true },
  secret: { results: "afterClose", privacy: "secret", unsure: true },
} as const satisfies Record<string, Partial<typeof DEFAULT_SETTINGS> | object>;

/** A time at which no deadline of a stored survey has passed yet: the year 2100. */
const FAR_FUTURE = Date.UTC(2100, 0, 1);

/**
 * Fills an app's database with surveys of every kind: each way of voting, open and closed, by accounts, links and
 * codes; and those that wait, were sent back, unpublished or scheduled. With them come changed votes, comments,
 * reports, notes, an outcome, follows, a webhook, emails and audit events.
 * @returns a code of an open survey for invited people that was not used
 */
export async function makeEveryKindOfSurvey(t: TestApp): Promise<{ id: string; code: string }> {
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  const { surveyor, admin } = people;
  const ways = waysToVote(() => ({ t, surveyor, admin }));
  const deadline = new Date(Date.now() + 20 * DAY_MS).toISOString();
  for (const [kind, settings] of Object.entries(KINDS))
    for (const way of WAYS)
      for (const state of ["open", "closed"]) {
        const scene = await ways.prepare(way, { Title: `${kind}, ${way}, ${state}?`, deadline, ...settings });
        await scene.vote();
        const { id, reader } = scene;
        if (way === WAYS[0]) await castMore(id, kind);
        if (kind === "live") await t.request(followSurvey, { as: reader, params: { id } });
        if (state === "closed") await t.request(surveys.closeSurvey, { as: admin, params: { id } });
      }
  await makeOtherStates();
  const { id, codes } = await ways.invited.makeOpen(2, { Title: "With a code that was not used?", deadline });
  await t.database.db.updateTable("surveys").set({ ends_at: FAR_FUTURE }).where("closed_at", "is", null).execute();
  return { id, code: codes[1] ?? "" };

  /**
   * Six more votes by account: one with a comment and a report where they are kept, and one that is changed where it
   * can be.
   */
  async function castMore(SurveyID: string, kind: string): Promise<void> {
    const cast = (as: Person, vote: 0 | 1, more: object = {}) =>
      t.request(votes.castVote, {
        as,
        body: { SurveyID, vote, ...(kind === "secret" && { ticket: newTicket() }), ...more },
      });
    const [member, changing, ...others] = await Promise.all(
      ["Mia Member", "Carl Changed", "Otto", "Olga", "Oscar", "Ottilie"].map((name, index) =>
        makePerson(t.database, t.tokens, { name, isMember: index === 0 }),
      ),
    );
    if (!member || !changing) return;
    await cast(member, 0, kind === "secret" ? {} : { comments: "My reason", inapp: "Spam" });
    for (const other of others) await cast(other, 0);
    const { receipt } = await cast(changing, 1);
    if (kind === "live" || kind === "after the close") await cast(changing, 0, { replaces: receipt });
  }

  async function makeOtherStates(): Promise<void> {
    await t.request(createWebhook, { as: surveyor, body: { url: "https://hooks.example.org/", events: ["closed"] } });
    const make = (Title: string, publishedBy?: typeof admin) =>
      t.makeSurvey(surveyor, { Title, ...(publishedBy && { publishedBy }) });
    const decide = (id: string, status: typeof WAITING | typeof PUBLISHED, feedback: string) =>
      t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body: { status, feedback } });
    await make("Does it wait for review?");
    await decide(await make("Was it sent back?"), WAITING, "Shorten it");
    await decide(await make("Was it unpublished?", admin), WAITING, "It is not clear");
    await t.makeSurvey(surveyor, {
      Title: "Is it scheduled?",
      publishedBy: admin,
      createDate: `${LATER_YEAR}-12-01T00:00:00Z`,
      scheduled: true,
    });
    const id = await make("Has it a note and an outcome?", admin);
    await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
    const form = {
      Title: "Has it a note and an outcome?",
      category: "Food Preparation",
      image: "https://example.org/picture.webp",
    } as const;
    await t.request(surveys.updateSurvey, { as: surveyor, params: { id }, body: { ...form, note: "A note" } });
    await t.request(surveys.closeSurvey, { as: surveyor, params: { id } });
    await t.request(setOutcome, { as: surveyor, params: { id }, body: { text: "We do it" } });
    await t.request(addFeedback, { as: admin, body: { surveyId: id, feedback: "Well asked" } });
  }
}
