import { LINK_CLAIM } from "@survey-app/contract/results/resultText.ts";
import * as rooms from "@survey-app/contract/sharing/rooms.ts";
import { ROOM_HOURS, ROOM_QUESTIONS_MAX, type Room } from "@survey-app/contract/sharing/rooms.ts";
import { BYTE_ORDER_MARK, toCsv } from "@survey-app/contract/text/csv.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { clockOf } from "../../ballots/ballotBox.sql.ts";
import { publicationColumns, publicationOf, whyNotOpen } from "../../ballots/publication.sql.ts";
import { isPublic } from "../../ballots/publicSurvey.ts";
import { may } from "../../ballots/rights.ts";
import type { Database, MainDatabase } from "../../database/database.ts";
import type { EventBus } from "../../database/events.ts";
import { apiError, orNotFound, orThrow } from "../../http/apiError.ts";
import type { CurrentUser } from "../../http/currentUser.ts";
import type { RegisterEndpoint } from "../../http/endpoints.ts";
import { findSurvey } from "../../surveys/surveys.sql.ts";
import { findLinkSurvey } from "../../voters/linkVoters.sql.ts";
import { findRoomSteps, storeRoomMove } from "../../voters/rooms.sql.ts";

/** Serves rooms: the questions of one, and opening the next. */
export function serveRooms(registerEndpoint: RegisterEndpoint, database: MainDatabase, events: EventBus): void {
  const read = async (id: string): Promise<Room> => {
    orThrow(await findLinkSurvey(database, id));
    const steps = await findRoomSteps(database, id);
    const questions: Room["questions"] = [];
    for (const { surveyId } of steps) {
      const survey = await findSurvey(database, surveyId, null);
      if (survey) questions.push({ ...survey, surveyId });
    }
    return { questions };
  };

  registerEndpoint(rooms.getRoom, ({ params }) => read(params.survey));

  registerEndpoint(rooms.getRoomCsv, async ({ params, query }) => {
    const { questions } = await read(params.survey);
    const heading = [
      "question",
      "survey",
      "participants",
      "yes",
      "no",
      "not sure",
      "closed",
      "about the voters",
      "shown",
    ];
    const rows = questions.map(
      ({ Title, surveyId, participants, yesVotes, noVotes, unsureVotes, closedAt, shownAt = null }) =>
        [Title, surveyId, participants, yesVotes, noVotes, unsureVotes, closedAt, LINK_CLAIM, shownAt].map((value) =>
          String(value ?? ""),
        ),
    );
    return [BYTE_ORDER_MARK + toCsv([heading, ...rows], query.separator)];
  });

  registerEndpoint(rooms.moveRoom, async ({ params: { id }, body: { next }, currentUser }) => {
    orThrow(await findLinkSurvey(database, id));
    // Creates the row of the next question, from which the room can go on.
    orThrow(await findLinkSurvey(database, next));
    await database.transaction((tx) => move(tx, { id, next, currentUser }));
    events.emit(new Set([id]), "content");
    return read(id);
  });
}

/** @throws {ApiError} why the room can't go on to this survey */
async function move(
  tx: Database,
  { id, next, currentUser }: { id: string; next: string; currentUser: CurrentUser },
): Promise<void> {
  const rows = await tx.db
    .selectFrom("surveys")
    .select([...publicationColumns, "id", "owner_id", "co_owners", "electorate"])
    .where("id", "in", [id, next])
    .orderBy("id")
    .$call(tx.dialect.lock)
    .execute();
  const now = await clockOf(tx);
  const find = (wanted: string) => orNotFound(rows.find((row) => row.id === wanted));
  const [from, to] = [find(id), find(next)];
  if (!may("host", currentUser, from) || !may("host", currentUser, to) || to.owner_id !== from.owner_id)
    throw apiError("notFound");
  if (from.electorate !== "link" || to.electorate !== "link") throw apiError("notLinkElectorate");
  if (!isPublic(from, now)) throw apiError("notPublished");
  const obstacle = whyNotOpen(publicationOf(to, now));
  if (obstacle) throw apiError(obstacle);
  const steps = await findRoomSteps(tx, id);
  const position = steps.findIndex(({ surveyId }) => surveyId === id);
  // What comes after this question is replaced.
  const kept = steps.slice(0, position + 1);
  if (kept.some(({ surveyId }) => surveyId === next) || kept.length >= ROOM_QUESTIONS_MAX)
    throw apiError("alreadyInRoom");
  const [first] = kept.length > 1 ? kept : [];
  if (first?.movedAt && Number(first.movedAt) + ROOM_HOURS * HOUR_MS <= now) throw apiError("roomEnded");
  await storeRoomMove(tx, id, next, now);
}
