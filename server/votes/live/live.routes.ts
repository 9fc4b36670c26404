import { listTotals } from "@survey-app/contract/votes/liveTotals.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { Database } from "../../database/database.ts";
import { apiError } from "../../http/apiError.ts";
import type { RegisterEndpoint } from "../../http/endpoints.ts";
import type { RegisterSse, SseContext } from "../../http/sse.ts";
import { isInRoomMode } from "../../voters/linkVoters.sql.ts";
import { type Listener, type TotalsFeed, totalsEvent, totalsId } from "./totalsFeed.ts";

interface LiveParts {
  registerSse: RegisterSse;
  registerEndpoint: RegisterEndpoint;
  totalsFeed: TotalsFeed;
  database: Database;
}

/** Serves live totals to anyone, of published surveys only, even to owners and admins. */
export function serveLive({ registerSse, registerEndpoint, totalsFeed, database }: LiveParts): void {
  registerEndpoint(listTotals, async ({ query: { surveys: surveyIds } }) => {
    const found = await totalsFeed.read(surveyIds);
    return surveyIds.flatMap((id) => found.get(id) ?? []);
  });

  const isRoom = ({ params }: { params: { id: string } }) => isInRoomMode(database, params.id);
  const serveOne = async ({
    params: { id },
    lastEventId,
    open,
    onClose,
  }: SseContext<typeof votes.streamSurveyTotals>) => {
    const listener: Listener = { stream: null, isSingle: true, surveyIds: [id] };
    const joining = totalsFeed.subscribe(listener);
    // After `subscribe` has begun, so that a connection that is closed already unsubscribes.
    onClose(() => totalsFeed.unsubscribe(listener));
    const totals = (await joining).get(id);
    if (!totals) throw apiError("notFound");
    // After a reconnection the client may already have these totals.
    listener.stream = open(totalsId(totals) === lastEventId ? undefined : totalsEvent(totals));
  };
  registerSse(votes.streamSurveyTotals, serveOne, isRoom);

  registerSse(votes.streamTotals, async ({ query: { surveys: surveyIds }, open, onClose }) => {
    const listener: Listener = { stream: null, isSingle: false, surveyIds };
    const joining = totalsFeed.subscribe(listener);
    onClose(() => totalsFeed.unsubscribe(listener));
    const found = await joining;
    const published = [...new Set(surveyIds)].flatMap((id) => found.get(id) ?? []);
    listener.stream = open(Buffer.concat(published.map(totalsEvent)));
  });
}
