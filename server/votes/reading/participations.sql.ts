import { sealsEarlierAnswers } from "@survey-app/contract/ballots/ballots.ts";
import { type Survey, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { dayMonthYear } from "@survey-app/contract/text/time.ts";
import { type Participation, UNPUBLISHED_TITLE } from "@survey-app/contract/votes/votes.ts";
import { isPublic } from "../../ballots/publicSurvey.ts";
import { may } from "../../ballots/rights.ts";
import { noTotals, visibleChoice, visibleTotals, visibleVotes } from "../../ballots/visible.sql.ts";
import type { Database } from "../../database/database.ts";
import { type PagedRows, toPage } from "../../database/pagination.ts";
import { readLanguage } from "../../database/readLanguage.ts";
import { toIso } from "../../database/toIso.ts";
import { idOfShownAddress, shownAddress } from "../../database/userAddress.ts";
import type { CurrentUser } from "../../http/currentUser.ts";
import { shownPicture } from "../../surveys/surveys.sql.ts";
import { findMarked, findPersonFor, isCastBy, type Person } from "../../voters/votesOfPerson.sql.ts";
import { findParticipations, type ParticipationKind, type ParticipationRow } from "./participationsPage.sql.ts";

/**
 * Reads all that is shown about the participations of one person. Surveys and votes are read by two statements, because
 * a distributed database, which has them on different servers, would read whole tables to join them.
 */
async function readParticipations(
  database: Database,
  participations: readonly ParticipationRow[],
  { person, viewer }: { person: Person; viewer: CurrentUser },
) {
  const { db, dialect } = database;
  if (participations.length === 0) return [];
  const { userId } = person;
  const surveyIds = participations.map((participation) => participation.survey_id);
  const surveys = await db
    .selectFrom("surveys")
    .innerJoin("users", (join) => join.on("users.id", "=", userId))
    .innerJoin("users as owners", "owners.id", "surveys.owner_id")
    .leftJoin("reports", (join) =>
      join.onRef("reports.survey_id", "=", "surveys.id").on("reports.user_id", "=", userId),
    )
    .select([
      "surveys.id as survey_id",
      "reports.text as report",
      "reports.outcome as report_outcome",
      "users.name",
      shownAddress().as("email"),
      "surveys.title",
      "surveys.description",
      "surveys.language",
      "surveys.category",
      "surveys.image",
      "surveys.image_alt",
      "surveys.status",
      "surveys.appears_at",
      "surveys.owner_id",
      "surveys.co_owners",
      "surveys.starts_at",
      "surveys.ends_at",
      "surveys.deadline_is_day",
      "surveys.closed_at",
      "surveys.results",
      "surveys.privacy",
      "surveys.electorate",
      "surveys.changeable",
      "surveys.unpublished_for",
      "surveys.listed",
      "surveys.accepted",
      "owners.role as ownerRole",
    ])
    .where(({ ref }) => dialect.isOneOf(ref("surveys.id"), surveyIds))
    .execute();
  const counted = await db
    .selectFrom("ballot_boxes")
    .leftJoin("votes", (join) =>
      join
        .onRef("votes.survey_id", "=", "ballot_boxes.survey_id")
        .on(isCastBy(userId))
        .on("votes.replaced_by", "is", null),
    )
    .leftJoin("votes as viewers", (join) =>
      join
        .onRef("viewers.survey_id", "=", "ballot_boxes.survey_id")
        .on(isCastBy(viewer.userId, "viewers"))
        .on("viewers.replaced_by", "is", null),
    )
    .select([
      "ballot_boxes.survey_id",
      "ballot_boxes.participants",
      "ballot_boxes.yes_votes",
      "ballot_boxes.unsure_votes",
      "ballot_boxes.shown_at",
      "votes.choice",
      "votes.turn",
      "votes.comment",
      "viewers.id as viewersVote",
    ])
    .where(({ ref }) => dialect.isOneOf(ref("ballot_boxes.survey_id"), surveyIds))
    .execute();
  const marked = await findMarked(database, person, surveyIds);
  const [surveyOf, countedOf] = [byId(surveys), byId(counted)];
  return participations.flatMap((participation) => {
    const [survey, box] = [surveyOf.get(participation.survey_id), countedOf.get(participation.survey_id)];
    return survey && box
      ? [
          {
            ...participation,
            ...survey,
            image: shownPicture(survey),
            ...box,
            isMarked: marked.has(participation.survey_id),
          },
        ]
      : [];
  });
}

const byId = <Row extends { survey_id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.survey_id, row]));

const unreadable = {
  title: UNPUBLISHED_TITLE,
  description: "",
  language: null,
  image: "",
  image_alt: null,
  ends_at: null,
  deadline_is_day: 0,
  closed_at: null,
  // Not the survey's real status, which may be published with a later start.
  status: WAITING,
} as const;

/** Lists a user's participations, newest first; the order of many is that of `findParticipations`. */
export async function listParticipations(
  database: Database,
  kind: ParticipationKind,
  email: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  viewer: CurrentUser,
): Promise<PagedRows<Participation>> {
  const user = await database.db
    .selectFrom("users")
    .select("id")
    .where("id", "=", idOfShownAddress(email))
    .executeTakeFirst();
  if (!user) return { rows: [], total: 0, next: null };
  const isOwn = user.id === viewer.userId;
  const person = await findPersonFor(database, user.id, viewer);
  const {
    rows: places,
    cursorOf,
    ...counted
  } = await findParticipations(database, { kind, person, isOwn }, { limit, cursor });
  const rows = await readParticipations(database, places, { person, viewer });
  return toPage(rows, limit, {
    ...counted,
    cursorOf: (last) => cursorOf(last),
    show: (found) => {
      const isOpen = isPublic(found, Date.now()) || may("readPrivate", viewer, found);
      const voted = found.choice !== null || found.isMarked;
      // Voters keep what they voted on. Users who only reported a survey can read it only while it is public.
      const row = isOpen || voted ? found : { ...found, ...unreadable, starts_at: found.created_at ?? 0 };
      const totals = isOpen ? visibleTotals(found, found.viewersVote !== null) : noTotals;
      const seesVote = {
        privacy: found.privacy,
        electorate: found.electorate,
        isOwn,
        seesResults: totals.resultsVisible,
      };
      const isSealed = sealsEarlierAnswers({ ...found, changeable: found.changeable === 1 });
      const seesMark = isOwn || (visibleVotes(found, totals.resultsVisible) && !isSealed);
      return {
        _id: row.id,
        SurveyID: row.survey_id,
        Title: row.title,
        Description: row.description,
        language: readLanguage(row.language),
        category: row.category as Survey["category"],
        createDate: toIso(row.starts_at),
        deadline: toIso(row.ends_at),
        ...(row.deadline_is_day === 1 && { deadlineIsDay: true as const }),
        closedAt: toIso(row.closed_at),
        image: row.image,
        imageAlt: row.image_alt,
        status: row.status,
        voted,
        vote: row.choice === null ? null : visibleChoice(row.choice, seesVote),
        email: row.email,
        userName: row.name,
        comments: isOwn || totals.resultsVisible ? (row.comment ?? "") : "",
        inapp: row.report ?? "",
        votingDate: row.created_at === null ? "" : dayMonthYear(row.created_at, "UTC"),
        isOwn,
        unpublishedFor: row.unpublished_for,
        reportOutcome: row.report_outcome,
        isChanged: seesMark && (row.turn ?? 0) > 0,
        ...totals,
      };
    },
  });
}
