import * as surveys from "@survey-app/contract/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
import { isoDay, toInstant } from "@survey-app/contract/time.ts";
import { actorOf } from "../database/currentUser.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { newId } from "../database/newId.ts";
import { Semaphore } from "../database/semaphore.ts";
import { insertFeedback } from "../feedback/feedback.sql.ts";
import { apiError, fieldError } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { holdImage, IMAGE_GONE } from "../images/unusedImages.sql.ts";
import { listAll, listOwnSurveys, listPublished, topSurveys } from "./listSurveys.sql.ts";
import { findSurvey, insertSurvey, listDays, setStatus, withNotes } from "./surveys.sql.ts";
import { type Editable, updateSurvey } from "./updateSurvey.sql.ts";

/** Cards in each of the home page's grids (product §2). */
const HOME_CARDS = 6;

/** Concurrent searches, and searches that wait. Further ones get 503 immediately instead of a late response. */
const SEARCHES_AT_ONCE = 2;
const SEARCHES_WAITING = 30;

interface SurveySettings {
  /** Whether an admin must publish new surveys. */
  review: boolean;
  events: EventBus;
  /** The path of an upload, given its absolute URL. */
  uploadPath(address: string): string;
}

export function serveSurveys(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  settings: SurveySettings,
): void {
  const { review, events, uploadPath } = settings;
  const searches = new Semaphore(SEARCHES_AT_ONCE, SEARCHES_WAITING);
  const readList = <T>(q: string, read: (from: Database) => Promise<T>): Promise<T> =>
    q === "" ? read(database.forLists) : searches.run(() => read(database.forSearches));

  registerEndpoint(surveys.createSurvey, async ({ body, currentUser }) => {
    const now = Date.now();
    const times = votingTime(body, now);
    const id = newId();
    const image = uploadPath(body.image);
    await database.transaction(async (tx) => {
      if (!(await holdImage(tx, image, currentUser))) throw fieldError("image", IMAGE_GONE);
      await insertSurvey(tx, {
        id,
        owner_id: currentUser.userId,
        title: body.Title,
        description: body.Description,
        category: body.category,
        image,
        status: review ? WAITING : PUBLISHED,
        ...times,
      });
    });
    if (!review) events.emit(new Set([id]), "content");
    return { insertedId: id };
  });

  registerEndpoint(surveys.getSurvey, async ({ params, currentUser }) => {
    const survey = await findSurvey(database, params.id, currentUser);
    if (!survey) throw apiError("notFound");
    return withNotes(database, survey);
  });

  registerEndpoint(surveys.updateSurvey, async ({ params, body, currentUser, request }) => {
    const now = Date.now();
    const edit = (stored: Editable) => ({
      title: body.Title,
      description: body.Description,
      category: body.category,
      image: uploadPath(body.image),
      note: body.note,
      ...votingTime(body, now, stored),
    });
    const update = await updateSurvey(database, params.id, edit, {
      currentUser,
      by: actorOf(currentUser, request),
      review,
    });
    if (update === "imageGone") throw fieldError("image", IMAGE_GONE);
    if (update !== "changed" && update !== "changedUnseen" && update !== "same") throw apiError(update);
    if (update === "changed") events.emit(new Set([params.id]), "content");
    return { modifiedCount: update === "same" ? 0 : 1 };
  });

  registerEndpoint(surveys.getSurveyResults, async ({ params, currentUser }) => {
    const survey = await findSurvey(database, params.id, currentUser);
    if (!survey) throw apiError("notFound");
    return { ...survey, surveyId: survey._id };
  });

  registerEndpoint(surveys.getSurveyHistory, async ({ params, currentUser }) => {
    if (!(await findSurvey(database, params.id, currentUser))) throw apiError("notFound");
    return listDays(database, params.id);
  });

  registerEndpoint(surveys.listMySurveys, ({ query, currentUser }) => listOwnSurveys(database, query, currentUser));
  registerEndpoint(surveys.listLatestSurveys, ({ currentUser }) =>
    topSurveys(database.forLists, "newest", HOME_CARDS, currentUser),
  );
  registerEndpoint(surveys.listTopSurveys, ({ currentUser }) =>
    topSurveys(database.forLists, "votes", HOME_CARDS, currentUser),
  );
  registerEndpoint(surveys.listPublishedSurveys, ({ query, currentUser }) =>
    readList(query.q, (from) => listPublished(from, query, currentUser)),
  );

  registerEndpoint(surveys.listAllSurveys, ({ query, currentUser }) =>
    readList(query.q, (from) => listAll(from, query, currentUser)),
  );

  // In one transaction, so that the owner gets both the change and the note, or neither.
  registerEndpoint(surveys.setSurveyStatus, async ({ params, body, currentUser, request }) => {
    const change = await database.transaction(async (tx) => {
      const wanted = { status: body.status, note: body.feedback, version: body.version };
      const change = await setStatus(tx, params.id, wanted, actorOf(currentUser, request));
      if (change === "changed" && body.feedback !== "") {
        await insertFeedback(tx, {
          surveyId: params.id,
          adminId: currentUser.userId,
          text: body.feedback,
          status: body.status,
        });
      }
      return change;
    });
    if (change === "notFound" || change === "changedMeanwhile") throw apiError(change);
    if (change === "changed") events.emit(new Set([params.id]), "content");
    return { modifiedCount: change === "changed" ? 1 : 0 };
  });
}

/**
 * The instants between which a survey runs. A date that the form sends back unchanged keeps the `stored` instant, even if
 * this deadline has passed in the meantime.
 * @throws {ApiError} a field error for a deadline in the past or before the start
 */
function votingTime(
  form: { createDate?: string | null; deadline?: string | null; scheduled?: boolean | null; timeZone: string },
  now: number,
  stored?: Pick<Editable, "starts_at" | "ends_at" | "appears_at">,
) {
  const startsAt = keepDay(form.createDate, "start", form.timeZone, stored?.starts_at) ?? stored?.starts_at ?? now;
  const endsAt = keepDay(form.deadline, "end", form.timeZone, stored?.ends_at);
  if (endsAt !== null && endsAt <= now && endsAt !== stored?.ends_at)
    throw fieldError("deadline", "The deadline has passed. Choose a later one.");
  if (endsAt !== null && endsAt < startsAt) throw fieldError("deadline", "deadline must not be before the start date");
  const isScheduled = form.scheduled ?? (stored !== undefined && stored.appears_at > 0);
  return { starts_at: startsAt, ends_at: endsAt, appears_at: isScheduled ? startsAt : 0 };
}

function keepDay(
  date: string | null | undefined,
  edge: "start" | "end",
  timeZone: string,
  stored: number | null | undefined,
) {
  const wanted = toInstant(date, edge, timeZone);
  if (wanted === null || stored === null || stored === undefined) return wanted;
  return isoDay(stored, timeZone) === date ? stored : wanted;
}
