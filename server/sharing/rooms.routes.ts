import { LINK_CLAIM } from "@survey-app/contract/results/resultText.ts";
import type { Room } from "@survey-app/contract/sharing/rooms.ts";
import * as rooms from "@survey-app/contract/sharing/rooms.ts";
import { BYTE_ORDER_MARK, toCsv } from "@survey-app/contract/text/csv.ts";
import { actionOf } from "../ballots/rights.ts";
import type { MainDatabase } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { changeOf } from "../events/surveyEvents.ts";
import { orThrow } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import type { SurveySettings } from "../surveys/surveys.routes.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { findLinkSurvey } from "../voters/linkVoters.sql.ts";
import { findRoomSteps } from "../voters/rooms.sql.ts";
import { moveRoom } from "./moveRoom.sql.ts";
import { findRoomQuestions, storeRoomQuestions } from "./roomQuestions.sql.ts";

interface RoomParts extends SurveySettings {
  events: EventBus;
}

/** Serves rooms: the questions of one, going on to the next, and those that are prepared. */
export function serveRooms(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  { policies, record, events }: RoomParts,
): void {
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

  registerEndpoint(rooms.moveRoom, async ({ params: { id }, body, currentUser, request }) => {
    // Each creates the row of its survey, from which a room can go on.
    orThrow(await findLinkSurvey(database, id));
    if (body.next != null) orThrow(await findLinkSurvey(database, body.next));
    const by = actionOf(currentUser, request);
    await database.transaction((tx) => moveRoom(changeOf(tx, by, record), id, { wanted: body, policies }));
    events.emit(new Set([id]), "content");
    return read(id);
  });

  registerEndpoint(rooms.listRoomQuestions, ({ params, currentUser }) =>
    findRoomQuestions(database, params.survey, currentUser),
  );

  registerEndpoint(rooms.setRoomQuestions, ({ params, body, currentUser }) =>
    database.transaction((tx) => storeRoomQuestions(tx, params.survey, { wanted: body, sender: currentUser })),
  );
}
