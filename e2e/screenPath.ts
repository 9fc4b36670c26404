import type { APIRequestContext } from "@playwright/test";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { expect } from "./fixtures.ts";
import { mailedLink } from "./mail.ts";
import { makeMeeting, poster, voteByCode } from "./meetings.ts";
import { bearer, type DemoRole, people } from "./people.ts";
import { demoSurvey, makeLinkSurvey, publishSurvey, voteByLink } from "./surveys.ts";

/** A screen's URL, with ids of the demo in it. */
export async function fillIds(
  path: string,
  request: APIRequestContext,
  tokenFor: (role: DemoRole) => Promise<string>,
): Promise<string> {
  const [named, privacy, state] = /\{(?:(secret|confidential)-)?(running|ended)\}/.exec(path) ?? [];
  if (named) {
    const { _id } = await demoSurvey(request, state as "running", privacy as Survey["privacy"] | undefined);
    return path.replace(named, _id);
  }
  if (path === "{reset-link}") {
    await expect(
      await request.post("/api/auth/request-password-reset", { data: { email: people.user.email } }),
    ).toBeOK();
    return mailedLink({ request }, people.user.email, "Set a new password");
  }
  if (path.includes("{series}")) return path.replace("{series}", await makeSeries(request, tokenFor));
  if (path.includes("{meeting}")) return path.replace("{meeting}", await makeBegun(request, tokenFor, 1));
  if (path.includes("{voted-meeting}")) return path.replace("{voted-meeting}", await makeBegun(request, tokenFor, 3));
  if (path.includes("{taken-down}")) return path.replace("{taken-down}", await makeTakenDown(request, tokenFor));
  if (path.includes("{waiting-result}"))
    return path.replace("{waiting-result}", await makeWaiting(request, await tokenFor("surveyor")));
  if (path.includes("{list}")) return path.replace("{list}", await makeVoterList(request, await tokenFor("surveyor")));
  const [own, ownState] = /\{own-(meeting|running)\}/.exec(path) ?? [];
  if (own) return path.replace(own, await makeOwn(request, await tokenFor("surveyor"), ownState === "running"));
  if (!path.includes("{feedback}")) return path;
  const headers = bearer(await tokenFor("surveyor"));
  const answer = await request.get(`/api/all/feedback/${people.surveyor.email}`, { headers });
  const [first] = (await answer.json()) as { _id: string }[];
  return path.replace("{feedback}", first?._id ?? "missing");
}

/**
 * A question that was asked five times, the last time without votes: a phone doesn't have room for all days of the
 * chart.
 * @returns the id of the first survey
 */
async function makeSeries(request: APIRequestContext, tokenFor: (role: DemoRole) => Promise<string>): Promise<string> {
  const tokens = { surveyor: await tokenFor("surveyor"), admin: await tokenFor("admin") };
  const voters = [await tokenFor("user"), await tokenFor("pro-user"), tokens.admin];
  const as = { headers: bearer(tokens.surveyor) };
  const first = await publishSurvey(request, tokens, { title: "Is the kitchen quieter now?" });
  let id = first;
  for (const answers of [[1, 0, 0], [1, 1, 0], [1], [1, 0]]) {
    for (const [index, vote] of answers.entries()) {
      const data = { SurveyID: id, vote };
      await expect(await request.post("/api/serveyVoting", { headers: bearer(voters[index] ?? ""), data })).toBeOK();
    }
    await expect(await request.post(`/api/surveys/${id}/close`, as)).toBeOK();
    const again = await request.post(`/api/surveys/${id}/again`, as);
    await expect(again).toBeOK();
    id = ((await again.json()) as { insertedId: string }).insertedId;
    const headers = bearer(tokens.admin);
    const data = { status: 2, feedback: "" };
    await expect(await request.patch(`/api/surveys/${id}/status`, { headers, data })).toBeOK();
  }
  return first;
}

/**
 * A meeting of three people whose first question is open. `voted` people have voted; it ends once all have.
 * @returns its id
 */
