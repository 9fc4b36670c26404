import type { Person } from "../people.ts";
import type { AnyRequest } from "../testApp.ts";
import { type Actor, createActor } from "./actors.ts";
import { makeMeeting } from "./meetingActs.ts";
import { makeWebhook } from "./otherActs.ts";
import { invitedSurvey, makeList } from "./voteActs.ts";
import type { World } from "./worldSurveys.ts";

/**
 * For each endpoint with two ids in its path, a request that combines the id of something that its sender may change
 * with the id of a row that belongs to other people.
 */
export const requestsForTheirs: Record<string, (actor: Actor, world: World) => Promise<AnyRequest & { as: Person }>> = {
  "votes.settleReport": async (actor, { report }) => ({
    as: await createActor(actor, "admin").person(),
    params: { id: (await actor.survey()).id, report },
    body: { outcome: "upheld" },
  }),
  "invitations.reissueInvitation": ofList,
  "invitations.removeInvitation": ofList,
  "waitingPeople.removeWaitingPerson": async (actor, { waitingPerson }) => {
    const { id, as } = await invitedSurvey(actor);
    return { as, params: { id, person: waitingPerson } };
  },
  "owners.removeCoOwner": async (actor, { coOwner }) => {
    const { id, as } = await actor.survey();
    return { as, params: { id, owner: coOwner } };
  },
  "voterLists.changeListedPerson": async (actor, world) => ({
    ...(await ofSavedList(actor, world)),
    body: { email: null, label: "Anna" },
  }),
  "voterLists.removeListedPerson": ofSavedList,
  "meetingQuestions.changeDraft": async (actor, world) => ({
    ...(await ofMeeting(actor, world)),
    body: { Title: "Mine?", version: 1 },
  }),
  "meetingQuestions.deleteDraft": ofMeeting,
  "meetingQuestions.takeBackQuestion": ofMeeting,
  "meetingQuestions.endQuestionSoon": ofMeeting,
  "meetingQuestions.repeatQuestion": async (actor, world) => ({
    ...(await ofMeeting(actor, world)),
    body: { reason: "Again" },
  }),
  "webhooks.resendWebhookDelivery": async (actor, { delivery }) => {
    const { as, params } = await makeWebhook(actor);
    return { as, params: { ...params, delivery } };
  },
};

async function ofList(actor: Actor, { invitation }: World) {
  const { id, as } = await invitedSurvey(actor);
  return { as, params: { id, invitation } };
}

async function ofSavedList(actor: Actor, { listedPerson }: World) {
  const { as, id } = await makeList(actor);
  return { as, params: { id, person: listedPerson } };
}

/** A question's number, for the sender's own meeting, which hasn't opened any question. */
async function ofMeeting(actor: Actor, { draft }: World) {
  const { as, id } = await makeMeeting(actor);
  return { as, params: { meeting: id, draft, n: "1" } };
}
