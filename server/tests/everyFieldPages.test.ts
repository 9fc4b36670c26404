import { sendInvitations } from "@survey-app/contract/invitations/invitations.ts";
import { FIELD_RULES, fieldNames } from "@survey-app/contract/surveys/fieldRules.ts";
import { question } from "@survey-app/contract/surveys/surveyFields.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { everyField, type FieldName } from "../testing/everyField.ts";
import { htmlIn } from "../testing/htmlIn.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ pages: true }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const { form } = everyField();
const invited = invitedSurveys(() => ({ t, ...people }));
const links = linkSurveys(() => ({ t, ...people }));

/** Fields whose values are strings, but no texts of the owner. */
const NO_TEXTS: readonly FieldName[] = [
  ...(["category", "createDate", "deadline", "electorate", "image", "language", "privacy", "results"] as const),
];
/** The fields that are texts of the owner, with these texts. */
const texts = fieldNames.flatMap((name): [FieldName, string][] => {
  const text: unknown = form[name];
  return typeof text === "string" && !NO_TEXTS.includes(name) ? [[name, text]] : [];
});
const ofQuestion = texts.filter(([name]) => name in question).map(([, text]) => text);

/** The text of an invitation to a new survey. @param app with its settings */
async function invitation(address: string, app: TestApp): Promise<string> {
  const { id } = await invited.makeOpen(0, form, [address]);
  if (app !== t) await t.database.db.updateTable("surveys").set({ accepted: 0 }).execute();
  await t.request(sendInvitations, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  return (await sendEmails(app)).find(({ to }) => to === address)?.text ?? "";
}

describe("What the question says", () => {
  test("is on the pages on which people vote, with all other texts of the owner", async () => {
    const open = { ...form, electorate: "everyone" as const, passRule: null };
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...open });
    const page = await htmlIn(t, `/surveydetails/${id}`, "en");
    const ofLink = await links.make({ ...open, electorate: "link", listed: false, deadline: form.deadline });
    const pageByLink = await htmlIn(t, `/surveydetails/${ofLink}`, "en");
    for (const [, text] of texts) {
      expect(page).toContain(text);
      // That page doesn't show the picture.
      if (text !== form.imageAlt) expect(pageByLink).toContain(text);
    }
  });

  test("is in feeds", async () => {
    await invited.makeOpen(0, form);
    const feed = (await t.app.inject({ url: "/feed.json" })).payload;
    for (const text of ofQuestion) expect(feed).toContain(text);
    expect(feed).not.toContain(form.contact);
  });
});

describe("Emails to voters quote", () => {
  const saidBy = (email: string) => texts.filter(([, text]) => email.includes(text)).map(([name]) => name);
  const quotedIf = (...kinds: string[]) =>
    texts.map(([name]) => name).filter((name) => kinds.includes(FIELD_RULES[name].quoted));

  test("the owner's texts, as the rules of the fields say", async () => {
    expect(saidBy(await invitation("nora@example.org", t))).toEqual(quotedIf("always", "vouched"));
  });

  test("only the title where no one vouches for the owner", async () => {
    const everyone = { ...t, config: { ...t.config, surveyors: "everyone" } } as TestApp;
    expect(saidBy(await invitation("nils@example.org", everyone))).toEqual(quotedIf("always"));
    expect(quotedIf("always")).toEqual(["Title"]);
  });
});
