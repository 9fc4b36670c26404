import { sealsEarlierAnswers } from "@survey-app/contract/ballots/ballots.ts";
import { type Answer, receiptOf } from "@survey-app/contract/ballots/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { dayMonthYear } from "@survey-app/contract/text/time.ts";
import type { Vote, VotesQuery } from "@survey-app/contract/votes/votes.ts";
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { surveyGone } from "../../ballots/ballotBox.sql.ts";
import { may, seesInvitedAddresses } from "../../ballots/rights.ts";
import { countsFor, type StoredTotals, visibleVotes } from "../../ballots/visible.sql.ts";
import { type Counted, countUpTo } from "../../database/countMatching.ts";
import { decodeCursor } from "../../database/cursor.ts";
import type { Database } from "../../database/database.ts";
import { type Cursor, type NameCursor, type PagedRows, toPage } from "../../database/pagination.ts";
import type { Tables } from "../../database/tables.ts";
import { shownAddress } from "../../database/userAddress.ts";
import type { CurrentUser, Reader } from "../../http/currentUser.ts";
import { seesResults } from "../../surveys/surveys.sql.ts";
import { findOwnMark, findVoterId } from "../../voters/findVoter.sql.ts";
import { addressInList, addressOfVoter, joinVoters, nameOfVoter } from "../../voters/names.sql.ts";
import { findMarked, findPerson, isCastBy } from "../../voters/votesOfPerson.sql.ts";
import { findVotesByName, rowlessId } from "./votersByName.sql.ts";

/**
 * Each vote of a page repeats its survey's description (specification §3). With a long description the page has fewer
 * votes, to keep the descriptions below this size; 24 votes always fit. A hundred times 15 kB would be too large for
 * the response cache (`responseCache.ts`), and so be produced for each visitor.
 */
const DESCRIPTIONS_MAX_BYTES = 400_000;

