import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as audit from "@survey-app/contract/ops/audit.ts";
import { checkResult } from "@survey-app/contract/results/checkResult.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import type { PortableResult } from "@survey-app/contract/results/portableResult.ts";
import { cardAlt } from "@survey-app/contract/sharing/sharing.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { setUserStatus } from "@survey-app/contract/users/users.ts";
import { getLedger } from "@survey-app/contract/votes/votes.ts";
import { allLanguages } from "@survey-app/texts/languages.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../ballots/voteChain.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { invitedSurveys, untilClose } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { verifyLedger } from "../votes/ledger/verifyLedger.ts";
import { closedCard } from "../words/cardContent.ts";

/** Pass rules together with the other features: the electorate, the texts in each place, and the hidden results. */

const half: PassRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: { people: 5, of: "answers" } };

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ pages: true, languages: [...allLanguages] }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, surveyor: people.surveyor, admin: people.admin }));
/** As a user, whose responses are never cached: some changes in these tests emit no event. */
const get = (id: string) => t.request(surveys.getSurvey, { as: people.user, params: { id } });
const end = async (id: string) => {
  const times = { starts_at: Date.now() - DAY_MS, ends_at: Date.now() - 1 };
  await t.database.db.updateTable("surveys").set(times).where("id", "=", id).execute();
  await closeEnded(t.database, recorder());
};
/** A survey with votes on it: the answers of the first people on its list, who have codes. */
async function makeVoted(
  answers: readonly (0 | 1 | 2)[],
  { count = answers.length, ...settings }: Parameters<typeof invited.makeOpen>[1] & { count?: number } = {},
) {
  const made = await invited.makeOpen(count, { ...untilClose(), passRule: half, ...settings });
  await castAll(made, answers);
  return made;
}

async function castAll(made: { id: string; codes: readonly string[] }, answers: readonly (0 | 1 | 2)[]): Promise<void> {
  for (const [index, answer] of answers.entries()) {
    const { statusCode, payload } = await invited.vote(made.id, await invited.open(made.codes[index] ?? ""), answer);
    expect(statusCode, payload).toBe(200);
  }
}
const edit = (id: string, change: object) => {
  const body = {
    Title: "Is this a question?",
    category: "Food Preparation" as const,
    image: "https://example.org/picture.webp",
    ...change,
  };
  return t.send(surveys.updateSurvey, { as: people.surveyor, params: { id }, body });
};
const PASSED = "Passed, 4 Yes to 2 No";

