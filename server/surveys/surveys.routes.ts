import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import { listSimilarSurveys } from "@survey-app/contract/surveys/similarSurveys.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { getMyNumbers } from "@survey-app/contract/votes/ownNumbers.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import { actionOf } from "../ballots/rights.ts";
import { createSearchSemaphore } from "../concurrency/semaphore.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import type { StoredSurvey } from "../database/tables.ts";
import { changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { apiError, fieldError, orNotFound, orThrow } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { lockSender } from "../session/sender.sql.ts";
import { closeEarly } from "./closeSurvey.sql.ts";
import { deleteSurvey } from "./deleteSurvey.sql.ts";
import { findResults, toFullSurvey } from "./fullSurvey.sql.ts";
import { listAll, listOwnSurveys, listPublished, topSurveys } from "./listSurveys.sql.ts";
import { addSurvey, requireDrawing, requireLink, requireUnlisted, toSurveyColumns } from "./newSurvey.ts";
import { countForUser } from "./numbers.sql.ts";
import { findSimilar } from "./search/similarSurveys.sql.ts";
import { findShowing, showResult } from "./showResult.sql.ts";
import { withRequesters } from "./surveyorRequests.sql.ts";
import { findSurvey, listDays, seesResults } from "./surveys.sql.ts";
import { updateSurvey } from "./updateSurvey.sql.ts";

/** Cards in each of the home page's grids (specification §2.2). */
const HOME_CARDS = 6;

export interface SurveySettings {
  policies: AskingPolicies;
  record: RecordSurveyEvent;
}

export function serveSurveys(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  settings: SurveySettings,
): void {
  const { policies, record } = settings;
  const searches = createSearchSemaphore();
  const readList = <T>(isSearch: boolean, read: (from: Database) => Promise<T>): Promise<T> =>
    isSearch ? searches.run(() => read(database.forSearches)) : read(database.forLists);

  registerEndpoint(surveys.createSurvey, async ({ body, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    const { id, status } = await database.transaction(async (tx) => {
      if (!mayAsk("listed", (await lockSender(tx, currentUser)).role, policies)) throw apiError("roleRequired");
      return addSurvey(changeOf(tx, by, record), body, { policies });
    });
    return { insertedId: id, status };
  });

  registerEndpoint(surveys.getSurvey, async ({ params, currentUser }) => {
    const survey = orNotFound(await findSurvey(database, params.id, currentUser));
    const [shown = survey] = currentUser?.storedRole === "admin" ? await withRequesters(database, [survey]) : [];
    return toFullSurvey(database, shown);
  });

  registerEndpoint(surveys.updateSurvey, async ({ params, body, currentUser, request }) => {
    const now = Date.now();
    const edit = (stored: StoredSurvey, shownImage: string) => {
      // A person who edits doesn't see a hidden picture either, and sends back the drawing in its place.
      const isKept = body.image === shownImage && shownImage !== stored.image;
      const sent = isKept ? { ...body, image: stored.image, imageAlt: undefined } : body;
      const columns = toSurveyColumns(sent, now, stored);
      if (!mayAsk("listed", currentUser.storedRole, policies)) {
        requireUnlisted(columns);
        requireDrawing(columns, stored);
      }
      if (currentUser.isGuest) requireLink(columns);
      return { ...columns, note: body.note };
    };
    const by = actionOf(currentUser, request);
    const update = await database.transaction((tx) =>
      updateSurvey(changeOf(tx, by, record), params.id, edit, policies),
    );
    if (update === "imageGone") throw fieldError("image", formErrors.upload.gone);
    if (update !== "changed" && update !== "same") throw apiError(update);
    return { modifiedCount: update === "same" ? 0 : 1 };
  });

  registerEndpoint(surveys.getSurveyResults, async ({ params, currentUser }) =>
    orNotFound(await findResults(database, params.id, currentUser)),
  );

  registerEndpoint(surveys.getSurveyHistory, async ({ params, currentUser }) => {
    const survey = orNotFound(await findSurvey(database, params.id, currentUser));
    // Counts by day are only for named votes: elsewhere the day could tell how a person voted.
    if (survey.privacy !== "named") return [];
    return listDays(database, params.id, await seesResults(database, survey, currentUser));
  });

  registerEndpoint(surveys.listMySurveys, ({ query, currentUser }) => listOwnSurveys(database, query, currentUser));
  registerEndpoint(getMyNumbers, ({ currentUser }) => countForUser(database.forLists, currentUser.userId, Date.now()));
  registerEndpoint(surveys.listLatestSurveys, ({ currentUser }) =>
    topSurveys(database.forLists, "newest", HOME_CARDS, currentUser),
  );
  registerEndpoint(surveys.listTopSurveys, ({ currentUser }) =>
    topSurveys(database.forLists, "votes", HOME_CARDS, currentUser),
  );
  registerEndpoint(surveys.listPublishedSurveys, ({ query, currentUser }) =>
    // A filter by state can compare as many surveys as a search.
    readList(query.q !== "" || query.state !== undefined || query.languages !== undefined, (from) =>
      listPublished(from, query, currentUser),
    ),
  );

  registerEndpoint(listSimilarSurveys, ({ query }) => readList(true, (from) => findSimilar(from, query)));

  registerEndpoint(surveys.listAllSurveys, async ({ query, currentUser }) => {
    const page = await readList(query.q !== "", (from) => listAll(from, query, currentUser));
    if (currentUser?.storedRole !== "admin") return page;
    return { ...page, rows: await withRequesters(database.forLists, page.rows) };
  });

  registerEndpoint(surveys.closeSurvey, async ({ params, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    orThrow(await database.transaction((tx) => closeEarly(changeOf(tx, by, record), params.id)));
    return { modifiedCount: 1 };
  });

  registerEndpoint(surveys.showResult, async ({ params, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    return database.transaction(async (tx) => {
      orThrow(await showResult(changeOf(tx, by, record), params.id));
      return orNotFound(await findShowing(tx, params.id, currentUser));
    });
  });

  registerEndpoint(surveys.deleteSurvey, async ({ params, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    orThrow(await database.transaction((tx) => deleteSurvey(changeOf(tx, by, record), params.id)));
    return { modifiedCount: 1 };
  });
}
