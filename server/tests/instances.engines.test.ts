import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { createApp } from "../app.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { createMailer } from "../mail/mailer.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import type { Transport } from "../mail/transport.ts";
import { enqueueMembershipReminders } from "../payments/membershipEnds.sql.ts";
import { insertPayment } from "../payments/payments.sql.ts";
import { createSettlement } from "../payments/settlement.ts";
import { sandboxStripeProvider } from "../payments/stripe.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { startSandboxStripe } from "../sandbox/payments/stripe.ts";
import { createFirstAdmin } from "../session/firstAdmin.ts";
import { removeExpired } from "../session/session.sql.ts";
import { createTokens } from "../session/tokens.ts";
import { insertSurvey } from "../surveys/surveys.sql.ts";
import { emptyDatabase, type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { outboxRows } from "../testing/mail.sql.ts";
import { booksOf } from "../testing/memberships.sql.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { PUBLIC_URL, SECRET, testConfig } from "../testing/testConfig.ts";

const mailerWith = (database: Database, send: Transport["send"]) =>
  createMailer(database, {
    languages: ["en"],
    contactEmail: null,
    publicUrl: "https://survey.example",
    from: "no-reply@survey.example",
    site: testConfig.site,
    limits: true,
    unsubscribeUrl: () => "",
    signUpLink: async () => null,
    invitationLink: async () => null,
    onInvitation: async () => {},
    isOwnerKnown: async () => false,
    whyUnsent: async () => null,
    keepTrail: async () => null,
    aboutMeeting: async () => null,
    aboutSurvey: async () => null,
    transport: { send, close: () => {} },
    log: { warn: () => {}, error: () => {} },
  });

const tokens = createTokens(SECRET, PUBLIC_URL);
const FAR = new Date(Date.now() + 365 * DAY_MS).getFullYear();

// Several instances require PostgreSQL: a SQLite file belongs to one machine.
describe.runIf(inject("engine") === "postgres")("several instances on one database", () => {
  /** The database without an app, because an app would have its own mailer. */
  let t: FreshDatabase;
  let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
  /** Three connection pools, like those of three processes. */
  let three: MainDatabase[];
  beforeAll(async () => {
    t = await freshDatabase();
    people = await createUsersOfEveryRole(t.database, tokens);
    three = Array.from({ length: 3 }, () => openDatabase({ ...t, connections: 8 }));
  });
  afterAll(async () => {
    await Promise.all(three.map((each) => each.close()));
    await t.remove();
  });

  // Security: R36
  test("that start together on an empty database create its tables and its first admin once", async () => {
    const empty = await emptyDatabase();
    const instances = Array.from({ length: 3 }, () => openDatabase(empty));
    try {
      const admin = { email: "first@example.org", password: "long enough" };
      await Promise.all(instances.map((database) => migrate(database)));
      expect(await Promise.all(instances.map((each) => createFirstAdmin(each, admin)))).toEqual([true, true, true]);
      const [{ db } = t.database] = instances;
      expect(await db.selectFrom("users").select(["email", "role"]).execute()).toEqual([
        { email: admin.email, role: "admin" },
      ]);
    } finally {
      await Promise.all(instances.map((each) => each.close()));
      await empty.remove();
    }
  });

  test("send each mail once, and share the work", async () => {
    const addresses = Array.from({ length: 45 }, (_, index) => `once-${index}@example.org`);
    for (const address of addresses)
      await enqueueEmail(t.database, address, { kind: "membershipEnds", until: Date.now(), canRenew: true });
    const sent: string[] = [];
    const senders = new Set<MainDatabase>();
    const allSend = Promise.withResolvers<void>();
    const mailers = three.map((database) =>
      mailerWith(database, async ({ to }) => {
        sent.push(to);
        // Waits until all three have claimed emails.
        if (senders.add(database).size === 3) allSend.resolve();
        await allSend.promise;
      }),
    );
    await Promise.all(mailers.map((mailer) => mailer.sendDue()));
    expect(sent.sort()).toEqual(addresses.sort());
  });

  test("a slow mailer leaves its emails to the others", async () => {
    const [database] = three as [MainDatabase];
    for (const address of ["soon@example.org", "late@example.org"])
      await enqueueEmail(database, address, { kind: "membershipEnds", until: Date.now(), canRenew: true });
    const sent: string[] = [];
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      await mailerWith(database, async ({ to }) => {
        sent.push(to);
        vi.setSystemTime(Date.now() + 90_000); // longer than any timeout for a mail server
      }).sendDue();
    } finally {
      vi.useRealTimers();
    }
    expect(sent).toEqual(["soon@example.org"]);
    expect(await outboxRows(database, "late@example.org")).toMatchObject([{ attempts: 1 }]);
  });

  test("run the hourly jobs concurrently, and the work is done once", async () => {
    const member = await makePerson(t.database, tokens, { isMember: true });
    const ends_at = Date.now() + 10 * DAY_MS;
    await t.database.db.updateTable("memberships").set({ ends_at }).where("user_id", "=", member.id).execute();
    const enqueued = await Promise.all(three.map((database) => enqueueMembershipReminders(database, true)));
    expect(enqueued.reduce((sum, each) => sum + each, 0)).toBe(1);
    await Promise.all(three.map(removeExpired));
  });

  test("check the same payments, and settle each once", async () => {
    const stripe = await startSandboxStripe({ dataDir: null, webhookUrl: null });
    try {
      const provider = sandboxStripeProvider(stripe);
      for (const isPaid of [true, true, false, false]) {
        const payer = await makePerson(t.database, tokens);
        const intent = await provider.create(payer.id, payer.id);
        const id = crypto.randomUUID();
        await insertPayment(t.database, { id, userId: payer.id, cents: 1200, transactionId: intent.id });
        const card = { number: "4242424242424242", expMonth: 12, expYear: FAR, cvc: "123" };
        if (isPaid) await stripe.cards.confirm(intent.clientSecret, card);
      }
      const tomorrow = Date.now() + 25 * HOUR_MS;
      await Promise.all(three.map((each) => createSettlement(each, provider).reconcile({ now: tomorrow })));
      const books = await booksOf(t.database);
      expect(books.map(({ status, memberships }) => `${status} ${memberships}`).sort()).toEqual([
        "failed 0",
        "failed 0",
        "paid 1",
        "paid 1",
      ]);
    } finally {
      await stripe.close();
    }
  });

  describe("with limits", () => {
    let apps: FastifyInstance[];
    beforeAll(async () => {
      apps = await Promise.all(
        three.map((each) => createApp({ ...testConfig, dataDir: t.dataDir, limits: true }, each)),
      );
    });
    afterAll(async () => void (await Promise.all(apps.map((app) => app.close()))));

    /** Sends concurrent requests to the instances in turn. @returns how many succeeded */
    async function passing(count: number, call: { path: string }, payload: object, token?: string): Promise<number> {
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      const answers = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          apps[index % apps.length]?.inject({ method: "POST", url: API_PREFIX + call.path, payload, headers }),
        ),
      );
      return answers.filter((response) => response?.statusCode !== 429).length;
    }

    test("limits hold for all of them together: exact, except votes per minute, with a sixth more for each further instance", async () => {
      expect(await passing(400, session.signIn, { email: "", password: "" })).toBe(300);
      const vote = { SurveyID: "none", vote: 1 };
      const passed = await passing(300, votes.castVote, vote, people.user.token);
      expect(passed).toBeGreaterThanOrEqual(120);
      expect(passed).toBeLessThan(120 + 2 * 20);
      // Votes at a normal pace are not counted in the database.
      await passing(15, votes.castVote, vote, people.pro.token);
      const counted = await t.database.db.selectFrom("rate_limit_counts").select("key").execute();
      expect(counted.map(({ key }) => key).filter((key) => key.endsWith(people.pro.id))).toEqual([]);
    });
  });

  test("votes have their own connections: they don't wait behind slow lists", async () => {
    const id = crypto.randomUUID();
    const form = { title: "Is this a question?", description: "", category: "Food Preparation", image: "" };
    const running = { status: PUBLISHED, starts_at: Date.now(), ends_at: null };
    await insertSurvey(t.database, { id, owner_id: people.surveyor.id, ...form, ...running });
    const [database] = three as [MainDatabase];
    const app = await createApp({ ...testConfig, dataDir: t.dataDir }, database);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    try {
      // All connections except those reserved for votes.
      const slow = [database, database, database, database.forSearches, database.forSearches].map((each) =>
        each.transaction(() => released),
      );
      const vote = { SurveyID: id, vote: 1 };
      const headers = { authorization: `Bearer ${people.user.token}` };
      const cast = await app.inject({ method: "POST", url: API_PREFIX + votes.castVote.path, payload: vote, headers });
      expect(cast.statusCode).toBe(200);
      expect((await app.inject(API_PREFIX + surveys.listLatestSurveys.path)).statusCode).toBe(503);
      release();
      await Promise.all(slow);
    } finally {
      release();
      await app.close();
    }
  });
});