describe("one sentence", () => {
  test("says in every place whether the survey has passed, counts first", async () => {
    const reader = await makePerson(t.database, t.tokens);
    const id = await invited.make({ ...untilClose(), passRule: half });
    const codes = await invited.makeCodes(id, 7);
    await invited.add(id, [{ email: reader.email }]);
    await invited.publish(id);
    for (const [index, answer] of ([1, 1, 1, 0, 0] as const).entries())
      await invited.vote(id, await invited.open(codes[index]?.code ?? ""), answer);
    expect((await invited.castByAccount(id, reader, 1)).statusCode).toBe(200);
    await end(id);
    const survey = await get(id);
    expect(survey).toMatchObject({
      passRule: half,
      label: { passRule: half, passed: true, bounds: { settled: false } },
    });
    expect(closedCard(survey).line).toBe(PASSED);
    expect(cardAlt(survey)).toContain(`${PASSED}.`);
    await enqueueMailings(t.database);
    const email = (await sendEmails(t)).find(({ to }) => to === reader.email);
    expect(email?.text).toContain(PASSED);
    expect(email?.html).toContain(PASSED);
    for (const path of [`/surveydetails/${id}`, `/surveys/${id}/results`]) {
      const { payload } = await t.app.inject(path);
      expect(payload, path).toContain(PASSED);
    }
    const { items } = (await t.app.inject(`/surveys/${id}/feed.json`)).json<{ items: { content_text: string }[] }>();
    expect(items[0]?.content_text).toContain(`${PASSED}.`);
    const csv = (await t.send(downloads.getResultsCsv, { params: { id } })).payload.split("\r\n");
    expect(csv).toEqual(
      expect.arrayContaining(["passed,yes", "pass rule: Yes needs,more than 1/2", `result,"${PASSED}"`]),
    );
    const { payload } = await t.send(downloads.getPortableResult, { params: { id } });
    const file = join(t.dataDir, `${id}.json`);
    writeFileSync(file, payload);
    expect(await verifyLedger(file, [])).toMatchObject({
      isValid: true,
      lines: expect.arrayContaining([`${PASSED}.`]),
    });
  });

  test("is in the reader's language on pages", async () => {
    const { id } = await makeVoted([1, 1, 1, 1, 0, 0]);
    await end(id);
    const { payload } = await t.app.inject(`/surveydetails/${id}?lang=de`);
    expect(payload).toContain("Angenommen, 4 Ja zu 2 Nein");
  });

  test("counts Not sure for the quorum of people, and for the share only where the rule says so", async () => {
    const answers = [1, 1, 0, 2, 2] as const;
    const sides = await makeVoted(answers, { unsure: true });
    const all = await makeVoted(answers, { unsure: true, passRule: { ...half, of: "answers" } });
    const yes = await makeVoted(answers, { unsure: true, passRule: { ...half, quorum: { people: 3, of: "yes" } } });
    for (const { id } of [sides, all, yes]) await end(id);
    const said = async (id: string) => closedCard(await get(id)).line;
    expect(await said(sides.id)).toBe("Passed, 2 Yes to 1 No, 2 not sure");
    expect(await said(all.id)).toBe("Not passed, 2 Yes to 1 No, 2 not sure: more than half of all answers were needed");
    expect(await said(yes.id)).toBe("Not passed: 2 Yes to 1 No, 2 not sure, but 3 Yes votes were needed");
  });
});

