import { createHmac, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../server/database/database.ts";
import { tokenHash } from "../../server/database/tokenHash.ts";
import type { Tokens } from "../../server/session/tokens.ts";
import { signUpBody } from "../../server/testing/accounts.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../../server/testing/people.ts";
import { SECRET } from "../../server/testing/testConfig.ts";
import { rememberPeople } from "./fuzzPeople.ts";

/** The clients; the first six don't have a user's credentials. */
export const CALLERS = [
  "none",
  "unsigned",
  "forged",
  "expired",
  "invited",
  "cookieAlone",
  "user",
  "pro",
  "surveyor",
  "otherSurveyor",
  "admin",
] as const;
export type CallerName = (typeof CALLERS)[number];

export interface FuzzCaller {
  headers: Record<string, string>;
  /** The user that the server should recognize by the token; null for a visitor. */
  person: Person | null;
}

/** A text that only its owner and admins may see. */
interface Secret {
  text: string;
  /** Null if its owner doesn't send requests. */
  owner: Person | null;
}

/** The existing data: that of the clients, and that of a victim. */
interface Known {
  /** A published survey. */
  open: string;
  /** A published survey by open link. */
  byLink: string;
  /** A survey on which the invited client can vote. */
  invited: string;
  /** Meetings with an open question and a draft, by their owners' ids. */
  meetings: ReadonlyMap<string, { meeting: string; draft: string }>;
  ids: string[];
  emails: string[];
  /** Tokens of email links. */
  links: string[];
  othersIds: string[];
  othersEmails: string[];
}

export interface World {
  callers: Record<CallerName, FuzzCaller>;
  secrets: Secret[];
  known: Known;
  /** Renews all tokens: they are valid for 15 minutes, and a long run takes more. */
  renewTokens(): void;
  /** Restores all users and surveys: successful requests may have blocked, deleted, signed out or taken down some. */
  restore(): Promise<void>;
}

export interface WorldParts {
  app: FastifyInstance;
  database: Database;
  tokens: Tokens;
  /** Completes a started payment, as a browser does. */
  pay: (clientSecret: string) => Promise<unknown>;
}

/** The password of an account that has one. */
const COOKIE_EMAIL = "cookie@example.org";
const FORM = { Title: "Is this asked?", category: "Cleaning Tools", image: "https://example.org/a.webp" };

/** Creates users of each role, surveys, and a victim whose secrets are all marked, so that every leak is found. */
export async function makeWorld({ app, database, tokens, pay }: WorldParts): Promise<World> {
  const people = await createUsersOfEveryRole(database, tokens);
  const victim = await makePerson(database, tokens, { name: "Vera Victim", role: "surveyor" });
  const send = sender(app);
  // The survey is the victim's, because a survey's owner sees complete votes, and no client must.
  const { insertedId: open } = await send(victim, "POST", "/surveysForm", FORM);
  await send(people.admin, "PATCH", `/surveys/${open}/status`, { status: 2 });
  const confidential = await addPrivate(send, people, { privacy: "confidential", changeable: true });
  const secret = await addPrivate(send, people, { privacy: "secret" });
  const invited = await addInvited(send, app, people);
  const byLink = await addByLink(send, people);
  const owners = [people.surveyor, people.otherSurveyor, people.admin];
  const meetings = new Map(
    await Promise.all(owners.map(async (owner) => [owner.id, await addMeeting(send, owner)] as const)),
  );
  const { insertedId: waiting } = await send(people.otherSurveyor, "POST", "/surveysForm", FORM);
  const { insertedId: note } = await send(people.admin, "POST", "/feedback", {
    surveyId: waiting,
    feedback: "Well asked",
  });
  const { clientSecret } = await send(people.user, "POST", "/create-payment-intent", { price: 12 });
  await pay(clientSecret);
  const hidden = await addSecrets(send, database, { victim, admin: people.admin, open });

  const everyone = [...Object.values(people), victim];
  const cookie = await addCookie(app, database, people.user);
  const links = ["R", "V"].map((letter) => letter.repeat(43));
  const back = await rememberPeople(database, everyone, { member: people.pro, newcomer: people.user, links });
  const stored = await database.db
    .selectFrom("surveys")
    .selectAll()
    .where("id", "in", [waiting, hidden[0] ?? ""])
    .execute();
  const published = await database.db.selectFrom("surveys").select("id").where("status", "=", PUBLISHED).execute();
  const callers = makeCallers(people, { cookie, invited: invited.headers });
  return {
    callers,
    secrets: [
      ...hidden.map((text) => ({ text, owner: null })),
      ...everyone.flatMap((owner) => [owner.email, owner.sessionId, owner.token].map((text) => ({ text, owner }))),
    ],
    known: {
      open,
      byLink,
      invited: invited.id,
      meetings,
      ids: [
        open,
        confidential,
        secret,
        invited.id,
        waiting,
        note,
        people.user.id,
        people.pro.sessionId,
        clientSecret.split("_secret_")[0] ?? "",
        randomUUID(),
      ],
      emails: [people.user, people.pro, people.surveyor, people.admin].map(({ email }) => email).concat(COOKIE_EMAIL),
      links,
      othersIds: [...hidden, victim.id, victim.sessionId],
      othersEmails: [victim.email],
    },
    renewTokens() {
      for (const { headers, person } of Object.values(callers))
        if (person) headers.authorization = `Bearer ${tokens.sign({ userId: person.id, sessionId: person.sessionId })}`;
    },
    async restore() {
      await back();
      await database.db
        .insertInto("surveys")
        .values(stored)
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      await database.db
        .updateTable("surveys")
        .set({ status: WAITING })
        .where("id", "in", [waiting, hidden[0] ?? ""])
        .execute();
      // A survey that an admin took down is not found, so few requests about surveys would succeed.
      const publishedIds = published.map(({ id }) => id);
      const again = { status: PUBLISHED, sent_back_at: null, unpublished_for: null } as const;
      await database.db.updateTable("surveys").set(again).where("id", "in", publishedIds).execute();
      await database.db.updateTable("surveys").set({ closed_at: null, closed_by: null }).execute();
    },
  };
}

type Send = ReturnType<typeof sender>;

interface Answer {
  _id: string;
  insertedId: string;
  clientSecret: string;
  codes: { code: string }[];
  token: string;
}

function sender(app: FastifyInstance) {
  return async (as: Person, method: "POST" | "PATCH", path: string, payload: object) => {
    const headers = { authorization: `Bearer ${as.token}` };
    const response = await app.inject({ method, url: `/api${path}`, payload, headers });
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${response.payload}`);
    return response.json<Answer>();
  };
}

/** Creates a confidential or secret survey with votes and, if it accepts comments, a comment. @returns its id */
async function addPrivate(
  send: Send,
  { surveyor, admin, user, pro }: Awaited<ReturnType<typeof createUsersOfEveryRole>>,
  privacy: { privacy: "confidential" | "secret"; changeable?: boolean },
): Promise<string> {
  const deadline = new Date(Date.now() + 30 * 24 * 3600_000).toISOString();
  // Such surveys don't accept a picture from another site.
  const settings = { results: "afterClose", ...privacy, deadline, image: drawingPath("Cleaning Tools") };
  const { insertedId } = await send(surveyor, "POST", "/surveysForm", { ...FORM, ...settings });
  await send(admin, "PATCH", `/surveys/${insertedId}/status`, { status: 2 });
  for (const as of [user, pro])
    await send(as, "POST", "/serveyVoting", {
      SurveyID: insertedId,
      vote: 1,
      comments: "Well asked",
      ticket: randomBytes(16).toString("hex"),
    });
  return insertedId;
}

/**
 * Creates a survey for one invited person.
 * @returns its id, and the headers of the browser that opened the invitation
 */
async function addInvited(
  send: Send,
  app: FastifyInstance,
  { surveyor, admin }: Awaited<ReturnType<typeof createUsersOfEveryRole>>,
): Promise<{ id: string; headers: Record<string, string> }> {
  const { insertedId: id } = await send(surveyor, "POST", "/surveysForm", {
    ...FORM,
    electorate: "invited",
    changeable: true,
  });
  const { codes } = await send(surveyor, "POST", `/surveys/${id}/invitations`, { rows: [{ label: "Room 12" }] });
  await send(admin, "PATCH", `/surveys/${id}/status`, { status: 2 });
  const opened = await app.inject({ method: "POST", url: "/api/invitation", payload: { token: codes[0]?.code } });
  const [{ name, value } = { name: "", value: "" }] = opened.cookies;
  return { id, headers: { ...bearer(opened.json().token), cookie: `${name}=${value}` } };
}

/** Creates a survey by open link. @returns its id */
async function addByLink(
  send: Send,
  { surveyor, admin }: Awaited<ReturnType<typeof createUsersOfEveryRole>>,
): Promise<string> {
  const deadline = new Date(Date.now() + 24 * 3600_000).toISOString();
  const { insertedId } = await send(surveyor, "POST", "/surveysForm", { ...FORM, electorate: "link", deadline });
  await send(admin, "PATCH", `/surveys/${insertedId}/status`, { status: 2 });
  return insertedId;
}

/** Creates a meeting with an open question and a draft. */
async function addMeeting(send: Send, owner: Person): Promise<{ meeting: string; draft: string }> {
  const defaults = { privacy: "named", unsure: true, passRule: null, minutes: 60 };
  const { insertedId: meeting } = await send(owner, "POST", "/meetings", { name: "Assembly", defaults });
  await send(owner, "POST", `/surveys/${meeting}/invitations`, {
    rows: [{ label: "Room 12" }, { label: "Room 13" }],
  });
  const ticket = randomBytes(16).toString("hex");
  await send(owner, "POST", `/meetings/${meeting}/questions`, { question: { Title: "Is it asked here?" }, ticket });
  const { _id: draft } = await send(owner, "POST", `/meetings/${meeting}/drafts`, { Title: "Is it asked next?" });
  return { meeting, draft };
}

/** Creates the victim's secret data. @returns the texts and ids that would reveal it */
async function addSecrets(
  send: Send,
  { db }: Database,
  { victim, admin, open }: { victim: Person; admin: Person; open: string },
): Promise<string[]> {
  const mark = (what: string) => `SECRET-${what}-${randomBytes(6).toString("hex")}`;
  const [Title, Description, inapp, feedback, transaction_id, user_agent] = [
    mark("title"),
    mark("description"),
    mark("report"),
    mark("note"),
    mark("payment"),
    mark("agent"),
  ];
  const { insertedId: survey } = await send(victim, "POST", "/surveysForm", { ...FORM, Title, Description });
  const { insertedId: note } = await send(admin, "POST", "/feedback", { surveyId: survey, feedback });
  await send(victim, "POST", `/surveys/${open}/reports`, { inapp });
  await send(victim, "POST", "/serveyVoting", { SurveyID: open, vote: 1 });
  const payment = randomUUID();
  const paid = { id: payment, user_id: victim.id, price_cents: 1200, transaction_id, created_at: Date.now() };
  await db
    .insertInto("payments")
    .values({ ...paid, status: "paid" })
    .execute();
  await db.updateTable("sessions").set({ user_agent }).where("user_id", "=", victim.id).execute();
  return [survey, note, payment, Title, Description, inapp, feedback, transaction_id, user_agent];
}

/** A sign-in cookie, obtained as a browser does, whose session is then assigned to a user. */
async function addCookie(app: FastifyInstance, { db }: Database, owner: Person): Promise<string> {
  const payload = signUpBody({ name: owner.name, email: COOKIE_EMAIL });
  const signedUp = await app.inject({ method: "POST", url: "/api/auth/sign-up/email", payload });
  const [cookie] = signedUp.cookies;
  if (!cookie) throw new Error(`Signing up set no cookie: ${signedUp.payload}`);
  const token = tokenHash(cookie.value.split(".")[0] ?? "");
  await db.updateTable("sessions").set({ user_id: owner.id }).where("token", "=", token).execute();
  return `${cookie.name}=${encodeURIComponent(cookie.value)}`;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function makeCallers(
  people: Awaited<ReturnType<typeof createUsersOfEveryRole>>,
  { cookie, invited }: { cookie: string; invited: Record<string, string> },
): Record<CallerName, FuzzCaller> {
  const unidentified = (headers: Record<string, string>) => ({ headers, person: null });
  const by = (person: Person): FuzzCaller => ({ headers: bearer(person.token), person });
  const [head = "", body = ""] = people.admin.token.split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = (key: Buffer, sent: object) => {
    const signature = createHmac("sha256", key)
      .update(`${head}.${part(sent)}`)
      .digest("base64url");
    return bearer(`${head}.${part(sent)}.${signature}`);
  };
  const ours = Buffer.from(hkdfSync("sha256", SECRET, "", "survey-app access token", 32));
  const past = Math.floor(Date.now() / 1000) - 3600;
  return {
    none: unidentified({}),
    unsigned: unidentified(bearer(`${part({ alg: "none", typ: "JWT" })}.${body}.`)),
    // Signed with the secret itself, which is the key of cookies and not of tokens.
    forged: unidentified(signed(Buffer.from(SECRET), claims)),
    expired: unidentified(signed(ours, { ...claims, iat: past, exp: past + 900 })),
    invited: unidentified(invited),
    cookieAlone: unidentified({ cookie }),
    user: by(people.user),
    pro: by(people.pro),
    surveyor: by(people.surveyor),
    otherSurveyor: by(people.otherSurveyor),
    admin: by(people.admin),
  };
}
