import { rmSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { AppConfig } from "../config/config.ts";
import { createEventBus } from "../database/events.ts";
import { openStream } from "./eventStream.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "./people.ts";
import { scenarios } from "./scenario.ts";
import { type AnyRequest, type TestApp, testApp, urlOf, WITHOUT_POLLS } from "./testApp.ts";

/**
 * For twin tests: two databases that differ only in what others answered must give the same responses, byte by byte,
 * where the answers are hidden. The second one is the first with other answers (`changeAnswers`), as if they had been
 * cast like that.
 */

/** Readers by name; undefined for a visitor. */
export type Readers = Record<string, Person | undefined>;

export type TwinApp = Awaited<ReturnType<typeof startTwins>>;

/** Starts an app with pages, and with two who vote. @param settings more of them */
export async function startTwins(settings: Partial<AppConfig> = {}) {
  const events = createEventBus(null);
  const parts = { ...WITHOUT_POLLS, events };
  const t = await testApp({ pages: true, ...settings }, parts);
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  return {
    ...t,
    events,
    people,
    scenario: scenarios(() => ({ t, ...people })),
    /** A voter whose own answer stays the same. */
    voter: await makePerson(t.database, t.tokens, { name: "Vera Voter", isMember: true }),
    /** Another voter, whose answer differs; the others request this person's participations. */
    other: await makePerson(t.database, t.tokens, { name: "Otto Other", isMember: true }),
  };
}

/** Everything that these people can read about a survey, by reader and response. @param mask removes what may differ */
export async function readEverything(
  t: TwinApp,
  id: string,
  readers: Readers,
  mask = withoutHashes,
): Promise<Record<string, string>> {
  // Nothing may come from a cache.
  t.events.emit("all", "content");
  const found: Record<string, string> = {};
  for (const [who, as] of Object.entries(readers)) {
    for (const [name, endpoint, request] of readingRequests(t, id, as)) {
      const response = await t.send(endpoint, { ...request, as });
      const { etag: _, date: __, "x-request-id": ___, "server-timing": ____, ...headers } = response.headers;
      const shown = `${response.statusCode} ${JSON.stringify(headers)} ${response.payload}`;
      found[`${who} ${name} ${JSON.stringify(request.query)}`] = mask(shown);
    }
  }
  const ofSurvey = ["surveydetails/ID", "vote/ID", "surveys/ID/results", "surveys/ID/feed.atom", "embed/surveys/ID"];
  ofSurvey.push("surveys/ID/present", "surveys/ID/flyer");
  const ofAll = ["", "surveysPages", "surveysPages?by=votes", "feed.atom", "feed.json", "sitemap.xml"];
  for (const path of [...ofAll, ...ofSurvey].map((path) => `/${path.replace("ID", id)}`))
    found[`page ${path}`] = mask((await t.app.inject({ url: path })).payload);
  found.card = await readCard(t, id);
  for (const path of [
    urlOf(votes.streamSurveyTotals, { params: { id } }),
    urlOf(votes.streamTotals, { query: { surveys: id } }),
  ]) {
    const stream = await openStream(t.app, path);
    await stream.next(({ data }) => data.surveyId === id);
    found[`stream ${path}`] = stream.text().replace(/^retry: \d+/, "RETRY");
  }
  found.outbox = JSON.stringify(
    await t.database.db.selectFrom("outbox").select(["kind", "details"]).orderBy("id").execute(),
  );
  found.numbers = JSON.stringify(await t.database.db.selectFrom("email_numbers").selectAll().execute());
  return found;
}

/** The card's address and picture, drawn again. */
async function readCard(t: TestApp, id: string): Promise<string> {
  rmSync(join(t.dataDir, "cards"), { recursive: true, force: true });
  const moved = await t.app.inject({ url: `/surveys/${id}/card.png` });
  const url = String(moved.headers.location);
  return `${url} ${(await t.app.inject({ url })).rawPayload.toString("base64")}`;
}

/** The names of what differs between two readings. */
export const differing = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(before).filter((key) => before[key] !== after[key]);

/** Requests to every endpoint that only reads, about the survey and about someone who voted. */
function readingRequests(t: TwinApp, id: string, as: Person | undefined): [string, Endpoint, AnyRequest][] {
  const params = { id, email: as === t.voter ? t.voter.email : t.other.email, page: "privacy" };
  const plain = (query: Record<string, unknown> = {}): AnyRequest => ({ params, query });
  const requests: Record<string, AnyRequest[]> = {
    "surveys.listMySurveys": [plain({ email: (as ?? t.people.surveyor).email })],
    "surveys.listPublishedSurveys": [plain(), plain({ by: "votes" }), plain({ q: "hidden", by: "votes" })],
    "sharing.getOembed": [plain({ url: `${t.config.publicUrl}/surveydetails/${id}` })],
    "emailTrail.findEmails": [plain({ address: t.voter.email }), plain({ address: t.other.email })],
    "votes.listMyChoices": [plain({ surveys: id })],
    "liveTotals.listTotals": [plain({ surveys: id })],
    "votes.listSurveyVotes": [
      plain(),
      plain({ vote: 1 }),
      plain({ commented: 1, order: "oldest" }),
      plain({ q: "Some" }),
      plain({ q: "S", vote: 0 }),
    ],
    "comments.listComments": [plain(), plain({ vote: 1 }), plain({ vote: 2 })],
  };
  return [...endpoints].flatMap(([name, endpoint]) =>
    endpoint.method === "GET" && !endpoint.stream && name !== "session.getSession"
      ? (requests[name] ?? [plain()]).map((request): [string, Endpoint, AnyRequest] => [name, endpoint, request])
      : [],
  );
}

/** Nonces, ids of requests, times and the free space of the disk differ with every response. */
export const comparable = (text: string): string =>
  text
    .replaceAll(/"requestId":"[^"]*"/g, "REQUEST")
    .replaceAll(/nonce(="|-)[\w+/=-]+/g, "NONCE")
    .replaceAll(/"(now|dehydratedAt|dataUpdatedAt|exportedAt)":("[^"]*"|\d+)/g, "TIME")
    // Other programs use the disk, too.
    .replaceAll(/"freeBytes":\d+/g, "FREE");

/** Hashes, seals and receipts differ between twins with a public ledger. */
const withoutHashes = (text: string) =>
  comparable(text)
    .replaceAll(/\b[0-9a-f]{64}\b/g, "HASH")
    .replaceAll(/\b\d+(-[0-9a-f]{4}){4}\b/g, "RECEIPT");
