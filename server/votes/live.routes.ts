import * as votes from "@survey-app/contract/votes.ts";
import type { Changes } from "../database/changes.ts";
import type { Database } from "../database/database.ts";
import { refuse } from "../http/refuse.ts";
import type { EventStream, ServeStream } from "../http/streams.ts";
import { openLive, totalsEvent, totalsId } from "./live.ts";

/** Live totals, for everybody: of what is published, and of nothing else, whoever asks. */
export function serveLive(serveStream: ServeStream, database: Database, changes: Changes): void {
  const live = openLive(database, changes);

  serveStream(votes.live, async ({ params: { id }, lastEventId, open, onClose }) => {
    const listener = { stream: null as EventStream | null, isOfOne: true };
    onClose(() => live.leave([id], listener));
    const totals = (await live.join([id], listener)).get(id);
    if (!totals) throw refuse("notFound");
    listener.stream = open();
    // Who comes back after a cut may have missed nothing.
    if (totalsId(totals) !== lastEventId) listener.stream.write(totalsEvent(totals));
  });

  serveStream(votes.liveOfMany, async ({ query: { surveys: ids }, open, onClose }) => {
    const listener = { stream: null as EventStream | null, isOfOne: false };
    onClose(() => live.leave(ids, listener));
    const found = await live.join(ids, listener);
    listener.stream = open();
    const published = [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
    listener.stream.write(Buffer.concat(published.map(totalsEvent)));
  });
}
