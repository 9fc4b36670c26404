import { setMyLanguage } from "@survey-app/contract/account/account.ts";
import { sendInvitations } from "@survey-app/contract/invitations/invitations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type SentEmail, sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ languages: ["en", "de", "pl", "ar"] }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));

/** A person with an account that chose a language. */
async function personIn(language: Language) {
  const person = await makePerson(t.database, t.tokens, {});
  await t.request(setMyLanguage, { as: person, body: { language } });
  return person.email;
}

const question = {
  Title: "Kaufen wir ein Boot?",
  Description: "Das alte leckt.",
  imageAlt: "Ein blaues Boot",
  language: "de" as const,
  translations: [
    {
      language: "pl" as const,
      Title: "Czy kupujemy łódź?",
      Description: "Stara przecieka.",
      imageAlt: "Niebieska łódź",
    },
  ],
};

test("readers of one survey get their emails in their own languages from one worker, each with the question that they can read", async () => {
  const stranger = `${crypto.randomUUID()}@example.org`;
  const [polish, english, arab] = [await personIn("pl"), await personIn("en"), await personIn("ar")];
  const { id } = await invited.makeOpen(0, question, [stranger, polish, english, arab]);
  const send = async (): Promise<(address: string) => SentEmail> => {
    await enqueueMailings(t.database);
    const sent = await sendEmails(t);
    return (address) => sent.find(({ to }) => to === address) ?? expect.fail(`no email to ${address}`);
  };
  await t.request(sendInvitations, { as: people.surveyor, params: { id } });
  const invitation = await send();
  // Without an account: the survey's language.
  expect(invitation(stranger).html).toContain('<html lang="de" dir="ltr">');
  expect(invitation(stranger).html).toContain('<blockquote lang="de"');
  expect(invitation(stranger).subject).toContain("Kaufen wir ein Boot?");
  expect(invitation(polish).html).toContain('<html lang="pl"');
  expect(invitation(polish).html).toMatch(/<blockquote lang="pl".*\n?.*Czy kupujemy łódź\?/);
  expect(invitation(polish).text).toContain("Stara przecieka.");
  expect(invitation(polish).text).not.toContain("Boot");
  // Emails don't contain pictures, but describe them.
  expect(invitation(polish).text).toContain("Na obrazie: Niebieska łódź");
  expect(invitation(english).text).toContain("The picture shows: Ein blaues Boot");
  // Without a translation into these languages: the original question, marked as German, in an email in the reader's
  // language.
  for (const [address, html] of [
    [english, '<html lang="en" dir="ltr">'],
    [arab, '<html lang="ar" dir="rtl">'],
  ] as const) {
    expect(invitation(address).html).toContain(html);
    expect(invitation(address).html).toMatch(/<blockquote lang="de"[^>]*><p dir="auto"[^>]*>Kaufen wir ein Boot\?/);
  }
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const result = await send();
  expect(result(stranger).html).toContain('<html lang="de"');
  expect(result(polish).text).toContain("Czy kupujemy łódź?");
  expect(result(english).text).toContain("Kaufen wir ein Boot?");
});

test("of a survey in a language that is not offered, people without an account get the default", async () => {
  const stranger = `${crypto.randomUUID()}@example.org`;
  const { id } = await invited.makeOpen(0, { Title: "On achète un bateau ?", language: "fr" }, [stranger]);
  await t.request(sendInvitations, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  const [email] = (await sendEmails(t)).filter(({ to }) => to === stranger);
  expect(email?.html).toContain('<html lang="en"');
  expect(email?.html).toContain('<blockquote lang="fr"');
});
