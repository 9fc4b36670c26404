import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as voterLists from "@survey-app/contract/invitations/voterLists.ts";
import * as waitingPeople from "@survey-app/contract/invitations/waitingPeople.ts";
import * as webhooks from "@survey-app/contract/ops/webhooks.ts";
import * as rooms from "@survey-app/contract/sharing/rooms.ts";
import * as shortAddresses from "@survey-app/contract/sharing/shortAddresses.ts";
import * as moderation from "@survey-app/contract/surveys/moderation.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveyorRequests from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as comments from "@survey-app/contract/votes/comments.ts";
import * as linkVotes from "@survey-app/contract/votes/linkVotes.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { coOwners } from "../coOwners.ts";
import { invitedSurveys, newTicket, secretSettings } from "../invitedSurveys.ts";
import { linkSurveys } from "../linkVoters.ts";
import { meetingsOf } from "../meetings.ts";
import type { PaymentApp } from "../paymentApp.ts";
import { makePerson, type Person } from "../people.ts";
import { FORM } from "./actors.ts";

/** The people who only look on. */
export interface Bystanders {
  t: PaymentApp;
  /** The owner of the surveys, with a password. */
  surveyor: Person;
  admin: Person;
  /** Votes and comments. */
  member: Person;
}

/** The ids of rows that belong to their surveys, lists and webhooks. */
export interface World {
  report: string;
  coOwner: string;
  invitation: string;
  listedPerson: string;
  delivery: string;
  draft: string;
  /** A person who waits for a code. */
  waitingPerson: string;
}

/** Open surveys, and those that wait for admins, with what people leave on them; also a saved list and a webhook. */
export async function makeSurveys(
  bystanders: Bystanders,
): Promise<Omit<World, "invitation"> & { surveyId: string; linkSurveyId: string }> {
  const { surveyId, ...ofSurvey } = await makeVotedOn(bystanders);
  await makeSecret(bystanders);
  await makeDecided(bystanders);
  return {
    surveyId,
    ...ofSurvey,
    linkSurveyId: await makeByLink(bystanders),
    listedPerson: await makeList(bystanders),
    delivery: await makeWebhook(bystanders),
    ...(await makeMeeting(bystanders)),
  };
}

/**
 * With votes, a comment, a report, followers, a note, a later deadline, a code, a reminder, a co-owner and an invited
 * one.
 */
async function makeVotedOn({ t, surveyor, admin, member }: Bystanders) {
  const deadline = Date.now() + DAY_MS;
  const form = { ...FORM, Title: "With votes and comments?", deadline: new Date(deadline).toISOString() };
  const id = await t.makeSurvey(surveyor, { ...form, publishedBy: admin, changeable: true });
  const params = { id };
  const voter = await makePerson(t.database, t.tokens, { name: "Vic Voter" });
  await t.request(votes.castVote, { as: voter, body: { SurveyID: id, vote: 1, inapp: "Spam" } });
  await t.request(votes.castVote, { as: member, body: { SurveyID: id, vote: 0 } });
  await t.request(comments.addComment, { as: member, params, body: { comments: "My reason" } });
  for (const as of [voter, member]) await t.request(outcomes.followSurvey, { as, params });
  const later = { ...form, deadline: new Date(deadline + DAY_MS).toISOString(), note: "A note" };
  await t.request(surveys.updateSurvey, { as: surveyor, params, body: later });
  await t.request(shortAddresses.renewShortAddress, { as: surveyor, params, body: { kind: "flyer" } });
  await t.request(outcomes.remindFollowers, { as: surveyor, params });
  const { share, invite, list } = coOwners(() => ({ t }));
  await share(id, surveyor);
  await invite(id, surveyor, { email: "asked@example.org" });
  const [report] = await t.request(votes.listSurveyReports, { as: admin, params });
  return { surveyId: id, report: report?._id ?? "", coOwner: (await list(id, surveyor)).coOwners[0]?._id ?? "" };
}

async function makeSecret({ t, surveyor, admin, member }: Bystanders): Promise<void> {
  const id = await t.makeSurvey(surveyor, { Title: "Is it secret?", publishedBy: admin, ...secretSettings() });
  for (const as of [member, admin])
    await t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1, ticket: newTicket() } });
}