describe("what is hidden", () => {
  test("neither result nor bounds are known to anyone before the close, and while a closed survey is unpublished", async () => {
    const { id } = await makeVoted([1, 1, 1, 1, 1, 1]);
    const hidden = async () => {
      for (const as of [undefined, people.surveyor, people.admin]) {
        const response = await t.send(surveys.getSurveyResults, { params: { id }, ...(as && { as }) });
        if (response.statusCode === 200)
          expect(response.json()).toMatchObject({ yesVotes: null, label: { passed: null, bounds: null } });
        expect(response.payload).not.toMatch(/Passed|passed":(true|false)/);
      }
    };
    await hidden();
    await end(id);
    await t.request(surveys.setSurveyStatus, {
      as: people.admin,
      params: { id },
      body: { status: surveys.WAITING, feedback: "No" },
    });
    await hidden();
  });

  test.each(["confidential", "secret"] as const)("a %s survey with too few votes says neither", async (privacy) => {
    const { id } = await makeVoted([1, 1, 1, 1], { privacy, passRule: { ...half, quorum: null } });
    await end(id);
    const survey = await get(id);
    expect(survey).toMatchObject({ yesVotes: null, label: { passed: null, bounds: null } });
    expect(closedCard(survey).line).toBe("Too few votes to show a result");
    for (const endpoint of [downloads.getResultsCsv, downloads.getPortableResult])
      expect((await t.send(endpoint, { params: { id } })).json()).toMatchObject({ code: "resultHidden" });
    const { payload } = await t.app.inject(`/surveydetails/${id}`);
    expect(payload).not.toMatch(/Passed:|Not passed:/i);
  });

  test.each(["confidential", "secret"] as const)(
    "a %s survey with enough votes says both, and its file proves them",
    async (privacy) => {
      const { id } = await makeVoted([1, 1, 1, 0, 0], { privacy, count: 8 });
      await end(id);
      expect((await get(id)).label).toMatchObject({ passed: true, bounds: { silent: 3, settled: false } });
      const file = (await t.send(downloads.getPortableResult, { params: { id } })).json() as PortableResult;
      expect(await checkResult(file, { hash: sha256 })).toMatchObject({ passRule: half, isClosed: true });
      const forged = (label: object) => checkResult({ ...file, label: { ...file.label, ...label } }, { hash: sha256 });
      await expect(forged({ passed: false })).rejects.toThrow("pass rule");
      await expect(forged({ passRule: { ...half, share: "1/3" } })).rejects.toThrow();
      await expect(forged({ passRule: null, passed: null })).rejects.toThrow();
    },
  );
});

describe("from the first vote on", () => {
  test("the list and the end are fixed, and an early close is refused; before, all of that is possible", async () => {
    const { id, codes } = await invited.makeOpen(2, { ...untilClose(), passRule: half });
    const moved = new Date(Date.now() + 2 * DAY_MS).toISOString();
    await invited.add(id, [{ label: "Before" }]);
    expect((await edit(id, { deadline: moved })).statusCode).toBe(200);
    const last = await get(id);
    await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    expect(await invited.addRefused(id)).toMatchObject({ status: 409, code: "passRuleFixed" });
    expect(
      await t.refused(invitations.createCodes, { as: people.surveyor, params: { id }, body: { count: 1 } }),
    ).toMatchObject({ code: "passRuleFixed" });
    const later = new Date(Date.now() + 3 * DAY_MS).toISOString();
    expect((await edit(id, { deadline: later })).json()).toMatchObject({ status: 409, code: "passRuleFixed" });
    for (const as of [people.surveyor, people.admin])
      expect(await t.refused(surveys.closeSurvey, { as, params: { id } })).toMatchObject({ code: "passRuleFixed" });
    expect(await get(id)).toMatchObject({ deadline: last.deadline, closedAt: null, participants: 1 });
    expect((await edit(id, { deadline: last.deadline, note: "Thank you" })).statusCode).toBe(200);
    const unvoted = await invited.makeOpen(1, { ...untilClose(), passRule: half });
    await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: unvoted.id } });
  });

  test("people can't be removed, and only an admin can replace a code, which the result counts", async () => {
    const { id, ids, codes } = await invited.makeOpen(3, { ...untilClose(), passRule: half }, ["ann@example.org"]);
    const [voted = "", silent = "", other = ""] = ids;
    const reissue = (as: Person, invitation: string) =>
      t.send(invitations.reissueInvitation, { as, params: { id, invitation }, body: undefined });
    // Before the first vote, admins can't change lists.
    expect((await reissue(people.surveyor, other)).statusCode).toBe(200);
    expect((await reissue(people.admin, other)).statusCode).toBe(404);
    await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    for (const invitation of [voted, silent]) {
      const as = people.surveyor;
      const refused = { status: 409, code: "passRuleFixed" };
      expect((await reissue(as, invitation)).json()).toMatchObject(refused);
      expect(await t.refused(invitations.removeInvitation, { as, params: { id, invitation } })).toMatchObject(refused);
    }
    expect((await invited.resultLabel(id)).list).toMatchObject({ replaced: 1, struck: 0 });
    const { code } = (await reissue(people.admin, silent)).json();
    expect((await invited.vote(id, await invited.open(code), 0)).statusCode).toBe(200);
    expect((await invited.resultLabel(id)).list).toMatchObject({ replaced: 2 });
    const [logged] = await t.request(audit.listAuditEvents, { as: people.admin, query: { limit: 1 } });
    expect(logged).toMatchObject({ action: "invitationReissued", by: "admin", admin: { _id: people.admin.id } });
    // A link goes to its person, so its owner can still send another one; an admin can't.
    const link = (await invited.list(id)).find(({ email }) => email === "ann@example.org")?._id ?? "";
    expect((await reissue(people.admin, link)).statusCode).toBe(404);
    expect((await reissue(people.surveyor, link)).statusCode).toBe(200);
    expect((await invited.resultLabel(id)).list).toMatchObject({ replaced: 2 });
  });

  test("people who were removed, blocked or never voted count as silent, so that none of that settles a result", async () => {
    const made = await invited.makeOpen(6, { ...untilClose(), passRule: half });
    const { id, ids } = made;
    await invited.strike(id, ids[5] ?? "");
    await castAll(made, [1, 1, 1, 0, 0]);
    await end(id);
    expect((await get(id)).label).toMatchObject({
      list: { invited: 6, struck: 1 },
      passed: true,
      bounds: { silent: 1, settled: false },
    });
    const blocked = await makePerson(t.database, t.tokens);
    const other = await invited.make({ ...untilClose(), passRule: { ...half, quorum: null } });
    await invited.add(other, [{ email: blocked.email }, { label: "Silent" }]);
    await invited.publish(other);
    expect((await invited.castByAccount(other, blocked, 1)).statusCode).toBe(200);
    await t.request(setUserStatus, { as: people.admin, params: { id: blocked.id }, body: { status: "Blocked" } });
    await end(other);
    expect((await get(other)).label).toMatchObject({ passed: true, bounds: { silent: 1, settled: false } });
  });

  test("the rule counts the list of the opening: people who were removed before don't count", async () => {
    const id = await invited.make({ ...untilClose(), passRule: { ...half, quorum: null }, listed: true });
    const codes = await invited.makeCodes(id, 3);
    await invited.strike(id, codes[2]?.invitationId ?? "");
    await invited.publish(id);
    for (const { code } of codes.slice(0, 2)) await invited.vote(id, await invited.open(code), 1);
    await end(id);
    expect((await get(id)).label).toMatchObject({
      list: { invited: 2, struck: 0 },
      bounds: { silent: 0, settled: true },
    });
  });
});