async function makeBegun(
  request: APIRequestContext,
  tokenFor: (role: DemoRole) => Promise<string>,
  voted: number,
): Promise<string> {
  const { id, codes, open } = await makeMeeting(request, await tokenFor("surveyor"), 3);
  const question = await open("Shall the membership fee rise from 40 to 48 dollars a year?");
  for (const [index, code] of codes.slice(0, voted).entries())
    await voteByCode(request, question, code, index === 0 ? 1 : 0);
  if (voted < codes.length) return id;
  const isClosed = async () => (await (await request.get(`/api/meetings/${id}`)).json()).question.state === "closed";
  await expect.poll(isClosed).toBe(true);
  return id;
}

/** A meeting with an open question that an admin takes down. @returns its id */
async function makeTakenDown(
  request: APIRequestContext,
  tokenFor: (role: DemoRole) => Promise<string>,
): Promise<string> {
  const id = await makeBegun(request, tokenFor, 1);
  const feedback = { reason: "spam", feedback: "This is advertising." };
  await poster(request, await tokenFor("admin"))(`/admin/meetings/${id}/take-down`, feedback);
  return id;
}

/** A survey by open link with a vote, whose result its owner has not shown. @returns its id */
async function makeWaiting(request: APIRequestContext, token: string): Promise<string> {
  const id = await makeLinkSurvey(request, token, "Test: Shall we start at nine?", { results: "shown" });
  await voteByLink(request, id, 1);
  return id;
}

/** @returns the id of the list */
async function makeVoterList(request: APIRequestContext, token: string): Promise<string> {
  const headers = bearer(token);
  const made = await request.post("/api/voter-lists", { headers, data: { name: "Choir" } });
  const { insertedId } = (await made.json()) as { insertedId: string };
  const rows = [
    { label: "Ada Alto", email: "ada@example.org", group: "Alto" },
    { label: "Bob Bass", email: "bob@example.org", group: "Bass" },
    { email: "a.very.long.address.of.somebody@a-very-long-domain.example.org", group: "Soprano, second row" },
    { label: "Room 12" },
  ];
  await expect(await request.post(`/api/voter-lists/${insertedId}/people`, { headers, data: { rows } })).toBeOK();
  return insertedId;
}

/**
 * A meeting with a list and three questions, the same one for all tests of a server.
 * @param isRunning whether the first question is open
 * @returns its id
 */
async function makeOwn(request: APIRequestContext, token: string, isRunning: boolean): Promise<string> {
  const headers = bearer(token);
  const post = poster(request, token);
  // Reuses an earlier test's meeting, because a user can only have a few that have not ended.
  const name = isRunning ? "Spring assembly" : "General assembly";
  const own = (await (await request.get("/api/meetings?limit=100", { headers })).json()) as {
    _id: string;
    name: string;
  }[];
  const kept = own.find((meeting) => meeting.name === name);
  if (kept) return kept._id;
  const { insertedId: id } = await post<{ insertedId: string }>("/meetings", { name });
  const rows = Array.from({ length: 6 }, (_, index) => ({
    label: `Member ${index + 1}`,
    email: `member${index + 1}.${id.slice(-8)}@example.org`,
  }));
  // Its questions are secret, so people without an address wait until an admin allows codes.
  const waiting = isRunning ? [] : [{ label: "Flat 12" }, { label: "Flat 13" }];
  await post(`/surveys/${id}/invitations`, { rows: [...rows, ...waiting], waiting: true });
  const titles = [
    "Shall we renew the roof of the clubhouse?",
    "Shall the fee rise to 60 dollars?",
    "Is Ada our treasurer?",
  ];
  const drafts: { _id: string; version: number }[] = [];
  for (const Title of titles) drafts.push(await post(`/meetings/${id}/drafts`, { Title, minutes: 60 }));
  const [first] = drafts;
  if (isRunning) await post(`/meetings/${id}/questions`, { draft: first?._id, version: first?.version, after: null });
  return id;
}
