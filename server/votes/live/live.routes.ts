import * as votes from "@survey-app/contract/votes.ts";
import { apiError } from "../../http/apiError.ts";
import type { RegisterSse } from "../../http/sse.ts";
import { type Listener, type TotalsFeed, totalsEvent, totalsId } from "./totalsFeed.ts";

/** Live totals, for everybody: of published surveys only, whoever asks. */
export function serveLive(serveStream: RegisterSse, totalsFeed: TotalsFeed): void {
  serveStream(votes.streamSurveyTotals, async ({ params: { id }, lastEventId, open, onClose }) => {
    const listener: Listener = { stream: null, isOfOne: true, surveyIds: [id] };
    const joining = totalsFeed.subscribe(listener);
    // After the join has begun: a connection that is over already gives it back at once.
    onClose(() => totalsFeed.unsubscribe(listener));
    const totals = (await joining).get(id);
    if (!totals) throw apiError("notFound");
    listener.stream = open();
    // After a reconnection there may be nothing new.
    if (totalsId(totals) !== lastEventId) listener.stream.write(totalsEvent(totals));
  });

  serveStream(votes.streamTotals, async ({ query: { surveys: surveyIds }, open, onClose }) => {
    const listener: Listener = { stream: null, isOfOne: false, surveyIds };
    const joining = totalsFeed.subscribe(listener);
    onClose(() => totalsFeed.unsubscribe(listener));
    const found = await joining;
    listener.stream = open();
    const published = [...new Set(surveyIds)].flatMap((id) => found.get(id) ?? []);
    listener.stream.write(Buffer.concat(published.map(totalsEvent)));
  });
}
