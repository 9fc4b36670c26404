import * as lists from "@survey-app/contract/invitations/voterLists.ts";
import { createMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { createWebhook } from "@survey-app/contract/ops/webhooks.ts";
import { moveRoom } from "@survey-app/contract/sharing/rooms.ts";
import { addFeedback } from "@survey-app/contract/surveys/feedback.ts";
import * as owners from "@survey-app/contract/surveys/owners.ts";
import { askAgain } from "@survey-app/contract/surveys/series.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { linkSurveys } from "../../server/testing/linkVoters.ts";
import { type Receiver, startReceiver } from "../../server/testing/receiver.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import type { PageAccess } from "../session/Guard.tsx";
import { openPage, startServer } from "../testing/openPage.tsx";

const { routes } = await import("./routes.tsx");

/** The language of all questions here; that of the pages is English. */
const language = "de" as const;
const titles = {
  open: "Kaufen wir ein Boot?",
  closed: "Kaufen wir ein Rad?",
  waiting: "Kaufen wir ein Zelt?",
  link: "Machen wir eine Pause?",
  next: "Gehen wir baden?",
};

let t: TestApp;
let receiver: Receiver;
let people: Record<"member" | "surveyor" | "admin" | "coOwner", Account>;
/** The values of the parameters in the routes' paths. */
let values: Record<string, string>;
beforeAll(async () => {
  t = await startServer({ webhookAllowPrivate: true });
  receiver = await startReceiver();
  people = {
    member: await signUp(t, { isMember: true }),
    surveyor: await signUp(t, { role: "surveyor" }),
    admin: await signUp(t, { role: "admin" }),
    coOwner: await signUp(t, { role: "surveyor" }),
  };
  const { member, surveyor, admin, coOwner } = people;
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", coOwner.id).execute();
  await t.request(createWebhook, { as: surveyor, body: { url: receiver.url, events: ["published"] } });
  const publish = (Title: string) => t.makeSurvey(surveyor, { Title, language, publishedBy: admin });
  const close = (id: string) => t.request(surveys.closeSurvey, { as: surveyor, params: { id } });

  const open = await publish(titles.open);
  const body = { SurveyID: open, vote: 1, comments: "Ja, gern.", inapp: "Zu teuer." } as const;
  await t.request(castVote, { as: member, body });
  const feedback = { surveyId: open, feedback: "Thanks for asking." };
  const { insertedId } = await t.request(addFeedback, { as: admin, body: feedback });

  const closed = await publish(titles.closed);
  await close(closed);
  const again = (await t.request(askAgain, { as: surveyor, params: { id: closed } })).insertedId;
  await t.request(surveys.setSurveyStatus, { as: admin, params: { id: again }, body: { status: surveys.PUBLISHED } });
  await t.makeSurvey(surveyor, { Title: titles.waiting, language });

  const links = linkSurveys(() => ({ t, surveyor }));
  const link = await links.make({ Title: titles.link, language });
  const next = await links.make({ Title: titles.next, language });
  await t.request(moveRoom, { as: surveyor, params: { id: link }, body: { next } });

  for (const id of [open, closed])
    await t.request(owners.inviteCoOwner, { as: surveyor, params: { id }, body: { email: coOwner.email } });
  await t.request(owners.acceptCoOwnership, { as: coOwner, params: { id: closed } });
  const list = (await t.request(lists.createVoterList, { as: surveyor, body: { name: "Crew" } })).insertedId;
  const sharing = { name: "Crew", sharedWith: open };
  await t.request(lists.changeVoterList, { as: surveyor, params: { id: list }, body: sharing });
  const meeting = (await t.request(createMeeting, { as: surveyor, body: { name: "Assembly" } })).insertedId;
  values = { open, again, link, list, meeting, feedback: insertedId };
});
afterAll(async () => {
  await t.close();
  await receiver.close();
});

/** The value of a path's parameter, where it isn't the open survey. */
const parameters: Record<string, string> = {
  "/series/:survey": "again",
  "/rooms/:survey": "link",
  "/dashboard/lists/:id": "list",
  "/dashboard/meetings/:id": "meeting",
  "/dashboard/meetings/:id/people": "meeting",
  "/dashboard/surveyor/feedback/:id": "feedback",
};
/** The pages that must show a title here, so that the test would notice if they were not loaded. */
const withTitles = [
  "/",
  "/surveysPages",
  "/surveydetails/:id",
  "/surveys/:id/results",
  "/series/:survey",
  "/surveys/:id/present",
  "/rooms/:survey",
  "/surveys/:id/flyer",
  "/vote/:id",
  "/surveys",
  "/dashboard",
  "/dashboard/admin/surveys",
  "/dashboard/admin/responses",
  "/dashboard/surveyor/surveys",
  "/dashboard/surveyor/surveys/:id",
  "/dashboard/surveys/:id",
  "/dashboard/lists",
  "/dashboard/lists/:id",
  "/dashboard/shared",
  "/dashboard/surveyor/allupdate",
  "/dashboard/surveyor/update/:id",
  "/dashboard/surveyor/feedbacks",
  "/dashboard/surveyor/feedback/:id",
  "/dashboard/webhooks",
  "/dashboard/audit",
  "/dashboard/user/surveys",
  "/dashboard/user/my-reports",
  "/dashboard/user/comments",
];

/** The texts on the page that contain a survey's title, with the language that browsers find for them. */
function titlesShown(): [text: string, language: string | undefined][] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: [string, string | undefined][] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { textContent: text = "", parentElement: place } = node;
    // A text to copy doesn't have markup.
    if (!text || !place || place.closest("script, style, textarea")) continue;
    if (!Object.values(titles).some((title) => text.includes(title))) continue;
    found.push([text, place.closest("[lang]")?.getAttribute("lang") ?? undefined]);
  }
  return found;
}

async function expectLanguages(address: string, as: Account | undefined, isShown: boolean): Promise<void> {
  await openPage(t, address, as && { as });
  const isLoaded = () => document.querySelector(".skeleton, [role=progressbar]") === null;
  await waitFor(() => expect(isLoaded() && (!isShown || titlesShown().length > 0), address).toBe(true));
  for (const [text, shown] of titlesShown()) expect([address, text, shown]).toEqual([address, text, language]);
}

/** The readers who see most of a page. */
function readersOf(path: string, access: PageAccess | undefined): (Account | undefined)[] {
  const { member, surveyor, admin, coOwner } = people;
  if (path === "/dashboard") return [member, surveyor, admin];
  if (path === "/dashboard/shared") return [coOwner];
  if (access === undefined) return [undefined];
  if (access === "signedIn") return [path.startsWith("/dashboard/surveys/") ? surveyor : member];
  return [access === "asker" || access.includes("surveyor") ? surveyor : admin];
}

// A test for each page: opening all of them takes longer than one test may on a busy machine. The page of components is
// left out, because its skeletons stay.
const loading = routes.filter(({ path }) => path !== "/sandbox/ui");

test.each(loading)("$path: each title of a survey carries its own language", async ({ path, access }) => {
  const address = path.replace(/:\w+/, () => values[parameters[path] ?? "open"] ?? "");
  for (const as of readersOf(path, access)) await expectLanguages(address, as, withTitles.includes(path));
});

test("titles carry their language also where a survey asked again names the one before", () =>
  expectLanguages(`/surveydetails/${values.again}`, undefined, true));