describe("the settings", () => {
  test("take a rule only with a list and a result at the end, and keep it where a change leaves it out", async () => {
    const refusal = async (change: object) =>
      (await t.refused(surveys.createSurvey, {
        as: people.surveyor,
        body: {
          Title: "Rule?",
          category: "Food Preparation",
          image: "https://example.org/p.webp",
          passRule: half,
          ...change,
        },
      })) as { status: number; errors: { field: string; code: string }[] };
    for (const change of [{}, untilClose(), { ...untilClose(), electorate: "link" }, { electorate: "invited" }])
      expect(await refusal(change)).toMatchObject({
        status: 422,
        errors: [{ field: "passRule", code: "passRule.needs" }],
      });
    const id = await invited.make({ ...untilClose(), listed: true, passRule: half });
    expect((await edit(id, { deadline: untilClose().deadline })).statusCode).toBe(200);
    expect((await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } })).passRule).toEqual(half);
    expect((await edit(id, { deadline: untilClose().deadline, results: "live" })).json()).toMatchObject({
      status: 422,
    });
    expect((await edit(id, { deadline: untilClose().deadline, passRule: null })).statusCode).toBe(200);
    expect((await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } })).passRule).toBeUndefined();
  });

  test("are frozen with the first publication, and equal rules pass, whatever the order of their fields", async () => {
    const { id } = await invited.makeOpen(1, { ...untilClose(), passRule: half });
    const { deadline } = await get(id);
    const turned = { quorum: { of: "answers", people: 5 }, of: "sides", share: "1/2", needs: "moreThan" };
    expect((await edit(id, { deadline, passRule: turned })).statusCode).toBe(200);
    for (const passRule of [null, { ...half, share: "50%" }, { ...half, quorum: null }])
      expect((await edit(id, { deadline, passRule })).json()).toMatchObject({ code: "frozen" });
  });

  test("are hashed with the question: another rule is another question", async () => {
    const hashOf = async (passRule: PassRule | null) => {
      const { id } = await invited.makeOpen(1, { ...untilClose(), passRule });
      const { label, image } = await get(id);
      const picture = `address ${sha256(image)}`;
      const rule = passRule && [passRule.needs, passRule.share, passRule.of, passRule.quorum && [5, "answers"]];
      const asked = ["Survey App question 3", [[null, "Is this a question?", "", null]], picture, rule];
      expect(label.questionHash).toBe(sha256(JSON.stringify(asked)));
      return label.questionHash;
    };
    expect(new Set([await hashOf(null), await hashOf(half), await hashOf({ ...half, share: "2/3" })]).size).toBe(3);
  });
});

test("the ledger of a survey with a rule is that of any other", async () => {
  const { id } = await makeVoted([1, 0, 1]);
  await end(id);
  const ledger = await t.request(getLedger, { params: { id }, query: {} });
  expect(ledger).toMatchObject({ totals: { yes: 2, no: 1, unsure: 0 } });
});