function withVoters(
  database: Database,
  surveyId: string,
  votes: SelectQueryBuilder<Tables, "votes", Selectable<Tables["votes"]>>,
) {
  return joinVoters(database, surveyId, votes)
    .innerJoin("surveys", (join) => join.on("surveys.id", "=", surveyId))
    .select([
      "vote.id",
      "vote.n",
      "vote.hash",
      "vote.user_id",
      "vote.choice",
      "vote.comment",
      "vote.created_at",
      "vote.turn",
      "users.name",
      shownAddress().as("email"),
      "invitations.label",
      "invitations.email as invited_email",
      addressInList.as("invited_address"),
      "reports.text as report",
      "surveys.owner_id",
      "surveys.co_owners",
      "surveys.asked_as_user",
      "surveys.accepted",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof withVoters>["executeTakeFirstOrThrow"]>>;

/** The survey's fields that each vote repeats (specification §3). */
function fieldsOf(survey: Survey) {
  const {
    _id: SurveyID,
    Title,
    Description,
    language,
    category,
    createDate,
    deadline,
    closedAt,
    image,
    status,
  } = survey;
  return { SurveyID, Title, Description, language, category, createDate, deadline, closedAt, image, status };
}

/**
 * Names and choices are public. Unmasked emails and reports are for the survey's owner (a surveyor), admins and the
 * voter (specification §10). Addresses that only the owner's list has are for those who keep the list.
 */
function toVote(
  row: Row,
  survey: Survey,
  { viewer, voterId }: { viewer: Reader | null; voterId: string | null },
): Vote {
  const user = viewer && "userId" in viewer ? viewer : null;
  const isOwn = row.user_id === voterId;
  // A link may have been passed on, so anyone who opened it sees the address masked.
  const isUnmasked = (isOwn && user !== null) || may("readVoters", user, row);
  const seesList = isOwn || seesInvitedAddresses(user, row);
  // The id of a vote, its time and its mark would tell which row of the ledger it is.
  const hidesRow = !isOwn && sealsEarlierAnswers(survey);
  return {
    ...fieldsOf(survey),
    _id: hidesRow ? rowlessId(row, survey._id) : row.id,
    vote: row.choice,
    email: addressOfVoter(row, { seesVoters: isUnmasked, seesList }),
    userName: nameOfVoter({ ...row, email: row.invited_email }),
    comments: row.comment,
    inapp: isUnmasked ? (row.report ?? "") : "",
    votingDate: hidesRow ? "" : dayMonthYear(row.created_at, "UTC"),
    isOwn,
    isChanged: !hidesRow && row.turn > 0,
    ...(isOwn && { turn: row.turn }),
    ...(isOwn && survey.privacy === "named" && { receipt: receiptOf(row) }),
  };
}

/**
 * Rows that a filter looks at for one page. Votes have no index by answer, because each index slows down every vote: a
 * page of a rare answer can have few rows, or none, and a next page.
 */
const FILTERED_MAX = 50_000;
/** Votes with a comment are counted up to this number. */
const COUNT_MAX = 1000;

type Filter = Pick<VotesQuery, "vote" | "commented">;

/** Lists the votes on a survey that a reader may see; only their own if they may not see those of others. */
export async function listVotes(
  database: Database,
  survey: Survey,
  query: VotesQuery,
  viewer: Reader | null,
): Promise<PagedRows<Vote>> {
  if (!visibleVotes(survey, await seesResults(database, survey, viewer))) {
    const own = viewer && (await findOwnVote(database, survey, viewer));
    return { rows: own ? [own] : [], total: own ? 1 : 0, next: null };
  }
  const fitting = Math.floor(DESCRIPTIONS_MAX_BYTES / Math.max(1, Buffer.byteLength(survey.Description)));
  const limit = Math.min(query.limit, fitting);
  const page = { ...query, limit };
  const { rows, ...rest } = await (query.q === "" && !sealsEarlierAnswers(survey)
    ? readByTime(database, survey, page)
    : readByName(database, survey, page));
  const voterId = await findVoterId(database, viewer);
  return { ...rest, rows: rows.map((row) => toVote(row, survey, { viewer, voterId })) };
}

const matches = ({ vote, commented }: Filter): RawBuilder<boolean> =>
  sql<boolean>`${vote === undefined ? sql`true` : sql`choice = ${vote}`} and ${commented ? sql`comment <> ''` : sql`true`}`;

/** A page by time. With a filter only a range of the ledger is read, after which the next page continues. */
async function readByTime(database: Database, survey: Survey, query: VotesQuery): Promise<PagedRows<Row>> {
  const { order, limit, cursor } = query;
  const { ledger_rows: last, ...counters } = await readCounters(database, survey._id);
  const isNewest = order === "newest";
  const from = decodeCursor(cursor, Number.MAX_SAFE_INTEGER)?.[0] ?? (isNewest ? last + 1 : 0);
  const counted = await countMatches(database, survey, query, counters);
  // Counts from the counters don't need a search in the ledger.
  if (counted.total === 0) return { rows: [], total: 0, isMinimum: false, next: null };
  const isFiltered = query.vote !== undefined || query.commented !== undefined;
  const to = isNewest ? from - FILTERED_MAX : from + FILTERED_MAX;
  let page = database.db
    .selectFrom("votes")
    .selectAll()
    .where("survey_id", "=", survey._id)
    .where("n", isNewest ? "<" : ">", from)
    .where("replaced_by", "is", null)
    .where(matches(query))
    .orderBy("n", isNewest ? "desc" : "asc")
    .limit(limit + 1);
  if (isFiltered) page = page.where("n", isNewest ? ">=" : "<=", to);
  const rows = await withVoters(database, survey._id, page)
    .orderBy("vote.n", isNewest ? "desc" : "asc")
    .execute();
  const found = toPage(rows, limit, { ...counted, cursorOf, show: (row) => row });
  const hasMore = isFiltered && (isNewest ? to > 1 : to < last);
  return { ...found, next: found.next ?? (hasMore ? [to, survey._id] : null) };
}

const cursorOf = ({ n, id }: Row): Cursor => [n, id];

async function readByName(database: Database, survey: Survey, query: VotesQuery): Promise<PagedRows<Row>> {
  const search = { ...query, survey, where: matches(query) };
  const { found, ...counted } = await findVotesByName(database, search);
  if (found.length === 0) return { rows: [], ...counted, next: null };
  const votes = database.db
    .selectFrom("votes")
    .selectAll()
    .where("survey_id", "=", survey._id)
    .where(
      "n",
      "in",
      found.map(({ n }) => n),
    )
    // There are as many. With a limit a distributed database reads them before it joins them.
    .limit(found.length);
  const byNumber = new Map((await withVoters(database, survey._id, votes).execute()).map((row) => [row.n, row]));
  const rows = found.flatMap(({ n }) => byNumber.get(n) ?? []);
  const names = new Map(found.map(({ n, name }) => [n, name]));
  const isSealed = sealsEarlierAnswers(survey);
  const cursorOf = (row: Row): NameCursor => {
    const name = names.get(row.n) ?? "";
    return isSealed ? [0, rowlessId(row, survey._id), name] : [row.n, row.id, name];
  };
  return toPage(rows, query.limit, { ...counted, cursorOf, show: (row) => row });
}

const readCounters = ({ db }: Database, surveyId: string) =>
  db
    .selectFrom("ballot_boxes")
    .select(["ledger_rows", "participants", "yes_votes", "unsure_votes"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow(surveyGone);

/**
 * The number of votes that match, from counters where there are some. Only for readers who see the votes, and so the
 * results.
 */
async function countMatches(
  database: Database,
  { _id }: Survey,
  { vote, commented }: Filter,
  counters: StoredTotals,
): Promise<Counted> {
  if (commented) {
    const commentedVotes = database.db
      .selectFrom("votes")
      .select("n")
      .where("survey_id", "=", _id)
      .where(matches({ vote, commented }))
      // With an order, so that SQLite counts in the index of comments and not among all votes.
      .orderBy(sql`coalesce(commented_at, created_at)`, "desc");
    return countUpTo(database, commentedVotes, COUNT_MAX);
  }
  const { yes, no, unsure } = countsFor(counters, true);
  return { total: vote === undefined ? counters.participants : ([no, yes, unsure][vote] ?? 0), isMinimum: false };
}

export async function findOwnVote(database: Database, survey: Survey, viewer: Reader): Promise<Vote | null> {
  // The user of a link or code on a secret survey is not stored.
  if (survey.privacy === "secret") return "userId" in viewer ? findSecretVote(database, survey, viewer) : null;
  const voterId = await findVoterId(database, viewer);
  if (voterId === null) return null;
  const own = database.db
    .selectFrom("votes")
    .selectAll()
    .where(isCastBy(voterId))
    .where("replaced_by", "is", null)
    .limit(1);
  const row = await withVoters(database, survey._id, own).executeTakeFirst();
  return row ? toVote(row, survey, { viewer, voterId }) : null;
}

/** The user's secret vote, with their report. Uses the survey's id: a time-ordered id would reveal when it was cast. */
async function findSecretVote(database: Database, survey: Survey, user: CurrentUser): Promise<Vote | null> {
  const mark = await findOwnMark(database, survey, user.userId);
  if (!mark) return null;
  return {
    ...fieldsOf(survey),
    _id: survey._id,
    vote: null,
    email: user.email,
    userName: nameOfVoter({ label: mark.label, name: user.name, email: null }),
    comments: "",
    inapp: mark.report,
    isChanged: false,
    votingDate: "",
    isOwn: true,
  };
}

/** Returns a user's votes on these surveys, null for secret ones. */
export async function findChoices(
  database: Database,
  userId: string,
  surveyIds: readonly string[],
): Promise<{ surveyId: string; vote: Answer | null }[]> {
  const { db, dialect } = database;
  const marks = await findMarked(database, await findPerson(database, userId), surveyIds);
  const votes = await db
    .selectFrom("votes")
    .select(["survey_id as surveyId", "choice as vote"])
    .where(isCastBy(userId))
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), surveyIds))
    .where("replaced_by", "is", null)
    .execute();
  return [...votes, ...[...marks].map((surveyId) => ({ surveyId, vote: null }))];
}
