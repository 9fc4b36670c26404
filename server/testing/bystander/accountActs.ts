import * as account from "@survey-app/contract/account/account.ts";
import * as erasure from "@survey-app/contract/account/erasure.ts";
import * as guests from "@survey-app/contract/account/guests.ts";
import * as apiKeys from "@survey-app/contract/session/apiKeys.ts";
import * as registration from "@survey-app/contract/session/registration.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as comments from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { PASSWORD, signIn, signUpBody } from "../accounts.ts";
import { apiKeyRequests } from "../apiKeyRequests.ts";
import { coOwners } from "../coOwners.ts";
import { guestForm, makeGuest } from "../guests.ts";
import { invitedSurveys } from "../invitedSurveys.ts";
import { paymentRequests } from "../paymentApp.ts";
import { type Actor, type Acts, createActor, only } from "./actors.ts";

const NEW_PASSWORD = "Kettle-off7!";

async function resetToken({ t, request, account: create }: Actor): Promise<string> {
  const { email } = await create({ isConfirmed: false });
  await request(account.requestPasswordReset, { body: { email } });
  return t.tokenFor(email, /Set a new password/);
}

async function key({ t, account: create }: Actor) {
  const as = await create();
  await apiKeyRequests(() => t).withKey(as);
  const [made] = await t.request(apiKeys.listMyApiKeys, { as });
  return { as, params: { id: made?._id ?? "" } };
}

