import { changeEmail, deleteMyAccount, verifyEmail } from "@survey-app/contract/account/account.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import type { Registration } from "@survey-app/contract/session/registration.ts";
import * as registration from "@survey-app/contract/session/registration.ts";
import { signIn, signUp } from "@survey-app/contract/session/session.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, signIn as signInByPassword, signUpBody } from "../testing/accounts.ts";
import { invitedSurveys, newTicket, secretSettings } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { createFirstAdmin } from "./firstAdmin.ts";
import { signInByProvider } from "./signIn.sql.ts";

const RULES: Record<Registration["kind"], Registration> = {
  open: { kind: "open", domains: [] },
  domains: { kind: "domains", domains: ["club.example"] },
  invited: { kind: "invited", domains: [] },
  closed: { kind: "closed", domains: [] },
};
const SURVEY_PAGE = "/surveydetails/01a21bf9-6509-7370-8000-035197c2c364";
/** Each person's address, and the settings that allow it an account. */
const ADDRESSES = {
  "a stranger": { email: "stranger@elsewhere.example", by: ["open"] },
  "at an allowed domain": { email: "member@club.example", by: ["open", "domains"] },
  "at a domain that ends alike": { email: "fake@notclub.example", by: ["open"] },
  "invited by an admin": { email: "guest@elsewhere.example", by: ["open", "domains", "invited"] },
  "on a survey's list": { email: "listed@elsewhere.example", by: ["open", "invited"] },
  "struck from a list": { email: "struck@elsewhere.example", by: ["open"] },
} as const;

