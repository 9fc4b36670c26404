import * as shortAddresses from "@survey-app/contract/sharing/shortAddresses.ts";
import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as images from "@survey-app/contract/surveys/images.ts";
import * as moderation from "@survey-app/contract/surveys/moderation.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as owners from "@survey-app/contract/surveys/owners.ts";
import * as series from "@survey-app/contract/surveys/series.ts";
import * as surveyorRequests from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as unlisted from "@survey-app/contract/votes/unlistedSurveys.ts";
import { eraseClosed } from "../../surveys/secretClose.sql.ts";
import { multipart } from "../accessRows.ts";
import { coOwners } from "../coOwners.ts";
import { newTicket, secretSettings } from "../invitedSurveys.ts";
import { type Actor, type Acts, byAnyOwner, byOwners, createActor, FORM, only } from "./actors.ts";

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** A published survey of another surveyor in public lists, for those who only read and vote. */
export const listedSurvey = (actor: Actor, settings: Parameters<Actor["survey"]>[0] = {}) =>
  createActor(actor, "surveyor").survey(settings);

/** A closed survey. */
async function closed(actor: Actor) {
  const { id, as, owner } = await actor.survey();
  await actor.request(surveys.closeSurvey, { as, params: { id } });
  return { id, as, owner };
}

/** A survey that an admin unpublished. */
async function unpublished(actor: Actor) {
  const { id, as, owner } = await actor.survey({ electorate: "everyone" });
  const body = { status: WAITING, feedback: "It sells shoes", reason: "spam" } as const;
  await actor.request(surveys.setSurveyStatus, { as: actor.staff, params: { id }, body });
  return { id, as, owner };
}

async function image({ send, person }: Actor) {
  const as = await person();
  const { url } = (await send(images.uploadImage, { as, ...multipart() })).json<{ url: string }>();
  return { as, url };
}

