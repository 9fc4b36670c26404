import { randomUUID } from "node:crypto";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { expect } from "vitest";
import { invitedSurveys, newTicket, type Opened } from "./invitedSurveys.ts";
import { makePerson, type Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** The answer of every vote. */
export const ANSWER = 1;

/** The ways to vote; in the third, an account holds the address that the link was sent to. */
export const WAYS = [
  "an account on an open survey",
  "an account on a list",
  "a link, while the address has an account",
  "a code",
] as const;
export type Way = (typeof WAYS)[number];

/** A survey on which one person can vote. */
export interface Scene {
  id: string;
  /**
   * The voter's account, or the one with the invited address; with a code, an account that has nothing to do with it.
   */
  reader: Person;
  /** Casts the vote. @returns the headers of the browser that opened a link or code; null for a vote by account */
  vote(): Promise<Opened | null>;
}

/** Makes a survey for each way to vote. @param given the app, the surveys' owner, and the admin who publishes them */
export function waysToVote(given: () => { t: TestApp; surveyor: Person; admin: Person }) {
  const invited = invitedSurveys(given);
  type Settings = Parameters<typeof invited.make>[0];
  const makeReader = () => makePerson(given().t.database, given().t.tokens, { isMember: true });
  const cast = async (SurveyID: string, as: Person) => {
    await given().t.request(castVote, { as, body: { SurveyID, vote: ANSWER, ticket: newTicket() } });
    return null;
  };
  const castOpened = async (id: string, code = "") => {
    const opened = await invited.open(code);
    expect((await invited.vote(id, opened, ANSWER)).statusCode).toBe(200);
    return opened;
  };
  const scenes: Record<Way, (settings: Settings) => Promise<Scene>> = {
    "an account on an open survey": async (settings) => {
      const { t, surveyor, admin } = given();
      const id = await t.makeSurvey(surveyor, { ...settings, publishedBy: admin });
      const reader = await makeReader();
      return { id, reader, vote: () => cast(id, reader) };
    },
    "an account on a list": async (settings) => {
      const reader = await makeReader();
      const { id } = await invited.makeOpen(0, settings, [reader.email]);
      return { id, reader, vote: () => cast(id, reader) };
    },
    "a link, while the address has an account": async (settings) => {
      const reader = await makeReader();
      const { id } = await invited.makeOpen(0, settings, [reader.email]);
      return { id, reader, vote: async () => castOpened(id, (await invited.linksOf(id))[0]) };
    },
    "a code": async (settings) => {
      const { id, codes } = await invited.makeOpen(1, settings);
      return { id, reader: await makeReader(), vote: () => castOpened(id, codes[0]) };
    },
  };
  return {
    invited,
    /** A survey without a vote. */
    prepare: (way: Way, settings: Settings) => scenes[way](settings),
    /** A survey with the vote. */
    async cast(way: Way, settings: Settings): Promise<Omit<Scene, "vote"> & { opened: Opened | null }> {
      const { vote, ...scene } = await scenes[way](settings);
      return { ...scene, opened: await vote() };
    },
    /** Changes the address of a person's account. @returns the account in a new session */
    async moveTo(reader: Person, email: string): Promise<Person> {
      await setEmail(reader, email);
      return inNewSession({ ...reader, email });
    },
    /**
     * Gives the address of a person's account to another account.
     * @returns both accounts in new sessions
     */
    async passAddressOn(reader: Person): Promise<{ former: Person; heir: Person }> {
      const moved = `moved-${reader.id}@example.org`;
      const heir = await makeReader();
      await setEmail(reader, moved);
      await setEmail(heir, reader.email);
      return {
        former: await inNewSession({ ...reader, email: moved }),
        heir: await inNewSession({ ...heir, email: reader.email }),
      };
    },
  };

  async function setEmail({ id }: Person, email: string): Promise<void> {
    await given().t.database.db.updateTable("users").set({ email }).where("id", "=", id).execute();
  }

  /** The same account in another session: the server caches who sends a request for a second. */
  async function inNewSession(person: Person): Promise<Person> {
    const sessionId = randomUUID();
    const { t } = given();
    const { db } = t.database;
    const session = await db
      .selectFrom("sessions")
      .selectAll()
      .where("id", "=", person.sessionId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("sessions")
      .values({ ...session, id: sessionId, token: sessionId })
      .execute();
    return { ...person, sessionId, token: t.tokens.sign({ userId: person.id, sessionId }) };
  }
}