describe.each(Object.keys(RULES) as Registration["kind"][])("REGISTRATION=%s", (kind) => {
  const rule = RULES[kind];
  let t: TestApp;
  let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
  beforeAll(async () => {
    t = await testApp({ registration: rule }, WITHOUT_POLLS);
    people = await createUsersOfEveryRole(t.database, t.tokens);
    const { listed, struck } = { listed: ADDRESSES["on a survey's list"], struck: ADDRESSES["struck from a list"] };
    const { id } = await invitedSurveys(() => ({ t, ...people })).makeOpen(0, {}, [listed.email, struck.email]);
    await t.database.db
      .updateTable("invitations")
      .set({ state: "struck" })
      .where("survey_id", "=", id)
      .where("email", "=", struck.email)
      .execute();
    await t.database.db
      .insertInto("account_invitations")
      .values({
        id: "invited-by-admin",
        email: ADDRESSES["invited by an admin"].email,
        expires_at: Date.now() + DAY_MS,
      })
      .execute();
    await sendEmails(t);
  });
  afterAll(() => t.close());

  const may = (by: readonly string[]) => by.includes(kind);
  const client = { ip: "127.0.0.1", userAgent: undefined, oldToken: null, deviceToken: null, language: null };
  const isStored = async (email: string) =>
    (await t.database.db.selectFrom("users").select("id").where("email", "=", email).execute()).length > 0;
  const forget = (email: string) =>
    t.database.db
      .updateTable("users")
      .set({ email: `gone-${Math.random()}` })
      .where("email", "=", email)
      .execute();
  /** The proof in the link that is sent to an address; null if none is. */
  async function proofFor(email: string): Promise<string | null> {
    const asked = await t.send(registration.requestSignUpLink, { body: { email, returnTo: `${SURVEY_PAGE}?vote=1` } });
    if (kind === "closed") {
      expect(asked.json()).toMatchObject({ code: "registrationClosed" });
      return null;
    }
    expect(asked.json()).toEqual({ success: true });
    const [sent] = (await sendEmails(t)).filter(({ to }) => to === email);
    const link = /\/signup\?(returnTo=[^#\s]+)#([^\s.]+\.[^\s.]+)\.(\S+)/.exec(sent?.text ?? "");
    if (!link) return null;
    // Without the answer that was picked, which a mailbox would keep.
    expect(link[1]).toBe(String(new URLSearchParams({ returnTo: SURVEY_PAGE })));
    expect(decodeURIComponent(link[3] ?? "")).toBe(email);
    return link[2] ?? null;
  }

  describe.each(Object.entries(ADDRESSES))("%s", (_, { email, by }) => {
    test("the form answers alike for everyone, and without a link no account arises", async () => {
      const response = await t.send(signUp, { body: signUpBody({ email: `other.${email}` }) });
      if (kind === "open") expect(response.statusCode).toBe(200);
      else
        expect(response.json()).toMatchObject({
          status: 409,
          code: kind === "closed" ? "registrationClosed" : "signUpLinkNeeded",
        });
    });

    test("by a link that is sent to the address, with a password", async () => {
      const proof = await proofFor(email);
      expect(proof !== null).toBe(may(by));
      if (proof === null) return;
      const other = await t.refused(signUp, { body: { ...signUpBody({ email: `x.${email}` }), proof } });
      expect(other).toMatchObject({ code: "linkSpent" });
      const response = await t.send(signUp, { body: { ...signUpBody({ email }), proof } });
      expect(response.statusCode, response.payload).toBe(200);
      const user = t.database.db.selectFrom("users").select(["id", "email_verified"]).where("email", "=", email);
      const { id, email_verified } = await user.executeTakeFirstOrThrow();
      expect(email_verified).toBe(1);
      if (email === ADDRESSES["invited by an admin"].email) expect(id).toBe("invited-by-admin");
      expect(await t.refused(signUp, { body: { ...signUpBody({ email }), proof } })).toMatchObject({
        code: kind !== "open" && email === ADDRESSES["invited by an admin"].email ? "linkSpent" : "emailTaken",
      });
      await forget(email);
    });

    test.each(["google", "facebook", "oidc"])(
      "by %s, only where the provider has confirmed the address",
      async (provider) => {
        if (email === ADDRESSES["invited by an admin"].email && kind !== "closed")
          await t.database.db
            .insertInto("account_invitations")
            .values({ id: `again-${provider}`, email, expires_at: Date.now() + DAY_MS })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        const identity = { subject: email, email, name: "Pat Provided", photoUrl: null, role: null, provider };
        const signInWith = (emailVerified: boolean) =>
          signInByProvider(t.database, { identity: { ...identity, emailVerified }, role: null }, rule, client);
        if (kind !== "open") expect(await signInWith(false)).toBe("notOpen");
        const done = await signInWith(true);
        if (may(by)) expect(done).toMatchObject({ user: { email } });
        else expect(done).toBe("notOpen");
        expect(await isStored(email)).toBe(may(by));
        // An account that exists signs in, whatever the setting.
        if (may(by))
          expect(
            await signInByProvider(
              t.database,
              { identity: { ...identity, emailVerified: true }, role: null },
              RULES.closed,
              client,
            ),
          ).toMatchObject({ user: { email } });
        await forget(email);
        await t.database.db.deleteFrom("accounts").where("account_id", "=", email).execute();
      },
    );
  });

  test("one mailbox has one account where the domain decides, and any number elsewhere; accounts that exist stay", async () => {
    const address = kind === "invited" ? "guest@elsewhere.example" : "twins@club.example";
    const tagged = address.replace("@", "+2@");
    const first = await proofFor(address);
    if (first === null) return;
    const second = address.replace("@", "+1@");
    const proof = await proofFor(second);
    const signUpAs = (email: string, proof: string | null) =>
      t.send(signUp, { body: { ...signUpBody({ email }), proof: proof ?? "" } });
    expect((await signUpAs(address, first)).statusCode).toBe(200);
    if (kind === "domains") {
      // The response is the same as for an address that has an account, and no link is sent.
      expect(await proofFor(address)).toBeNull();
      expect(await proofFor(tagged)).toBeNull();
      expect((await signUpAs(second, proof)).json()).toEqual({
        ...(await signUpAs(address, first)).json(),
        requestId: expect.any(String),
      });
      const identity = { subject: tagged, name: "Pat Provided", photoUrl: null, role: null, provider: "google" };
      const signInWith = (email: string) =>
        signInByProvider(
          t.database,
          { identity: { ...identity, email, emailVerified: true }, role: null },
          rule,
          client,
        );
      expect(await signInWith(tagged)).toBe("notOpen");
      // Accounts from before the setting still work.
      const { id } = await makePerson(t.database, t.tokens);
      await t.database.db.updateTable("users").set({ email: tagged }).where("id", "=", id).execute();
      expect(await signInWith(tagged)).toMatchObject({ user: { email: tagged } });
      await forget(tagged);
    } else if (kind === "open") expect((await signUpAs(second, proof)).statusCode).toBe(200);
    for (const email of [address, second]) await forget(email);
  });

  // Security: F06
  test("a mailbox whose account was deleted or has moved votes with its next one only on later surveys, where the domain decides", async () => {
    const open = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    const secret = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...secretSettings() });
    const vote = (as: Person, SurveyID = open) =>
      t.send(castVote, { as, body: { SurveyID, vote: 1, ticket: newTicket() } });
    const register = async (email: string) => {
      const proof = await proofFor(email);
      if (proof === null) return null;
      expect((await t.send(signUp, { body: { ...signUpBody({ email }), proof } })).statusCode).toBe(200);
      return signInByPassword(t, { email });
    };
    const address = kind === "invited" ? "guest@elsewhere.example" : `${crypto.randomUUID()}@club.example`;
    await forget(address);
    const first = await register(address);
    if (first === null) return;
    for (const id of [open, secret]) expect((await vote(first, id)).statusCode).toBe(200);
    await t.request(deleteMyAccount, { as: first, body: { email: address, password: PASSWORD } });
    const second = await register(kind === "domains" ? address.replace("@", "+again@") : address);
    if (second === null) return;
    for (const id of [open, secret])
      expect((await vote(second, id)).json()).toMatchObject(
        kind === "domains" ? { status: 409, code: "formerAccount" } : { insertedId: expect.any(String) },
      );
    if (kind !== "domains") return;
    const later = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    const tomorrow = { first_published_at: Date.now() + 2 * DAY_MS };
    await t.database.db.updateTable("surveys").set(tomorrow).where("id", "=", later).execute();
    expect((await vote(second, later)).statusCode).toBe(200);

    const [from, to] = [0, 1].map(() => `${crypto.randomUUID()}@club.example`) as [string, string];
    const mover = (await register(from)) as Person;
    expect((await vote(mover)).statusCode).toBe(200);
    await t.request(changeEmail, { as: mover, body: { email: to, password: PASSWORD } });
    const [sent] = (await sendEmails(t)).filter((email) => email.to === to);
    const [, token = ""] = /#(\S+)/.exec(sent?.text ?? "") ?? [];
    await t.request(verifyEmail, { body: { token, password: PASSWORD } });
    // The notice to the former address.
    await sendEmails(t);
    const successor = (await register(from)) as Person;
    expect((await vote(successor)).json()).toMatchObject({ code: "formerAccount" });
    // The account that moved has its vote, and votes on.
    const moved = await signInByPassword(t, { email: to });
    expect((await vote(moved)).statusCode).toBe(200);
    expect((await vote(moved, secret)).statusCode).toBe(200);
  });

  test("of several sign-ups of one mailbox at the same time one succeeds where the domain decides", async () => {
    if (kind !== "domains") return;
    const emails = Array.from({ length: 5 }, (_, index) => `at.once+${index}@club.example`);
    const proofs: (string | null)[] = [];
    for (const email of emails) proofs.push(await proofFor(email));
    const responses = await Promise.all(
      emails.map((email, index) => t.send(signUp, { body: { ...signUpBody({ email }), proof: proofs[index] ?? "" } })),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.json().code === "emailTaken")).toHaveLength(4);
  });

  test("people on a list vote without an account as before", async () => {
    const invited = invitedSurveys(() => ({ t, ...people }));
    const { id, codes } = await invited.makeOpen(1);
    const opened = await invited.open(codes[0] ?? "");
    expect((await invited.vote(id, opened, 1)).statusCode).toBe(200);
  });

  test("the first admin is created in any case, and signs in", async () => {
    const admin = { email: "first@elsewhere.example", password: PASSWORD };
    await t.database.db.updateTable("users").set({ role: "user" }).where("role", "=", "admin").execute();
    await createFirstAdmin(t.database, admin);
    const { id } = people.admin;
    await t.database.db.updateTable("users").set({ role: "admin" }).where("id", "=", id).execute();
    expect(await isStored(admin.email)).toBe(true);
    expect((await t.send(signIn, { body: admin })).statusCode).not.toBe(409);
  });
});

