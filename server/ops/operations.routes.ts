import { findEmails } from "@survey-app/contract/ops/emailTrail.ts";
import { confirmClock, getOperations, type QueueName } from "@survey-app/contract/ops/operations.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { findJumps, isHeldBy } from "../clock/heartbeat.sql.ts";
import type { AppConfig } from "../config/config.ts";
import type { MainDatabase } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import { apiError } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { VERSION } from "../http/version.ts";
import { countEndedCodes } from "../invitations/codes.sql.ts";
import { findPausedUntil, findRefused } from "../mail/mailServer.sql.ts";
import { findMissing, roleClaimKey } from "../session/providers/roleClaims.sql.ts";
import { findLastBackup } from "./backups/lastBackup.ts";
import { type CertificateSettings, findCertificates } from "./certificates.ts";
import { confirmClock as confirmShown } from "./clock.sql.ts";
import { readDisk } from "./disk.ts";
import { findEmailsTo } from "./emailTrail.sql.ts";
import { findFormerLedgers } from "./formerLedgers.sql.ts";
import { findOldestOfQueues } from "./queueAges.sql.ts";

const MINUTE_MS = 60_000;
/** The longest usual wait of a due row in a queue, in milliseconds: some queues are only worked through every hour. */
const USUAL_WAIT_MS: Record<QueueName, number> = {
  emails: 10 * MINUTE_MS,
  webhooks: 10 * MINUTE_MS,
  mailings: 10 * MINUTE_MS,
  reportAnswers: 10 * MINUTE_MS,
  payments: 3 * HOUR_MS,
  secretErasures: DAY_MS,
  imageRemovals: 2 * DAY_MS,
};
/** The space that is low: SQLite needs about as much for its log while a backup is made. */
const LOW = { bytes: 1e9, share: 0.05 };
/** The greatest age of a nightly backup, if one night is missed. */
const BACKUP_OLD_MS = 2 * DAY_MS;

export interface OperationsSettings extends CertificateSettings {
  dataDir: string;
  oidc: AppConfig["oidc"];
  /** The numbers of the keys with which codes of invitations are recognized. */
  codeKeys: readonly string[];
}

/** Serves to admins the page of what an operator has to watch. @param host the name of this machine */
export function serveOperations(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  { dataDir, host, oidc, codeKeys, ...settings }: OperationsSettings & { host: string },
): void {
  registerEndpoint(getOperations, async () => {
    const now = Date.now();
    const [jumps, due, refused, pausedUntil, missingRoleClaim, disk, certificates, backup, formerLedgers, endedCodes] =
      await Promise.all([
        findJumps(database),
        findOldestOfQueues(database),
        findRefused(database),
        findPausedUntil(database),
        findMissingRoleClaim(database, oidc),
        readDisk(dataDir),
        findCertificates(settings),
        findLastBackup(dataDir),
        findFormerLedgers(database),
        countEndedCodes(database, codeKeys),
      ]);
    return {
      version: VERSION,
      clock: {
        host,
        jumps: jumps.map(({ of, from, to }) => ({ of, from: toIso(from), to: toIso(to) })),
        isHeld: isHeldBy(jumps),
      },
      lateQueues: [...due].flatMap(([queue, since]) =>
        since !== null && since < now - USUAL_WAIT_MS[queue] ? [{ queue, since: toIso(since) }] : [],
      ),
      mailServer: {
        refused: refused && { ...refused, lastAt: toIso(refused.lastAt) },
        pausedUntil: pausedUntil === null ? null : toIso(pausedUntil),
      },
      missingRoleClaim,
      disk: { ...disk, isLow: disk.freeBytes < LOW.bytes || disk.freeBytes < LOW.share * disk.totalBytes },
      certificates,
      backup: {
        at: backup && toIso(backup.at),
        votes: backup?.votes ?? null,
        isOld: backup === null || backup.at < now - BACKUP_OLD_MS,
      },
      formerLedgers,
      endedCodes,
    };
  });

  registerEndpoint(findEmails, ({ query, currentUser }) => findEmailsTo(database, query.address, currentUser));

  registerEndpoint(confirmClock, async ({ body, currentUser, request }) => {
    const confirmed = await confirmShown(database, actorOf(currentUser, request), { seen: body.jumps });
    if (confirmed.length === 0) throw apiError("clockMoved");
    return { success: true as const };
  });
}

async function findMissingRoleClaim(database: MainDatabase, oidc: AppConfig["oidc"]) {
  if (!oidc?.roles) return null;
  const { claim } = oidc.roles;
  const lastAt = await findMissing(database, roleClaimKey({ issuer: oidc.issuer, claim }));
  return lastAt === null ? null : { claim, lastAt: toIso(lastAt) };
}
