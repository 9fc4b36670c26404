import { writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { LedgerPage } from "@survey-app/contract/results/ledgerPage.ts";
import { closeSurvey, getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { freePort } from "../../testing/browser.ts";
import { createUsersOfEveryRole, type Person } from "../../testing/people.ts";
import { scenarios } from "../../testing/scenario.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import type { UnreadableLedger } from "./ledgerSource.ts";
import { verifyLedger } from "./verifyLedger.ts";

// Once is enough: the ledger is the same on both engines (chain.engines.test.ts).
describe.skipIf(inject("engine") === "postgres")("checking a public ledger on the command line", () => {
  let t: TestApp;
  let site: string;
  let id: string;
  const receipts: string[] = [];

  beforeAll(async () => {
    t = await testApp();
    const { surveyor, admin, user, pro } = await createUsersOfEveryRole(t.database, t.tokens);
    id = await t.makeSurvey(surveyor, { publishedBy: admin });
    for (const as of [user, pro, admin])
      receipts.push(
        (await t.request(votes.castVote, { as, body: { SurveyID: id, vote: as === pro ? 0 : 1 } })).receipt ?? "",
      );
    site = await t.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => t.close());

  const answers = () =>
    Promise.all(
      [0, 2].map(
        (after): Promise<LedgerPage> => t.request(votes.getLedger, { params: { id }, query: { after, limit: 2 } }),
      ),
    );
  /** Several JSON documents in a row, as saved by `curl`. */
  const saved = (documents: unknown[]) => {
    const file = join(t.dataDir, `${crypto.randomUUID()}.json`);
    writeFileSync(file, documents.map((document) => JSON.stringify(document)).join("\n"));
    return file;
  };

  test.each(["/surveydetails/ID", "/vote/ID?vote=1", "/api/surveys/ID/ledger", "/api/surveys/ID/ledger?limit=1"])(
    "reads %s, and finds receipts",
    async (path) => {
      const { isValid, lines } = await verifyLedger(site + path.replace("ID", id), receipts);
      expect(isValid).toBe(true);
      expect(lines[0]).toMatch(/^Ledger format 3: .*; not yet for how the survey is closed\.$/);
      expect(lines[1]).toBe(`Valid: 3 votes on survey ${id}, 2 yes and 1 no.`);
      const today = new Date().toISOString().slice(0, 10);
      expect(lines[4]).toBe(`Receipt ${receipts[1]} is that of vote 2, no, stored on ${today}.`);
      expect(lines.at(-1)).toMatch(/^The page shows this question, /);
    },
  );

  // Security: F07
  test("names a page that shows another question than its ledger begins with", async () => {
    const page = await t.request(votes.getLedger, { params: { id }, query: {} });
    const shown = await t.request(getSurvey, { params: { id } });
    const answer = (survey: object) =>
      saidOf((request, response) => response.end(JSON.stringify(request.url?.includes("/ledger") ? page : survey)));
    expect(await answer(shown)).toMatch(/The page shows this question/);
    expect(await answer({ ...shown, Title: "Is it not?" })).toMatch(/^Invalid: The page shows a different question/);
  });

  test("reads saved responses, and names what was changed in them", async () => {
    const pages = await answers();
    expect(await verifyLedger(saved(pages), receipts)).toMatchObject({ isValid: true });
    const [first, second] = pages;
    const turned = { ...first, entries: first?.entries.map((entry) => ({ ...entry, vote: 1 })) };
    expect(await verifyLedger(saved([turned, second]), [])).toEqual({
      isValid: false,
      lines: ["Invalid: Vote 2 doesn't follow from the votes before it: its row was changed or inserted."],
    });
    expect(await verifyLedger(saved([first]), [])).toMatchObject({
      isValid: false,
      lines: [expect.stringMatching(/ends after 2/)],
    });
    expect(await verifyLedger(saved(pages), ["2-0000-0000-0000-0000"])).toMatchObject({ isValid: false });
  });

  test("says what is sealed and what is closed, and to read again if the results open meanwhile", async () => {
    const { surveyor, admin, user } = await createUsersOfEveryRole(t.database, t.tokens);
    const deadline = new Date(Date.now() + DAY_MS).toISOString();
    const sealed = await t.makeSurvey(surveyor, { publishedBy: admin, deadline });
    await t.database.db.updateTable("surveys").set({ results: "afterClose" }).where("id", "=", sealed).execute();
    const cast = (as: Person) => t.request(votes.castVote, { as, body: { SurveyID: sealed, vote: 1 } });
    const receipt = (await cast(user)).receipt ?? "";
    await cast(admin);
    const url = `${site}/surveydetails/${sealed}`;
    const today = new Date().toISOString().slice(0, 10);
    const before = await verifyLedger(url, [receipt]);
    expect(before.isValid).toBe(true);
    expect(before.lines.slice(1, 4)).toEqual([
      `Valid: 2 votes on survey ${sealed}, still sealed.`,
      "Every row follows from the row before it. Its answer can be checked when voting has ended.",
      `Receipt ${receipt} is that of vote 1, still sealed, stored on ${today}.`,
    ]);
    const read = (query: object) => t.request(votes.getLedger, { params: { id: sealed }, query });
    const first = await read({ limit: 1 });
    await t.request(closeSurvey, { as: surveyor, params: { id: sealed } });
    const { lines } = await verifyLedger(url, [receipt]);
    expect(lines[0]).toMatch(
      /^Ledger format 3: .*; the end also for the close, the notes and the list\. They stand for no /,
    );
    expect(lines[1]).toBe(`Valid: 2 votes on survey ${sealed}, 2 yes and 0 no.`);
    expect(lines[3]).toBe(`Receipt ${receipt} is that of vote 1, yes, stored on ${today}.`);
    expect(lines[6]).toMatch(new RegExp(`^Closed on ${today}: the end is [0-9a-f]{64}\\.`));
    expect(await verifyLedger(saved([first, await read({ after: 1 })]), [])).toEqual({
      isValid: false,
      lines: [expect.stringMatching(/^Not checked: Voting ended while the log was read/)],
    });
  });

  test("says what can be checked of a confidential survey: only its final numbers", async () => {
    const people = await createUsersOfEveryRole(t.database, t.tokens);
    const scenario = scenarios(() => ({ t, ...people }));
    const { id: hidden } = await scenario({ privacy: "confidential", answers: [1, 1, 1, 0, 0] });
    const url = `${site}/surveydetails/${hidden}`;
    const open = `5 people have voted on survey ${hidden}. Its ledger has no rows that could be checked.`;
    const { isValid: isConsistent, lines: before } = await verifyLedger(url, []);
    expect([isConsistent, before[1]]).toEqual([true, open]);
    const head = /^The head is ([0-9a-f]{64})\. Note it/.exec(before[2] ?? "")?.[1];
    expect(before[3]).toMatch(
      /^It begins with the question whose hash is [0-9a-f]{64}, .*: everyone, confidential, afterClose\.$/,
    );
    expect(before[4]).toMatch(/^The page shows this question, .*: "/);
    await t.request(closeSurvey, { as: people.surveyor, params: { id: hidden } });
    const { isValid, lines } = await verifyLedger(url, []);
    expect([isValid, lines[1]]).toEqual([true, `Valid: 5 people have voted on survey ${hidden}, 3 yes and 2 no.`]);
    expect(lines[2]).toMatch(/proves only that these numbers don't change/);
    expect((await t.request(votes.getLedger, { params: { id: hidden }, query: {} })).head).toBe(head);
  });

  test("explains in a sentence what it can't read", async () => {
    const text = join(t.dataDir, "text");
    writeFileSync(text, "{ not JSON }");
    const half = join(t.dataDir, "half");
    writeFileSync(half, JSON.stringify((await answers())[0]).slice(0, -20));
    for (const [source, sentence] of [
      [`${site}/surveydetails/no-such-survey`, /was not found: there is no such survey/],
      [`${site}/about`, /is not the URL of a survey/],
      ["http://127.0.0.1:1/surveydetails/a", /^http:\/\/127\.0\.0\.1:1 can't be reached: bad port\.$/],
      [`http://127.0.0.1:${await freePort()}/surveydetails/a`, /can't be reached: connect ECONNREFUSED 127\.0\.0\.1:/],
      [join(t.dataDir, "nowhere"), /can't be read: ENOENT/],
      [text, /is not JSON/],
      [half, /is not JSON/],
    ] as const)
      await expect(verifyLedger(source, []), source).rejects.toThrow(sentence);
  });

  /** The error message for a server that responds like this. */
  async function saidOf(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const { lines } = await verifyLedger(`http://127.0.0.1:${port}/surveydetails/${id}`, []);
      return lines.join("\n");
    } catch (error) {
      return (error as UnreadableLedger).message;
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  test("follows no redirect to another server", async () => {
    const [first] = await answers();
    const link = `<${site}/api/surveys/${id}/ledger?after=2>; rel="next"`;
    const elsewhere = await saidOf((_, response) => response.setHeader("link", link).end(JSON.stringify(first)));
    expect(elsewhere).toMatch(/links to another server/);
    const nowhere = '<http://[>; rel="next"';
    expect(await saidOf((_, response) => response.setHeader("link", nowhere).end(JSON.stringify(first)))).toMatch(
      /links to another server, without a valid URL/,
    );
    const location = `${site}/api/surveys/${id}/ledger`;
    expect(await saidOf((_, response) => response.writeHead(302, { location }).end())).toContain(
      `redirects to ${location}.`,
    );
  });

  // Security: F07
  test("is not kept busy by a server with endless responses or pages without votes", async () => {
    const endless = await saidOf((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(" ".repeat(1 << 20)));
      };
      response.on("drain", pour);
      pour();
    });
    expect(endless).toMatch(/is too long for a page of a ledger/);
    const [first] = await answers();
    const empty = JSON.stringify({ ...first, entries: [] });
    const again = '<?after=0>; rel="next"';
    expect(await saidOf((_, response) => response.setHeader("link", again).end(empty))).toMatch(
      /is a page without votes that links to a next page/,
    );
  });

  // Security: F07
  test("rejects another survey's ledger", async () => {
    const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
    const other = await t.makeSurvey(surveyor, { publishedBy: admin });
    const answer = JSON.stringify(await t.request(votes.getLedger, { params: { id: other }, query: {} }));
    expect(await saidOf((_, response) => response.end(answer))).toBe(
      `Invalid: This is the log of survey ${other}, not of ${id}.`,
    );
  });
});
