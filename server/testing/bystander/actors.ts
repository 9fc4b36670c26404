import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { createUnlistedSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import type { LightMyRequestResponse } from "fastify";
import { type Account, signUp } from "../accounts.ts";
import { coOwners } from "../coOwners.ts";
import { linkSurveys } from "../linkVoters.ts";
import type { TestOrganization } from "../organization.ts";
import type { PaymentApp } from "../paymentApp.ts";
import { makePerson, type Person } from "../people.ts";
import type { TestApp } from "../testApp.ts";

/** Those who act while others only look on. A co-owner acts on surveys of another surveyor. */
export type ActingRole = "visitor" | "user" | "member" | "surveyor" | "coOwner" | "admin";

/** Where they act: the app, its provider of identities, and an admin who decides for them. */
export interface Stage {
  t: PaymentApp;
  organization: TestOrganization;
  staff: Person;
}

type Settings = Partial<RequestOf<typeof surveys.createSurvey>["body"]>;

/** The question of the surveys on which they act. */
export const FORM = {
  Title: "Is this a question?",
  category: "Food Preparation",
  image: "/categories/food-preparation.svg",
} as const;

export type Actor = ReturnType<typeof createActor>;

/** Creates the people who act in a role, new ones for each request, and their surveys. */
export function createActor(stage: Stage, role: ActingRole) {
  const { t, staff } = stage;
  const options = {
    name: "Ann Actor",
    role: role === "admin" ? "admin" : role === "surveyor" || role === "coOwner" ? "surveyor" : "user",
    isMember: role === "member",
  } as const;

  /** Someone with a confirmed address and this role, without a password. */
  const person = () => makePerson(t.database, t.tokens, options);

  /** Another survey of an owner, published if it has to be. */
  async function another(
    owner: Person,
    { isPublished = true, ...settings }: Settings & { isPublished?: boolean } = {},
  ): Promise<string> {
    const form: Settings = { ...FORM, deadline: new Date(Date.now() + 9 * DAY_MS).toISOString(), ...settings };
    if (options.role !== "user") return t.makeSurvey(owner, { ...form, ...(isPublished && { publishedBy: staff }) });
    const body = { ...FORM, electorate: "link" as const, ...form };
    return (await t.request(createUnlistedSurvey, { as: owner, body })).insertedId;
  }

  return {
    ...stage,
    role,
    options,
    person,
    another,
    request: t.request,
    /** Sends a request that `request` can't, and expects success. */
    send: async (...request: Parameters<TestApp["send"]>) => succeeded(await t.send(...request)),
    /** A person for endpoints that visitors use, too; undefined for a visitor. */
    anyone: async () => (role === "visitor" ? undefined : await person()),
    /** Someone with a password. */
    async account({ isConfirmed = true } = {}): Promise<Account> {
      const account = await signUp(t, options);
      if (isConfirmed)
        await t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", account.id).execute();
      return account;
    },
    /** A survey, its owner, and who acts on it: the owner or a co-owner. Those of users are in no public list. */
    async survey(settings: Parameters<typeof another>[1] = {}) {
      const owner = await person();
      const id = await another(owner, settings);
      return { id, owner, as: role === "coOwner" ? await coOwners(() => ({ t })).share(id, owner) : owner };
    },
    /** Publishes a survey that waits for review. */
    publish: (id: string) =>
      t.request(surveys.setSurveyStatus, { as: staff, params: { id }, body: { status: surveys.PUBLISHED } }),
    /** Someone who has nothing to do with it. */
    stranger: () => makePerson(t.database, t.tokens, { name: "Sid Stranger" }),
    /** Votes as a new person, or in a new browser. */
    async vote(id: string, more: object = {}): Promise<void> {
      const { electorate } = await t.request(surveys.getSurvey, { params: { id } });
      const links = linkSurveys(() => ({ t, surveyor: staff }));
      if (electorate === "link") return void succeeded(await links.vote(id, await links.open(id), 1));
      const as = await makePerson(t.database, t.tokens);
      await t.request(castVote, { as, body: { SurveyID: id, vote: 1, ...more } });
    },
  };
}

export function succeeded(response: LightMyRequestResponse): LightMyRequestResponse {
  if (response.statusCode !== 200) throw new Error(`It answered ${response.statusCode}: ${response.payload}`);
  return response;
}

/** Uses an endpoint with success, in all the ways that change rows. */
type Act = (actor: Actor) => Promise<unknown>;

/**
 * Acts by the names of endpoints; with `roles` where others than those who may send the request can do something with
 * it.
 */
export type Acts = Record<string, Act | { roles: readonly ActingRole[]; act: Act }>;

export const only = (roles: readonly ActingRole[], act: Act) => ({ roles, act });

/** An act of survey owners who are surveyors. */
export const byOwners = (act: Act) => only(["surveyor", "coOwner", "admin"], act);

/** An act of all owners, including users who ask a survey that isn't in any public list. */
export const byAnyOwner = (act: Act) => only(["user", "surveyor", "coOwner", "admin"], act);
