import * as votes from "@survey-app/contract/votes.ts";
import { refuse } from "../../http/apiError.ts";
import type { ServeStream } from "../../http/sse.ts";
import { type Listener, type Live, totalsEvent, totalsId } from "./totalsFeed.ts";

/** Live totals, for everybody: of published surveys only, whoever asks. */
export function serveLive(serveStream: ServeStream, live: Live): void {
  serveStream(votes.live, async ({ params: { id }, lastEventId, open, onClose }) => {
    const listener: Listener = { stream: null, isOfOne: true, surveyIds: [id] };
    const joining = live.join(listener);
    // After the join has begun: a connection that is over already gives it back at once.
    onClose(() => live.leave(listener));
    const totals = (await joining).get(id);
    if (!totals) throw refuse("notFound");
    listener.stream = open();
    // After a reconnection there may be nothing new.
    if (totalsId(totals) !== lastEventId) listener.stream.write(totalsEvent(totals));
  });

  serveStream(votes.liveOfMany, async ({ query: { surveys: surveyIds }, open, onClose }) => {
    const listener: Listener = { stream: null, isOfOne: false, surveyIds };
    const joining = live.join(listener);
    onClose(() => live.leave(listener));
    const found = await joining;
    listener.stream = open();
    const published = [...new Set(surveyIds)].flatMap((id) => found.get(id) ?? []);
    listener.stream.write(Buffer.concat(published.map(totalsEvent)));
  });
}
