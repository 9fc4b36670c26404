import * as account from "@survey-app/contract/account/account.ts";
import * as registration from "@survey-app/contract/session/registration.ts";
import * as secondFactor from "@survey-app/contract/session/secondFactor.ts";
import * as images from "@survey-app/contract/surveys/images.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { multipart } from "../accessRows.ts";
import { PASSWORD, signUp } from "../accounts.ts";
import { apiKeyRequests } from "../apiKeyRequests.ts";
import { membershipsOf, moveMembership } from "../memberships.sql.ts";
import { passkeyRequests } from "../passkeyRequests.ts";
import { type PaymentApp, paymentRequests } from "../paymentApp.ts";
import { makePerson } from "../people.ts";
import { secondFactorRequests } from "../secondFactorRequests.ts";
import { addWhatJobsStore, confirmAddress, letTimePass, untilSent } from "./world.sql.ts";
import { type Bystanders, makeClosed, makeInvited, makeSurveys, type World } from "./worldSurveys.ts";

/** Fills a database with people who have something in every table. */
export async function makeWorld(t: PaymentApp): Promise<World> {
  const admin = await makePerson(t.database, t.tokens, { role: "admin", name: "Abe Admin" });
  const surveyor = await signUp(t, { role: "surveyor", isMember: true, name: "Bea Bystander" });
  await confirmAddress(t.database, surveyor.id);
  const member = await makePerson(t.database, t.tokens, { isMember: true, name: "Mia Member" });
  const bystanders = { t, surveyor, admin, member };
  // First the acts that end something: they must not end other people's things either.
  await makeClosed(bystanders);
  const invitation = await makeInvited(bystanders);
  await makeSignIns(bystanders);
  await makeSettings(bystanders);
  await makePayments(t);
  const { surveyId, linkSurveyId, ...rows } = await makeSurveys(bystanders);
  await addWhatJobsStore(t.database, { surveyId, linkSurveyId, email: surveyor.email });
  await letTimePass(t.database);
  await untilSent(t.database);
  return { ...rows, invitation };
}

/**
 * Every way to sign in, one that is not set up yet, an address that is not confirmed, and links that were not opened.
 */
async function makeSignIns({ t, surveyor, member }: Bystanders): Promise<void> {
  const { withSecondFactor, signInWith } = secondFactorRequests(() => t);
  const { person, app } = await withSecondFactor(t, { role: "surveyor" });
  await signInWith(person, app.code(1), { remember: true });
  for (const as of [person, surveyor]) await passkeyRequests(() => t).withPasskey(as);
  await t.request(secondFactor.setUpSecondFactor, { as: member });
  await apiKeyRequests(() => t).withKey(surveyor);
  const stranger = await signUp(t, { name: "Una Unconfirmed" });
  for (const { email } of [stranger, surveyor]) await t.request(account.requestPasswordReset, { body: { email } });
  const moved = "moved@example.org";
  await t.request(account.changeEmail, { as: surveyor, body: { email: moved, password: PASSWORD } });
  await t.tokenFor(stranger.email, /Confirm your email/);
  for (const { email } of [stranger, surveyor]) await t.tokenFor(email, /password/i);
  await t.tokenFor(moved, /Confirm your new email/);
}

/** Their settings, an account that someone is invited to, an address that doesn't get invitations, and a picture. */
async function makeSettings({ t, surveyor, admin }: Bystanders): Promise<void> {
  await t.request(registration.inviteToAccount, { as: admin, body: { email: "guest@example.org" } });
  const none = { results: false, reminders: false, reports: false };
  await t.request(outcomes.setEmailPreferences, { as: surveyor, body: none });
  const refusing = await makePerson(t.database, t.tokens);
  await t.request(outcomes.setEmailPreferences, { as: refusing, body: { invitations: false } });
  await t.send(images.uploadImage, { as: surveyor, ...multipart() });
}

/** Two years of membership, the second not begun, and two payments that are not finished. */
async function makePayments(t: PaymentApp): Promise<void> {
  const payers = await Promise.all([1, 2, 3].map(() => makePerson(t.database, t.tokens)));
  for (const payer of payers) {
    const { buy, begin } = paymentRequests(() => ({ t, payer }));
    if (payer !== payers[0]) await begin();
    else {
      await buy();
      const [first] = await membershipsOf(t.database, payer.id);
      await moveMembership(t.database, first?.id ?? "", -355 * DAY_MS);
      await buy();
    }
  }
}