describe("an admin's invitation", () => {
  let t: TestApp;
  let admin: Person;
  beforeAll(async () => {
    t = await testApp({ registration: RULES.invited }, WITHOUT_POLLS);
    ({ admin } = await createUsersOfEveryRole(t.database, t.tokens));
  });
  afterAll(() => t.close());

  const invite = (email: string) => t.request(registration.inviteToAccount, { as: admin, body: { email } });
  async function proofOf(email: string): Promise<string> {
    const [sent] = (await sendEmails(t)).filter(({ to }) => to === email);
    return /\/signup#([^\s.]+\.[^\s.]+)\./.exec(sent?.text ?? "")?.[1] ?? "";
  }
  const trySignUp = (email: string, proof: string) => t.send(signUp, { body: { ...signUpBody({ email }), proof } });

  test("is emailed, listed, accepted once, and logged without the address", async () => {
    const email = "new@elsewhere.example";
    const { insertedId } = await invite(email);
    expect(await t.request(registration.listAccountInvitations, { as: admin })).toMatchObject([{ email }]);
    const proof = await proofOf(email);
    const [event] = await t.request(listAuditEvents, { as: admin, query: {} });
    expect(event).toMatchObject({
      action: "accountInvited",
      about: { id: insertedId, email: null },
      before: {},
      after: {},
    });
    expect((await trySignUp(email, proof)).statusCode).toBe(200);
    expect(await t.request(registration.listAccountInvitations, { as: admin })).toEqual([]);
    const [named] = await t.request(listAuditEvents, { as: admin, query: {} });
    expect(named).toMatchObject({ about: { id: insertedId, email } });
    await t.database.db.updateTable("users").set({ email: "gone" }).where("email", "=", email).execute();
    expect((await trySignUp(email, proof)).json()).toMatchObject({ code: "linkSpent" });
  });

  test("is used up by an account that moves to its address, which no second account can have then", async () => {
    const email = "moved@elsewhere.example";
    const mover = "mover@elsewhere.example";
    await invite(mover);
    await trySignUp(mover, await proofOf(mover));
    const as = await signInByPassword(t, { email: mover });
    await invite(email);
    const proof = await proofOf(email);
    await t.request(changeEmail, { as, body: { email, password: PASSWORD } });
    const [sent] = (await sendEmails(t)).filter(({ to }) => to === email);
    const token = /#([\w-]+)/.exec(sent?.text ?? "")?.[1] ?? "";
    await t.request(verifyEmail, { as, body: { token } });
    expect(await t.request(registration.listAccountInvitations, { as: admin })).toEqual([]);
    await t.database.db.updateTable("users").set({ email: "gone2" }).where("email", "=", email).execute();
    expect((await trySignUp(email, proof)).json()).toMatchObject({ code: "linkSpent" });
  });

  test("is worth nothing once it is revoked or expired, with a link that was sent before", async () => {
    const [revoked, expired] = ["revoked@elsewhere.example", "expired@elsewhere.example"] as const;
    const { insertedId: id } = await invite(revoked);
    const proof = await proofOf(revoked);
    await t.request(registration.revokeAccountInvitation, { as: admin, params: { id } });
    expect(await t.refused(registration.revokeAccountInvitation, { as: admin, params: { id } })).toMatchObject({
      status: 404,
    });
    expect((await trySignUp(revoked, proof)).json()).toMatchObject({ code: "linkSpent" });
    await invite(expired);
    const late = await proofOf(expired);
    await t.database.db
      .updateTable("account_invitations")
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect((await trySignUp(expired, late)).json()).toMatchObject({ code: "linkSpent" });
    expect((await trySignUp(expired, "later.forged")).json()).toMatchObject({ code: "linkSpent" });
  });

  test("is refused for an address with an account, and beyond the limit, also of several at the same time", async () => {
    expect(await t.refused(registration.inviteToAccount, { as: admin, body: { email: admin.email } })).toMatchObject({
      code: "emailTaken",
    });
    const rows = Array.from({ length: registration.ACCOUNT_INVITATIONS_MAX }, (_, index) => ({
      id: `many-${index}`,
      email: `many-${index}@elsewhere.example`,
      expires_at: Date.now() + DAY_MS,
    }));
    await t.database.db.insertInto("account_invitations").values(rows).execute();
    await t.database.db.deleteFrom("account_invitations").where("id", "=", "many-0").execute();
    const { db } = t.database;
    const stored = await db
      .selectFrom("account_invitations")
      .select("id")
      .where("expires_at", ">", Date.now())
      .execute();
    const free = registration.ACCOUNT_INVITATIONS_MAX - stored.length;
    const sent = Array.from({ length: free + 4 }, (_, index) =>
      t.send(registration.inviteToAccount, { as: admin, body: { email: `at-once-${index}@elsewhere.example` } }),
    );
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(Math.max(0, free));
    const one = { as: admin, body: { email: "one.more@elsewhere.example" } };
    expect(await t.refused(registration.inviteToAccount, one)).toMatchObject({ code: "tooManyInvited" });
  });
});
