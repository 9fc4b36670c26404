import type { FinalResult } from "@survey-app/contract/results/resultLabelText.ts";
import type { Category } from "@survey-app/contract/surveys/surveyFields.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import type { Translation } from "@survey-app/contract/surveys/translations.ts";
import { shownName } from "@survey-app/contract/users/users.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { listedOnly, publicOnly, type SurveyCounters, visibleTotals } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { SurveyRow } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";
import { readLanguages, toPassRule } from "../surveys/fields.ts";
import { openedAt } from "../surveys/ledgerEnd.sql.ts";
import { type Counted, findResult } from "../surveys/result.sql.ts";

/** Events in a feed: enough for readers that look once a day. */
const EVENTS_MAX = 30;
/**
 * The most events of a kind that are read. Those of other categories, and of scheduled surveys that aren't public, are
 * left out afterwards.
 */
const READ_MAX = 500;

export type FeedEventKind = "published" | "closed" | "note" | "outcome";

/** An event of a public survey. If the survey is closed, with its result, as everyone sees it. */
export type FeedEvent = AboutEvent &
  ({ kind: Exclude<FeedEventKind, "closed"> } | { kind: "closed"; result: FinalResult });

interface AboutEvent {
  /** Milliseconds since 1970. */
  at: number;
  surveyId: string;
  title: string;
  /** The description, the note or the outcome. */
  text: string;
  /** The language of both; notes and outcomes don't have translations. */
  language: Language | null;
  translations: Translation[];
  /** Describes the picture; "" or null without a description. */
  imageAlt: string | null;
  category: string;
  author: string;
  /** The deadline, in milliseconds. */
  endsAt: number | null;
}

/** The surveys whose events a feed has: all public ones, those of a category, or a single one. */
export interface FeedScope {
  category?: Category | undefined;
  surveyId?: string | undefined;
}

/**
 * The newest events of a feed, newest first. Each kind is read in the order of an index, so that their number doesn't
 * matter.
 */
export async function readFeedEvents(database: Database, scope: FeedScope): Promise<FeedEvent[]> {
  const found = await Promise.all(
    sourcesOf(scope, Date.now()).map(([kind, source]) => readKind(database, kind, source, scope)),
  );
  const newest = found
    .flat()
    .sort((a, b) => b.at - a.at)
    .slice(0, EVENTS_MAX);
  const complete = await Promise.all(
    newest.map(async ({ kind, counted, ...event }): Promise<FeedEvent | null> => {
      if (kind !== "closed") return { kind, ...event };
      const found = await findResult(database, counted);
      // Otherwise its survey was deleted meanwhile.
      return found && { kind, ...event, result: found.result };
    }),
  );
  return complete.filter((event) => event !== null);
}

/**
 * Queries for the newest events of each kind: `survey_id`, `at` and `text`. Surveys outside of public lists are
 * excluded before the newest are taken, because there can be far more of them.
 */
function sourcesOf({ surveyId }: FeedScope, now: number): [FeedEventKind, RawBuilder<unknown>][] {
  // Literals, because the engines don't use partial indexes with a parameter.
  const published = sql`status = ${sql.lit(PUBLISHED)}`;
  const of = (id: string, listed: string) =>
    surveyId === undefined ? sql`${sql.ref(listed)} = ${sql.lit(1)}` : sql`${sql.ref(id)} = ${surveyId}`;
  const newest = (order: string) => sql`order by ${sql.ref(order)} desc limit ${READ_MAX}`;
  // Drafts can have many notes. "cross" makes SQLite read the newest first.
  const texts = (table: "survey_notes" | "outcomes") => sql`
    select survey_id, ${sql.ref(`${table}.created_at`)} as at, text from ${sql.table(table)} cross join surveys
    where surveys.id = survey_id and ${publicOnly(now)} and ${of("survey_id", "surveys.listed")} ${newest(`${table}.id`)}`;
  return [
    [
      "published",
      sql`select id as survey_id, first_published_at as at, description as text from surveys
        where ${published} and first_published_at is not null and appears_at = 0 and ${of("id", "listed")}
        ${newest("first_published_at")}`,
    ],
    // Scheduled surveys appear later than they were published.
    [
      "published",
      sql`select survey_id, survey_listings.appears_at as at, description as text
        from survey_listings join surveys on surveys.id = survey_id
        where survey_listings.appears_at > 0 and survey_listings.appears_at <= ${now}
          and ${of("survey_id", "survey_listings.listed")}
        ${newest("survey_listings.appears_at")}`,
    ],
    [
      "closed",
      sql`select id as survey_id, closed_at as at, '' as text from surveys
        where closed_at is not null and ${published} and ${of("id", "listed")} ${newest("closed_at")}`,
    ],
    ["note", texts("survey_notes")],
    ["outcome", texts("outcomes")],
  ];
}

type SurveyColumns = "language" | "translations" | "pass_rule" | "first_published_at" | "starts_at" | "appears_at";

interface EventRow
  extends Omit<SurveyCounters, "shown_at">,
    Pick<Selectable<SurveyRow>, SurveyColumns>,
    Pick<Counted, "closedBy" | "electorate">,
    Omit<AboutEvent, "endsAt" | "language" | "translations"> {}

/** An event, with the columns that its survey's result is made from. */
interface FoundEvent extends AboutEvent {
  kind: FeedEventKind;
  counted: Counted;
}

async function readKind(
  { db }: Database,
  kind: FeedEventKind,
  source: RawBuilder<unknown>,
  { category, surveyId }: FeedScope,
): Promise<FoundEvent[]> {
  const { rows } = await sql<EventRow>`
    select event.at, event.text, surveys.id as "surveyId", title, surveys.language, translations, image_alt as "imageAlt", category, users.name as author, surveys.electorate, surveys.pass_rule,
      surveys.closed_by as "closedBy", first_published_at, starts_at, surveys.appears_at,
      box.results, box.privacy, box.status, box.ends_at, box.closed_at, box.participants, box.yes_votes, box.unsure_votes
    from (${source}) as event
    -- "cross" makes SQLite begin with the few events.
    cross join surveys
    join ballot_boxes as box on box.survey_id = event.survey_id
    join users on users.id = owner_id
    where surveys.id = event.survey_id and ${surveyId === undefined ? listedOnly(Date.now(), "surveys") : publicOnly(Date.now())}
      and ${category === undefined ? sql`true` : sql`category = ${category}`}
    order by event.at desc limit ${EVENTS_MAX}`.execute(db);
  return rows.map((row) => {
    const { at, text, surveyId, title, imageAlt, category, author, ends_at, closed_at, closedBy, electorate } = row;
    const { language, translations } = readLanguages(row);
    return {
      language,
      translations: kind === "published" || kind === "closed" ? translations : [],
      kind,
      at: Number(at),
      text,
      surveyId,
      title,
      imageAlt,
      category,
      author: shownName(author),
      endsAt: ends_at,
      counted: {
        // Feeds only show results after the close.
        ...visibleTotals({ ...row, shown_at: null }, false),
        ...{ surveyId, electorate, closedBy, closedAt: toIso(closed_at), deadline: toIso(ends_at) },
        passRule: toPassRule(row.pass_rule),
        openedAt: openedAt(row),
      },
    };
  });
}