/** Acts of owners on their surveys, and admins' decisions about them. */
export const surveyActs: Acts = {
  "surveys.createSurvey": (actor) => actor.survey({ isPublished: false }),
  "unlistedSurveys.createUnlistedSurvey": only(["user", "surveyor", "admin"], async ({ request, person }) =>
    request(unlisted.createUnlistedSurvey, { as: await person(), body: { ...FORM, electorate: "invited" } }),
  ),
  "surveys.updateSurvey": byAnyOwner(async (actor) => {
    const { id, as } = await actor.survey();
    const changed = { ...FORM, Title: "Is this another question?", deadline: inDays(12) };
    const update = (more: object = {}) =>
      actor.request(surveys.updateSurvey, { as, params: { id }, body: { ...changed, ...more } });
    await update();
    // Where admins review surveys, the edited one waits for them.
    await actor.publish(id);
    await actor.vote(id);
    await update({ note: "A note", deadline: inDays(14) });
  }),
  "surveys.setSurveyStatus": async (actor) => {
    const { id } = await createActor(actor, "surveyor").survey({ isPublished: false });
    const as = await actor.person();
    for (const body of [
      { status: WAITING, feedback: "Shorten it" },
      { status: PUBLISHED },
      { status: WAITING, feedback: "It sells shoes", reason: "spam" as const },
    ])
      await actor.request(surveys.setSurveyStatus, { as, params: { id }, body: body as never });
  },
  "surveys.closeSurvey": byAnyOwner(async (actor) => {
    const { id, as } = await actor.survey();
    await actor.vote(id);
    await actor.request(surveys.closeSurvey, { as, params: { id } });
    if (actor.role === "user") return;
    const secret = await actor.survey(secretSettings());
    for (let voters = 0; voters < 5; voters++) await actor.vote(secret.id, { ticket: newTicket() });
    await actor.request(surveys.closeSurvey, { as: secret.as, params: { id: secret.id } });
    await eraseClosed(actor.t.database);
  }),
  "surveys.showResult": byAnyOwner(async (actor) => {
    const { id, as } = await actor.survey({ electorate: "link", results: "shown" });
    await actor.vote(id);
    await actor.request(surveys.showResult, { as, params: { id } });
  }),
  "surveys.deleteSurvey": only(["user", "surveyor", "coOwner", "admin"], async (actor) => {
    const { id, as } = await actor.survey();
    await actor.request(surveys.deleteSurvey, { as, params: { id } });
  }),
  "series.askAgain": only(["surveyor", "admin"], async (actor) => {
    const { id, as } = await closed(actor);
    await actor.request(series.askAgain, { as, params: { id } });
  }),

  "surveyorRequests.createSurveyorRequest": async ({ request, person }) =>
    request(surveyorRequests.createSurveyorRequest, { as: await person(), body: FORM }),
  "surveyorRequests.updateMySurveyorRequest": only(["user", "member"], async ({ request, person }) => {
    const as = await person();
    await request(surveyorRequests.createSurveyorRequest, { as, body: FORM });
    await request(surveyorRequests.updateMySurveyorRequest, { as, body: { ...FORM, Title: "Is this better?" } });
  }),
  "unlistedSurveys.acceptSurvey": async (actor) => {
    const { id } = await createActor(actor, "user").survey();
    await actor.request(unlisted.acceptSurvey, { as: await actor.person(), params: { id }, body: { version: 1 } });
  },
  "moderation.appealUnpublication": only(["surveyor", "coOwner", "admin"], async (actor) => {
    const { id, as } = await unpublished(actor);
    await actor.request(moderation.appealUnpublication, { as, params: { id }, body: { appeal: "It doesn't" } });
  }),
  ...Object.fromEntries(
    [feedback.addFeedback, feedback.addFeedbackAtSpecPath].map((endpoint, index) => [
      index === 0 ? "feedback.addFeedback" : "feedback.addFeedbackAtSpecPath",
      async (actor: Actor) => {
        const { id } = await createActor(actor, "surveyor").survey();
        await actor.request(endpoint, { as: await actor.person(), body: { surveyId: id, feedback: "Well asked" } });
      },
    ]),
  ),
  "feedback.markFeedbackRead": only(["surveyor", "admin"], async (actor) => {
    const { id, as } = await actor.survey();
    const body = { surveyId: id, feedback: "Well asked" };
    const { insertedId } = await actor.request(feedback.addFeedback, { as: actor.staff, body });
    await actor.request(feedback.markFeedbackRead, { as, params: { id: insertedId } });
  }),

  "outcomes.followSurvey": async (actor) => {
    const { id } = await listedSurvey(actor);
    await actor.request(outcomes.followSurvey, { as: await actor.person(), params: { id } });
  },
  "outcomes.unfollowSurvey": async (actor) => {
    const { id } = await listedSurvey(actor);
    const as = await actor.person();
    await actor.request(outcomes.followSurvey, { as, params: { id } });
    await actor.request(outcomes.unfollowSurvey, { as, params: { id } });
  },
  "outcomes.setOutcome": byAnyOwner(async (actor) => {
    const { id, as } = await accepted(actor);
    await actor.request(surveys.closeSurvey, { as, params: { id } });
    await actor.request(outcomes.setOutcome, { as, params: { id }, body: { text: "We do it" } });
  }),
  "outcomes.remindFollowers": byOwners(async (actor) => {
    const { id, as } = await actor.survey();
    await actor.request(outcomes.followSurvey, { as: actor.staff, params: { id } });
    await actor.request(outcomes.remindFollowers, { as, params: { id } });
  }),
  "shortAddresses.keepShortAddress": async (actor) => {
    const { id, owner } = await actor.survey({ electorate: "link" });
    await actor.request(shortAddresses.renewShortAddress, {
      as: owner,
      params: { id },
      body: { kind: "presentation" },
    });
    await actor.send(shortAddresses.keepShortAddress, { as: await actor.anyone(), params: { id } });
  },
  "shortAddresses.renewShortAddress": only(["user", "member", "surveyor", "coOwner", "admin"], async (actor) => {
    const { id, as } = await actor.survey();
    for (const kind of ["flyer", "flyer", "presentation"] as const)
      await actor.request(shortAddresses.renewShortAddress, { as, params: { id }, body: { kind } });
  }),

  "images.uploadImage": image,
  "images.deleteImage": async (actor) => {
    const { as, url } = await image(actor);
    const [stored] = await actor.request(images.listMyImages, { as });
    await actor.request(images.deleteImage, { as, params: { id: stored?._id ?? url } });
  },

  "owners.inviteCoOwner": only(["surveyor", "admin"], async (actor) => {
    const { id, as } = await actor.survey();
    await actor.request(owners.inviteCoOwner, { as, params: { id }, body: { email: (await actor.stranger()).email } });
  }),
  "owners.acceptCoOwnership": async (actor) => {
    const [{ id, owner }, as] = [await listedSurvey(actor), await actor.person()];
    const { invite, accept } = coOwners(() => actor);
    await invite(id, owner, as);
    await accept(id, as);
  },
  "owners.leaveSurvey": async (actor) => {
    const as = await actor.person();
    const { invite, accept, leave } = coOwners(() => actor);
    // One that they stay with.
    for (const leaves of [false, true]) {
      const { id, owner } = await listedSurvey(actor);
      await invite(id, owner, as);
      if (actor.options.role !== "user") await accept(id, as);
      if (leaves) await leave(id, as);
    }
  },
  "owners.removeCoOwner": only(["surveyor", "admin"], async (actor) => {
    const { id, as } = await actor.survey();
    const { share, remove } = coOwners(() => actor);
    await remove(id, as, await share(id, as));
  }),
};

/** A survey about which its owner may send emails. */
async function accepted(actor: Actor) {
  const made = await actor.survey();
  if (actor.options.role === "user")
    await actor.request(unlisted.acceptSurvey, { as: actor.staff, params: { id: made.id }, body: { version: 1 } });
  return made;
}