/** What waits for admins, one with feedback, one with an appeal, and one that asks to become a surveyor. */
async function makeDecided({ t, surveyor, admin, member }: Bystanders): Promise<void> {
  const sendBack = (id: string, more: object = {}) =>
    t.request(surveys.setSurveyStatus, {
      as: admin,
      params: { id },
      body: { status: WAITING, feedback: "Shorten it", ...more },
    });
  await t.makeSurvey(surveyor, { Title: "Is it new?" });
  await sendBack(await t.makeSurvey(surveyor, { Title: "Was it sent back?" }));
  const id = await t.makeSurvey(surveyor, { Title: "Was it unpublished?", publishedBy: admin });
  await sendBack(id, { reason: "spam" });
  await t.request(moderation.appealUnpublication, { as: surveyor, params: { id }, body: { appeal: "It is not spam" } });
  await t.request(surveyorRequests.createSurveyorRequest, { as: member, body: FORM });
}

/** A closed survey, with what was decided. */
export async function makeClosed({ t, surveyor, admin, member }: Bystanders): Promise<void> {
  const id = await t.makeSurvey(surveyor, { Title: "Is it over?", publishedBy: admin });
  await t.request(votes.castVote, { as: member, body: { SurveyID: id, vote: 1 } });
  await t.request(surveys.closeSurvey, { as: surveyor, params: { id } });
  await t.request(outcomes.setOutcome, { as: surveyor, params: { id }, body: { text: "We do it" } });
}

/**
 * A list with a used code, an objection, someone struck, links to be sent, and the address of a voter whose account is
 * gone.
 */
export async function makeInvited(bystanders: Bystanders): Promise<string> {
  const { t, surveyor } = bystanders;
  const invited = invitedSurveys(() => bystanders);
  const gone = await makePerson(t.database, t.tokens);
  const struck = "struck@example.org";
  const addresses = [gone.email, struck, "waits@example.org"];
  const { id, codes, ids } = await invited.makeOpen(3, { Title: "Only these people?" }, addresses);
  await invited.castByAccount(id, gone, 1);
  await t.request(account.deleteMyAccount, { as: gone, body: { email: gone.email } });
  const opened = await invited.open(codes[0] ?? "");
  await invited.vote(id, opened, 1);
  await t.send(invitations.objectToVote, { params: { id }, headers: await invited.open(codes[0] ?? "") });
  await invited.strike(id, (await invited.list(id)).find(({ email }) => email === struck)?._id ?? "");
  await t.request(invitations.sendInvitations, { as: surveyor, params: { id } });
  await invited.reissue(id, ids[2] ?? "");
  return ids[1] ?? "";
}

/** With votes by open link, in room mode, and a question that is prepared for its room. */
async function makeByLink(bystanders: Bystanders): Promise<string> {
  const links = linkSurveys(() => bystanders);
  const id = await links.make({ Title: "By open link?" });
  for (const vote of [1, 0] as const) await links.vote(id, await links.open(id), vote);
  const { t, surveyor } = bystanders;
  await t.request(linkVotes.setRoomMode, { as: surveyor, params: { id }, body: { on: true } });
  const { state } = await t.request(rooms.listRoomQuestions, { as: surveyor, params: { survey: id } });
  const questions = [{ Title: "Prepared?" }];
  await t.request(rooms.setRoomQuestions, { as: surveyor, params: { survey: id }, body: { state, questions } });
  return id;
}

async function makeList({ t, surveyor }: Bystanders): Promise<string> {
  const { insertedId: id } = await t.request(voterLists.createVoterList, { as: surveyor, body: { name: "The team" } });
  const rows = [{ email: "ann@example.org", label: "Ann", group: "East" }, { label: "Bob" }];
  await t.request(voterLists.addListedPeople, { as: surveyor, params: { id }, body: { rows } });
  const [person] = await t.request(voterLists.listListedPeople, { as: surveyor, params: { id } });
  return person?._id ?? "";
}

/** A meeting with an open question, a draft, which is secret, and a person who waits for a code. */
async function makeMeeting({ t, surveyor }: Bystanders): Promise<{ draft: string; waitingPerson: string }> {
  const own = meetingsOf(() => ({ t, surveyor }));
  const { id } = await own.make(5);
  await own.open(id);
  const { _id: draft } = await own.addDraft(id, { privacy: "secret" });
  const rows = [{ label: "Flat 12" }];
  await t.request(invitations.addInvitations, { as: surveyor, params: { id }, body: { rows, waiting: true } });
  const [waiting] = await t.request(waitingPeople.listWaitingPeople, { as: surveyor, params: { id } });
  return { draft, waitingPerson: waiting?._id ?? "" };
}

async function makeWebhook({ t, surveyor }: Bystanders): Promise<string> {
  const body = { url: "https://hooks.example.org/", events: ["closed" as const] };
  const { webhook } = await t.request(webhooks.createWebhook, { as: surveyor, body });
  const params = { id: webhook._id };
  await t.request(webhooks.testWebhook, { as: surveyor, params });
  const [delivery] = await t.request(webhooks.listWebhookDeliveries, { as: surveyor, params });
  return delivery?._id ?? "";
}
