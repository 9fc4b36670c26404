import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as voterLists from "@survey-app/contract/invitations/voterLists.ts";
import * as waitingPeople from "@survey-app/contract/invitations/waitingPeople.ts";
import * as rooms from "@survey-app/contract/sharing/rooms.ts";
import { BLOCKED, setUserStatus } from "@survey-app/contract/users/users.ts";
import * as comments from "@survey-app/contract/votes/comments.ts";
import * as linkVotes from "@survey-app/contract/votes/linkVotes.ts";
import { reportUnlistedSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { invitedSurveys, newTicket, secretSettings, untilClose } from "../invitedSurveys.ts";
import { linkSurveys } from "../linkVoters.ts";
import type { Person } from "../people.ts";
import { type Actor, type Acts, byAnyOwner, byOwners, createActor, only, succeeded } from "./actors.ts";
import { listedSurvey } from "./surveyActs.ts";

const MEMBERS = ["member"] as const;
/** Everyone who may keep a list; users also that of a survey that they ask. */
const LIST_KEEPERS = ["user", "surveyor", "coOwner", "admin"] as const;

/** A survey for invited people, with two codes and two addresses. */
export async function invitedSurvey(actor: Actor, settings: Parameters<Actor["survey"]>[0] = {}) {
  const { id, as, owner } = await actor.survey({ electorate: "invited", ...settings });
  const invited = invitedSurveys(() => ({ t: actor.t, surveyor: as, admin: actor.staff }));
  const codes = settings.privacy === undefined ? await invited.makeCodes(id, 2) : [];
  const person = await actor.person();
  await invited.add(id, [{ email: person.email }, { email: `${id}@example.org` }]);
  const listed = await invited.list(id);
  const invitation = listed.find(({ email }) => email === `${id}@example.org`)?._id ?? "";
  return { id, as, owner, person, invitation, codes: codes.map(({ code }) => code), ...invited };
}

/** A secret survey, on whose list two people wait for a code. */
async function surveyWithWaiting(actor: Actor) {
  const { id, as } = await invitedSurvey(actor, secretSettings());
  const rows = [{ label: "Flat 12" }, { label: "Flat 13" }];
  await actor.request(invitations.addInvitations, { as, params: { id }, body: { rows, waiting: true } });
  const [person] = await actor.request(waitingPeople.listWaitingPeople, { as, params: { id } });
  return { id, as, person: person?._id ?? "" };
}

/** A voter's opened invitation to a survey of another surveyor. */
async function opened(actor: Actor) {
  const survey = await invitedSurvey(createActor(actor, "surveyor"));
  return { ...survey, headers: await survey.open(survey.codes[0] ?? "") };
}

/** Casts a vote by account, and a secret one. */
async function cast(actor: Actor) {
  const [{ id }, as] = [await listedSurvey(actor, { changeable: true }), await actor.person()];
  const vote = (SurveyID: string, more: object = {}) =>
    actor.request(votes.castVote, { as, body: { SurveyID, vote: 1, ...more } });
  const { receipt } = await vote(id, { inapp: "Spam" });
  await vote(id, { vote: 0, replaces: receipt });
  const secret = await listedSurvey(actor, secretSettings());
  await vote(secret.id, { ticket: newTicket() });
  return { id, as };
}

async function report(actor: Actor, count: number) {
  const { id } = await listedSurvey(actor);
  for (let index = 0; index < count; index++) {
    const as = await actor.stranger();
    await actor.request(votes.reportSurvey, { as, params: { id }, body: { inapp: "Spam" } });
  }
  const as = await actor.person();
  return { id, as, reports: await actor.request(votes.listSurveyReports, { as: actor.staff, params: { id } }) };
}

/** A saved list with two people. */
export async function makeList(actor: Actor) {
  const as = await actor.person();
  const { insertedId: id } = await actor.request(voterLists.createVoterList, { as, body: { name: "The team" } });
  const rows = [{ email: "ann@example.org", label: "Ann", group: "East" }, { label: "Bob" }];
  await actor.request(voterLists.addListedPeople, { as, params: { id }, body: { rows } });
  const [person] = await actor.request(voterLists.listListedPeople, { as, params: { id } });
  return { as, id, person: person?._id ?? "" };
}

/** Acts of voters, and of the keepers of their lists. */
export const voteActs: Acts = {
  "votes.castVote": cast,
  "votes.reportSurvey": async (actor) => {
    const [{ id }, as] = [await listedSurvey(actor), await actor.person()];
    await actor.request(votes.reportSurvey, { as, params: { id }, body: { inapp: "Spam" } });
  },
  "unlistedSurveys.reportUnlistedSurvey": async (actor) => {
    const { id } = await listedSurvey(actor, { electorate: "link" });
    const as = await actor.anyone();
    await actor.send(reportUnlistedSurvey, { as, params: { id }, body: { inapp: "Spam" } });
  },
  "votes.settleReport": async (actor) => {
    const { id, as, reports } = await report(actor, 2);
    const params = { id, report: reports[0]?._id ?? "" };
    await actor.request(votes.settleReport, { as, params, body: { outcome: "upheld" } });
  },
  "votes.resolveReports": async (actor) => {
    const { id, as } = await report(actor, 2);
    await actor.request(votes.resolveReports, { as, params: { id } });
  },
  "comments.addComment": only(MEMBERS, addComment),
  "comments.removeComment": only(MEMBERS, async (actor) => {
    await actor.request(comments.removeComment, await addComment(actor));
  }),

  "linkVotes.openLinkSurvey": async (actor) => {
    const { id } = await listedSurvey(actor, { electorate: "link" });
    await actor.send(linkVotes.openLinkSurvey, { as: await actor.anyone(), params: { id } });
  },
  "linkVotes.castLinkVote": async (actor) => {
    const { id, owner } = await listedSurvey(actor, { electorate: "link", changeable: true });
    const links = linkSurveys(() => ({ t: actor.t, surveyor: owner }));
    const browser = await links.open(id);
    const { receipt } = succeeded(await links.vote(id, browser, 1)).json();
    succeeded(await links.vote(id, browser, 0, { replaces: receipt }));
  },
  "linkVotes.setRoomMode": only(["user", "member", "surveyor", "coOwner", "admin"], async (actor) => {
    const { id, as } = await actor.survey({ electorate: "link" });
    for (const on of [true, false]) await actor.request(linkVotes.setRoomMode, { as, params: { id }, body: { on } });
  }),
  "rooms.moveRoom": async (actor) => {
    const { id, owner } = await actor.survey({ electorate: "link" });
    const next = await actor.another(owner, { electorate: "link" });
    await actor.request(rooms.moveRoom, { as: owner, params: { id }, body: { next } });
  },
  "rooms.setRoomQuestions": async (actor) => {
    const { id, owner } = await actor.survey({ electorate: "link" });
    const { state } = await actor.request(rooms.listRoomQuestions, { as: owner, params: { survey: id } });
    const questions = [{ Title: "Shall we go on?" }];
    await actor.request(rooms.setRoomQuestions, { as: owner, params: { survey: id }, body: { state, questions } });
  },

  "invitations.addInvitations": only(LIST_KEEPERS, invitedSurvey),
  "invitations.createCodes": only(LIST_KEEPERS, invitedSurvey),
  "invitations.allowCodes": async (actor) => {
    const { id } = await invitedSurvey(createActor(actor, "surveyor"), { privacy: "confidential", ...untilClose() });
    await actor.request(invitations.allowCodes, { as: await actor.person(), params: { id } });
  },
  "invitations.sendInvitations": byOwners(async (actor) => {
    const { id, as, owner } = await invitedSurvey(actor);
    const send = (sender: Person) => actor.request(invitations.sendInvitations, { as: sender, params: { id } });
    await send(as);
    if (actor.role !== "surveyor") return;
    // An admin takes the place of an owner who was blocked while the links waited to be sent.
    const { db } = actor.t.database;
    await db.updateTable("invitations").set({ state: "queued" }).where("survey_id", "=", id).execute();
    const body = { status: BLOCKED } as const;
    await actor.request(setUserStatus, { as: actor.staff, params: { id: owner.id }, body });
    await send(actor.staff);
  }),
  "invitations.reissueInvitation": byAnyOwner(async (actor) => {
    const { id, invitation, reissue } = await invitedSurvey(actor);
    await reissue(id, invitation);
  }),
  "invitations.replaceCodes": only(LIST_KEEPERS, async (actor) => {
    const { id, as } = await invitedSurvey(actor);
    // As if the secret that made the codes were missing.
    await actor.t.database.db
      .updateTable("invitations")
      .set({ code_key: "missing" })
      .where("survey_id", "=", id)
      .where("email", "is", null)
      .execute();
    const { codes } = await actor.request(invitations.replaceCodes, { as, params: { id }, body: {} });
    if (codes.length !== 2) throw new Error("The codes are not replaced");
  }),
  "waitingPeople.makeWaitingCodes": only(LIST_KEEPERS, async (actor) => {
    const { id, as } = await surveyWithWaiting(actor);
    await actor.request(invitations.allowCodes, { as: actor.staff, params: { id } });
    await actor.request(waitingPeople.makeWaitingCodes, { as, params: { id }, body: {} });
  }),
  "waitingPeople.removeWaitingPerson": only(LIST_KEEPERS, async (actor) => {
    const { id, as, person } = await surveyWithWaiting(actor);
    await actor.request(waitingPeople.removeWaitingPerson, { as, params: { id, person } });
  }),
  "invitations.removeInvitation": only(LIST_KEEPERS, async (actor) => {
    const { id, invitation, strike } = await invitedSurvey(actor);
    await strike(id, invitation);
  }),
  "invitations.openInvitation": opened,
  "invitations.castInvitedVote": async (actor) => {
    const { id, headers, vote } = await opened(actor);
    succeeded(await vote(id, headers, 1));
  },
  "invitations.objectToVote": async (actor) => {
    const { id, headers, vote, open, codes } = await opened(actor);
    succeeded(await vote(id, headers, 1));
    succeeded(await actor.t.send(invitations.objectToVote, { params: { id }, headers: await open(codes[0] ?? "") }));
  },
  "invitations.objectToEnd": async (actor) => {
    const { id, headers, vote, codes } = await opened(actor);
    succeeded(await vote(id, headers, 1));
    succeeded(await actor.t.send(invitations.objectToEnd, { body: { token: codes[0] ?? "" } }));
  },

  "voterLists.createVoterList": makeList,
  "voterLists.addListedPeople": makeList,
  "voterLists.changeVoterList": async (actor) => {
    const { as, id } = await makeList(actor);
    for (const sharedWith of [await actor.another(as), null])
      await actor.request(voterLists.changeVoterList, { as, params: { id }, body: { name: "The board", sharedWith } });
  },
  "voterLists.deleteVoterList": async (actor) => {
    const { as, id } = await makeList(actor);
    await actor.request(voterLists.deleteVoterList, { as, params: { id } });
  },
  "voterLists.changeListedPerson": async (actor) => {
    const { as, ...params } = await makeList(actor);
    await actor.request(voterLists.changeListedPerson, { as, params, body: { email: null, label: "Anna" } });
  },
  "voterLists.removeListedPerson": async (actor) => {
    const { as, ...params } = await makeList(actor);
    await actor.request(voterLists.removeListedPerson, { as, params });
  },
};

async function addComment(actor: Actor) {
  const { id, as } = await cast(actor);
  await actor.request(comments.addComment, { as, params: { id }, body: { comments: "My reason" } });
  return { as, params: { id } };
}
