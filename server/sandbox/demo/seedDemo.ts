import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "@survey-app/contract/ballots/ballots.ts";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { passRuleKey } from "@survey-app/contract/ballots/passRule.ts";
import { DEMO_PASSWORD, demoAccounts } from "@survey-app/contract/session/demoAccounts.ts";
import { IMAGE_WIDTHS } from "@survey-app/contract/surveys/imageWidths.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { PRO_PRICE } from "@survey-app/contract/text/limits.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { NO, UNSURE, YES } from "@survey-app/contract/votes/votes.ts";
import { SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { v7 as uuidv7 } from "uuid";
import { chainVotes } from "../../ballots/voteChain.ts";
import type { Database } from "../../database/database.ts";
import { encodeForSearch } from "../../database/searchText.ts";
import { type ImageStore, imageUrl } from "../../images/store.ts";
import { insertPasswordUser } from "../../session/accounts.sql.ts";
import { passwordHasher } from "../../session/passwords/passwordHash.ts";
import { storeQuestionHash } from "../../surveys/question.sql.ts";
import type { Ballot } from "../../votes/storing/ballot.ts";
import { hashOfTicket } from "../../votes/storing/secretBallot.ts";
import { storeBallots } from "../../votes/storing/votes.sql.ts";
import { integrationRows } from "./demoIntegrations.ts";
import { type DemoTokens, makeList } from "./demoInvitations.ts";
import { DEMO_TRANSACTION_ID } from "./demoPayment.sql.ts";
import { feedbackRows, outcomeRows, reportRows } from "./demoReview.ts";
import {
  countRows,
  findLedgers,
  fixEnds,
  insertRows,
  insertSecretResults,
  isEmpty,
  type SecretResult,
} from "./demoRows.sql.ts";
import { type DemoSurvey, demoSurveys, startOf } from "./demoSurveys.ts";
import { noComments, voters, yesComments } from "./voters.ts";

/** Every sixth voter changes their vote, where a survey offers that. */
const CHANGED = 6;
/** Every fifth voter is not sure, where a survey offers that. */
const NOT_SURE = 5;
const PICTURES = join(import.meta.dirname, "pictures");
/**
 * From this many votes on the demo's own accounts are among a survey's voters, so that their dashboards show something.
 */
const WELL_VISITED = 27;

interface Person {
  id: string;
  email: string;
  isMember: boolean;
}

interface People {
  /** Ids. */
  admin: string;
  surveyor: string;
  pro: Person;
  user: Person;
  voters: Person[];
}

/**
 * Fills an empty database with accounts, surveys and votes in one transaction; does nothing to any other database.
 * @param storedOf what is stored of the link or code of an invitation
 */
export async function seedDemo(database: Database, store: ImageStore, storedOf: DemoTokens): Promise<void> {
  if (!(await isEmpty(database))) return;
  const passwordHash = await passwordHasher.hash(DEMO_PASSWORD);
  const images = await Promise.all(demoSurveys.map(({ picture }) => (picture ? copyPicture(store, picture) : null)));
  const now = Date.now();
  const secretBallots = await database.transaction(async (tx) => {
    await tx.dialect.acquireMigrationLock(tx.db);
    // Another instance may have filled the database while the pictures were copied.
    if (!(await isEmpty(tx))) return [];
    const people = await addPeople(tx, passwordHash, now);
    await addMemberships(tx, people, now);
    const surveys = demoSurveys.map((question, index) => ({
      question,
      id: surveyId(question, index, now),
      image: imageOf(question, images[index]),
    }));
    // As uploads of the surveyor, so that they can be used in surveys like any other.
    const uploads = images
      .filter((image) => image !== null)
      .map((image) => ({ ...image, owner_id: people.surveyor, created_at: now, removed_at: null }));
    await insertRows(tx, "images", uploads);
    await insertRows(
      tx,
      "surveys",
      surveys.map(({ question, id, image }) => surveyRow(question, { id, image, ownerId: people.surveyor, now })),
    );
    for (const { id } of surveys) await storeQuestionHash(tx, id);
    const invited = surveys.filter(({ question }) => question.settings?.electorate === "invited");
    const lists = invited.map(({ id, question }) =>
      makeList(id, { people: [...people.voters, people.pro, people.user], openedAt: startOf(question, now), storedOf }),
    );
    for (const { invitations, days } of lists) {
      await insertRows(tx, "invitations", invitations);
      await insertRows(tx, "invitation_days", days);
    }
    const invitationOf = (vote: DemoVote) =>
      lists.find(({ surveyId }) => surveyId === vote.survey_id)?.invitationOf.get(vote.user_id) ?? null;
    const ledgers = await findLedgers(tx);
    const chain = chainVotes((id) => ledgers.get(id) ?? { key: "", start: "" });
    await insertRows(
      tx,
      "votes",
      chain(
        surveys.flatMap(({ question, id }, index) => {
          if (isSecret(question)) return [];
          const votes = voteRows(question, id, index, people, now).map((vote) => ({
            ...vote,
            invitation_id: invitationOf(vote),
          }));
          return question.settings?.changeable ? withChanges(votes) : votes;
        }),
      ),
    );
    const secret = surveys.flatMap(({ question, id }, index) =>
      isSecret(question) ? [{ question, rows: voteRows(question, id, index, people, now) }] : [],
    );
    await insertRows(tx, "feedback", feedbackRows(surveys, people.admin, now));
    await insertRows(tx, "outcomes", outcomeRows(surveys, now));
    await insertRows(tx, "reports", reportRows(surveys, [people.user, people.pro], now));
    const { apiKey, webhook, deliveries } = integrationRows(people.surveyor, surveys[0]?.id ?? "", now);
    await insertRows(tx, "api_keys", [apiKey]);
    await insertRows(tx, "webhooks", [webhook]);
    await insertRows(tx, "webhook_deliveries", deliveries);
    await countRows(tx);
    await insertSecretResults(
      tx,
      secret.filter(({ question }) => hasEnded(question)).map(({ rows }) => secretResultOf(rows)),
    );
    await fixEnds(tx);
    return secret.filter(({ question }) => !hasEnded(question)).flatMap(({ rows }) => rows.map(secretBallotOf));
  });
  // Through the code that stores votes: nothing else writes the sums of an open secret survey.
  if (secretBallots.length > 0) await storeBallots(database, secretBallots);
}

const isSecret = ({ settings }: DemoSurvey) => settings?.privacy === "secret";
const hasEnded = ({ endsInDays }: DemoSurvey) => endsInDays !== null && endsInDays < 0;

function secretResultOf(rows: readonly DemoVote[]): SecretResult {
  const count = (answer: Answer) => rows.filter(({ choice }) => choice === answer).length;
  return {
    surveyId: rows[0]?.survey_id ?? "",
    voters: rows.map(({ user_id }) => user_id),
    yes: count(YES),
    unsure: count(UNSURE),
  };
}

function secretBallotOf({ survey_id, user_id, id, choice }: DemoVote): Ballot {
  return {
    id,
    surveyId: survey_id,
    userId: user_id,
    choice,
    comment: "",
    report: "",
    ticketHash: hashOfTicket(randomUUID()),
  };
}

const imageOf = ({ category }: DemoSurvey, upload: { id: string } | null | undefined): string =>
  upload ? imageUrl(upload.id) : drawingPath(category);

/** Copies a picture of the demo in all its widths. */
async function copyPicture(store: ImageStore, picture: string): Promise<{ id: string; bytes: number }> {
  const read = (file: string) => readFile(join(PICTURES, `${file}.webp`));
  const narrower = await Promise.all(IMAGE_WIDTHS.map((width) => read(`${picture}-${width}`)));
  return store.put({ webp: await read(picture), narrower });
}

async function addPeople(tx: Database, passwordHash: string, now: number): Promise<People> {
  const ids = new Map<string, string>();
  for (const account of demoAccounts) {
    const id = randomUUID();
    ids.set(account.email, id);
    await insertPasswordUser(tx, { ...account, id, emailVerified: true, passwordHash });
  }
  const createdAt = now - 90 * DAY_MS;
  const people = voters.map(({ name }, index) => ({
    id: randomUUID(),
    name,
    email: addressOf(name),
    isMember: index % 3 === 0,
  }));
  await insertRows(
    tx,
    "users",
    people.map(({ id, name, email }) => ({
      id,
      name,
      email,
      email_verified: 1,
      photo_url: null,
      created_at: createdAt,
      updated_at: createdAt,
    })),
  );
  const idOf = (email: string) => ids.get(email) ?? "";
  return {
    admin: idOf("admin@example.com"),
    surveyor: idOf("surveyor@example.com"),
    pro: { id: idOf("pro@example.com"), email: "pro@example.com", isMember: true },
    user: { id: idOf("user@example.com"), email: "user@example.com", isMember: false },
    voters: people,
  };
}

const addressOf = (name: string) =>
  `${name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[^a-z ]/g, "")
    .trim()
    .replaceAll(" ", ".")}@example.org`;

/** Inserts a membership of one year for each member; the pro-user's has a payment. */
async function addMemberships(tx: Database, { pro, voters }: People, now: number): Promise<void> {
  const payment = {
    id: randomUUID(),
    user_id: pro.id,
    price_cents: PRO_PRICE * 100,
    transaction_id: DEMO_TRANSACTION_ID,
    status: "paid" as const,
    created_at: now - 30 * DAY_MS,
  };
  await insertRows(tx, "payments", [payment]);
  const members = [...voters.filter((person) => person.isMember), pro];
  await insertRows(
    tx,
    "memberships",
    members.map(({ id }) => ({
      id: randomUUID(),
      user_id: id,
      starts_at: now - 30 * DAY_MS,
      ends_at: now + 335 * DAY_MS,
      payment_id: id === pro.id ? payment.id : null,
    })),
  );
}

const endOf = (question: DemoSurvey, now: number) =>
  question.endsInDays === null ? null : now + question.endsInDays * DAY_MS;

/** Ids carry their age: the demo's surveys were made over the past weeks, a second apart where on the same day. */
function surveyId(question: DemoSurvey, index: number, now: number): string {
  return uuidv7({ msecs: startOf(question, now) - index * 1000 });
}

function surveyRow(
  question: DemoSurvey,
  { ownerId, now, ...made }: { id: string; image: string; ownerId: string; now: number },
) {
  const startsAt = startOf(question, now);
  const settings = { ...DEFAULT_SETTINGS, ...question.settings };
  return {
    ...made,
    owner_id: ownerId,
    title: question.title,
    description: question.description,
    language: SOURCE_LANGUAGE,
    category: question.category,
    image_alt: question.imageAlt ?? null,
    contact: question.contact ?? "",
    status: question.status,
    starts_at: startsAt,
    ends_at: endOf(question, now),
    ...settings,
    changeable: Number(settings.changeable),
    unsure: Number(settings.unsure),
    pass_rule: question.passRule ? passRuleKey(question.passRule) : null,
    first_published_at: question.status === PUBLISHED || question.unpublished ? startsAt : null,
    unpublished_for: question.unpublished?.reason ?? null,
    created_at: startsAt,
    updated_at: startsAt,
    listed: Number(question.settings?.electorate !== "invited" || question.listed === true),
    search_text: encodeForSearch(`${question.title}\n${question.description}`),
  };
}

/** The survey's votes, spread over its time, yes and no mixed; every fifth of a member's comes with a comment. */
function voteRows(question: DemoSurvey, survey_id: string, offset: number, people: People, now: number) {
  const startsAt = startOf(question, now);
  const end = endOf(question, now);
  const until = end === null ? now : Math.min(end, now);
  const yes = Math.round(question.votes * question.yesShare);
  return votersOf(question, offset, people).map((person, index) => {
    const isYes = (index * 7919) % question.votes < yes;
    const isUnsure = question.settings?.unsure === true && index % NOT_SURE === 0;
    const choice: Answer = isUnsure ? UNSURE : isYes ? YES : NO;
    const at = Math.round(startsAt + ((until - startsAt) * (index + 1)) / (question.votes + 1));
    const comments = isYes ? yesComments : noComments;
    const comment =
      person.isMember && (index + offset) % 5 === 0 ? (comments[(index + offset) % comments.length] ?? "") : "";
    return {
      survey_id,
      user_id: person.id,
      id: uuidv7({ msecs: at }),
      choice,
      comment: isUnsure ? "" : comment,
      created_at: at,
      turn: 0,
      replaces: null,
      replaced_by: null,
    };
  });
}

type DemoVote = ReturnType<typeof voteRows>[number];

/** All rows of these votes, in the order of their times: some votes replace an earlier one with the opposite answer. */
function withChanges<Vote extends DemoVote>(votes: Vote[]) {
  const until = votes.at(-1)?.created_at ?? 0;
  const rows = votes.flatMap((vote, index) => {
    if (index % CHANGED !== 1) return [vote];
    const at = Math.round((vote.created_at + until) / 2);
    const earlier = { ...vote, choice: vote.choice === YES ? NO : YES, comment: "" };
    return [earlier, { ...vote, id: uuidv7({ msecs: at }), created_at: at, turn: 1 }];
  });
  const inOrder = rows.toSorted((a, b) => a.created_at - b.created_at);
  const numberOf = (userId: string, turn: number) => {
    const index = inOrder.findIndex((row) => row.user_id === userId && row.turn === turn);
    return index < 0 ? null : index + 1;
  };
  return inOrder.map((row) => ({
    ...row,
    choice: row.choice as Answer,
    replaces: row.turn === 0 ? null : numberOf(row.user_id, row.turn - 1),
    replaced_by: numberOf(row.user_id, row.turn + 1),
  }));
}

/** As many voters as the survey has votes, starting with a different one for each survey. */
function votersOf({ votes }: DemoSurvey, offset: number, { voters, pro, user }: People): Person[] {
  const first = (offset * 7) % voters.length;
  const turned = [...voters.slice(first), ...voters.slice(0, first)];
  return votes < WELL_VISITED ? turned.slice(0, votes) : [...turned.slice(0, votes - 2), pro, user];
}
