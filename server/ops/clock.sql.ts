import type { ShownJump } from "@survey-app/contract/ops/operations.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { logAction } from "../audit/audit.sql.ts";
import { beat, confirmHeartbeat, findJumps, type Jump, noteTold } from "../clock/heartbeat.sql.ts";
import type { Database } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import type { Actor } from "../http/currentUser.ts";
import type { JobRun } from "../http/jobs.ts";
import { enqueueToAdmins, enqueueToFailedAdmins } from "../mail/toAdmins.sql.ts";

/**
 * How much later a clock may be confirmed than it was shown, in milliseconds. If it has moved by more, it has jumped
 * again.
 */
const SHOWN_MS = DAY_MS;

/**
 * Moves the heartbeat, or emails admins about the clocks that have jumped.
 * @param host this machine
 * @returns the jumps
 */
export async function watchClock(database: Database, host: string, now = Date.now(), run?: JobRun): Promise<Jump[]> {
  const emailOf = (jumps: Jump[]) => ({ kind: "clockJumped", host, jumps }) as const;
  const jumps = await database.transaction(async (tx) => {
    const found = await beat(tx, now);
    if (found.length > 0 && (await noteTold(tx))) await enqueueToAdmins(tx, "clockNotices", emailOf(found));
    return found;
  });
  if (jumps.length > 0)
    await enqueueToFailedAdmins(database, "clockNotices", { template: async () => emailOf(jumps), run });
  return jumps;
}

/**
 * Confirms clocks that have jumped, and writes the audit log.
 * @param seen the jumps as the admin saw them; null on the command line, which shows the jumps that it confirms
 * @returns the confirmed jumps; none if they are not those that the admin saw, or if there are none
 */
export function confirmClock(
  database: Database,
  by: Actor,
  { seen, now = Date.now() }: { seen: readonly ShownJump[] | null; now?: number },
): Promise<Jump[]> {
  return database.transaction(async (tx) => {
    const jumps = await findJumps(tx, { lock: true, now });
    if (jumps.length === 0 || (seen && !isSame(jumps, seen))) return [];
    await confirmHeartbeat(tx, now);
    const times = (of: (jump: Jump) => number) =>
      Object.fromEntries(jumps.map((jump) => [`${jump.of}Clock`, toIso(of(jump))]));
    await logAction(tx, by, {
      action: "clockConfirmed",
      about: { kind: "queue", id: "clock", title: "Clock" },
      before: times(({ from }) => from),
      after: times(({ to }) => to),
    });
    return jumps;
  });
}

const isSame = (jumps: readonly Jump[], seen: readonly ShownJump[]): boolean =>
  jumps.length === seen.length &&
  jumps.every(({ of, from, to }) =>
    seen.some(
      (each) => each.of === of && Date.parse(each.from) === from && Math.abs(to - Date.parse(each.to)) <= SHOWN_MS,
    ),
  );