/** Acts of people on their accounts. */
export const accountActs: Acts = {
  "registration.requestSignUpLink": ({ request }) =>
    request(registration.requestSignUpLink, { body: { email: "new@example.org" } }),
  "registration.inviteToAccount": async ({ request, person }) =>
    request(registration.inviteToAccount, {
      as: await person(),
      body: { email: `${crypto.randomUUID()}@example.org` },
    }),
  "registration.revokeAccountInvitation": async ({ request, person }) => {
    const as = await person();
    const email = `${crypto.randomUUID()}@example.org`;
    await request(registration.inviteToAccount, { as, body: { email } });
    const invited = await request(registration.listAccountInvitations, { as });
    const id = invited.find((each) => each.email === email)?._id ?? "";
    await request(registration.revokeAccountInvitation, { as, params: { id } });
  },

  "erasure.scheduleErasure": async ({ request, person, stranger }) =>
    request(erasure.scheduleErasure, { as: await person(), params: { id: (await stranger()).id } }),
  "erasure.cancelErasure": async ({ request, person, stranger }) => {
    const [as, params] = [await person(), { id: (await stranger()).id }];
    await request(erasure.scheduleErasure, { as, params });
    await request(erasure.cancelErasure, { as, params });
  },
  "erasure.keepMyAccount": async ({ request, person }) => request(erasure.keepMyAccount, { as: await person() }),
  "erasure.sendData": async ({ request, person, stranger }) =>
    request(erasure.sendData, { as: await person(), params: { id: (await stranger()).id } }),
  "erasure.exportDataOf": async ({ request, person, stranger }) =>
    request(erasure.exportDataOf, { as: await person(), params: { id: (await stranger()).id } }),
  "guests.askAsGuest": only(["visitor"], async ({ request }) => request(guests.askAsGuest, { body: guestForm() })),
  "guests.keepGuest": only(["visitor"], async ({ t, request }) =>
    request(guests.keepGuest, { as: await makeGuest(t), body: signUpBody() }),
  ),
  "guests.deleteGuest": async ({ t, request, person }) =>
    request(guests.deleteGuest, { as: await person(), params: { id: (await makeGuest(t)).id } }),

  "account.requestPasswordReset": async ({ request, account: create }) =>
    request(account.requestPasswordReset, { body: { email: (await create()).email } }),
  "account.checkResetLink": async (actor) =>
    actor.request(account.checkResetLink, { body: { token: await resetToken(actor) } }),
  "account.resetPassword": async (actor) =>
    actor.request(account.resetPassword, { body: { token: await resetToken(actor), newPassword: NEW_PASSWORD } }),
  "account.verifyEmail": async ({ t, request, account: create }) => {
    const { email, ...as } = await create({ isConfirmed: false });
    await request(account.verifyEmail, { body: { token: await t.tokenFor(email, /Confirm your email/) } });
    // It moves to another address.
    const moving = await create();
    const moved = `moved-${as.id}@example.org`;
    await request(account.changeEmail, { as: moving, body: { email: moved, password: PASSWORD } });
    const token = await t.tokenFor(moved, /Confirm your new email/);
    await request(account.verifyEmail, { body: { token, password: PASSWORD } });
  },
  "account.requestEmailVerification": async ({ request, account: create }) =>
    request(account.requestEmailVerification, { as: await create({ isConfirmed: false }) }),
  "account.setMyLanguage": async ({ request, person }) =>
    request(account.setMyLanguage, { as: await person(), body: { language: "de" } }),
  "account.changePassword": async ({ request, account: create }) =>
    request(account.changePassword, { as: await create(), body: { password: PASSWORD, newPassword: NEW_PASSWORD } }),
  "account.changeEmail": async ({ request, account: create }) => {
    const as = await create();
    await request(account.changeEmail, { as, body: { email: `to-${as.email}`, password: PASSWORD } });
  },
  "account.revokeMySession": async ({ t, request, account: create }) => {
    const as = await create();
    const { sessionId } = await signIn(t, as);
    await request(account.revokeMySession, { as, params: { id: sessionId } });
  },
  "account.revokeMyOtherSessions": async ({ t, request, account: create }) => {
    const as = await create();
    await apiKeyRequests(() => t).withKey(await signIn(t, as));
    await request(account.revokeMyOtherSessions, { as });
  },
  "account.deleteMyAccount": deleteAccount,

  "apiKeys.createApiKey": async ({ t, account: create }) => {
    const { withKey, readSelf } = apiKeyRequests(() => t);
    await readSelf(await withKey(await create()));
  },
  "apiKeys.renameApiKey": async (actor) =>
    actor.request(apiKeys.renameApiKey, { ...(await key(actor)), body: { name: "Renamed" } }),
  "apiKeys.revokeApiKey": async (actor) => actor.request(apiKeys.revokeApiKey, await key(actor)),

  "users.recordUser": async ({ request, person }) => {
    const as = await person();
    await request(users.recordUser, { as, body: { email: as.email } });
  },
  "users.updateMyProfile": async ({ request, person }) =>
    request(users.updateMyProfile, { as: await person(), body: { displayName: "Anna Actor" } }),
  "users.setUserRole": async ({ request, person, stranger }) => {
    const params = { id: (await stranger()).id };
    for (const role of ["surveyor", "user"] as const)
      await request(users.setUserRole, { as: await person(), params, body: { role } });
  },
  "users.setUserStatus": async ({ request, person, stranger }) => {
    const params = { id: (await stranger()).id };
    for (const status of [users.BLOCKED, users.VERIFIED] as const)
      await request(users.setUserStatus, { as: await person(), params, body: { status } });
  },
  "outcomes.setEmailPreferences": async ({ request, person }) => {
    const as = await person();
    for (const is of [false, true])
      await request(outcomes.setEmailPreferences, {
        as,
        body: { results: is, reminders: is, reports: is, invitations: is },
      });
  },
};

/** Deletes an account that voted with a comment, was invited, co-owns a survey, keys a program and began a payment. */
async function deleteAccount(actor: Actor): Promise<void> {
  const { t, request, staff, account: create } = actor;
  const as = await create();
  const surveyor = await createActor(actor, "surveyor").person();
  const id = await t.makeSurvey(surveyor, { publishedBy: staff });
  await request(votes.castVote, { as, body: { SurveyID: id, vote: 1 } });
  await request(outcomes.followSurvey, { as, params: { id } });
  if (actor.options.isMember) await request(comments.addComment, { as, params: { id }, body: { comments: "Why not" } });
  const { makeOpen, castByAccount } = invitedSurveys(() => ({ t, surveyor, admin: staff }));
  const listed = await makeOpen(0, {}, [as.email]);
  await castByAccount(listed.id, as, 1);
  const { invite, accept } = coOwners(() => ({ t }));
  await invite(id, surveyor, as);
  if (actor.options.role !== "user") await accept(id, as);
  await apiKeyRequests(() => t).withKey(as);
  if (!actor.options.isMember) await paymentRequests(() => ({ t, payer: as })).begin();
  await request(account.deleteMyAccount, { as, body: { email: as.email, password: PASSWORD } });
}
