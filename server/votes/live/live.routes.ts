import * as votes from "@survey-app/contract/votes.ts";
import type { Database } from "../../database/database.ts";
import { apiError } from "../../http/apiError.ts";
import type { RegisterSse, SseContext } from "../../http/sse.ts";
import { isInRoomMode } from "../../voters/linkVoters.sql.ts";
import { type Listener, type TotalsFeed, totalsEvent, totalsId } from "./totalsFeed.ts";

/** Serves live totals to anyone, of published surveys only, even to owners and admins. */
export function serveLive(registerSse: RegisterSse, totalsFeed: TotalsFeed, database: Database): void {
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
    listener.stream = open();
    // After a reconnection the client may already have these totals.
    if (totalsId(totals) !== lastEventId) listener.stream.write(totalsEvent(totals));
  };
  registerSse(votes.streamSurveyTotals, serveOne, isRoom);

  registerSse(votes.streamTotals, async ({ query: { surveys: surveyIds }, open, onClose }) => {
    const listener: Listener = { stream: null, isSingle: false, surveyIds };
    const joining = totalsFeed.subscribe(listener);
    onClose(() => totalsFeed.unsubscribe(listener));
    const found = await joining;
    listener.stream = open();
    const published = [...new Set(surveyIds)].flatMap((id) => found.get(id) ?? []);
    listener.stream.write(Buffer.concat(published.map(totalsEvent)));
  });
}
