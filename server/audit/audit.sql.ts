import type { AuditAction, AuditEvent, AuditState, listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import type { SelectQueryBuilder } from "kysely";
import type * as z from "zod/mini";
import { containing, containingAddress, foldedText } from "../database/containing.ts";
import { countUpTo } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { storedFold } from "../database/foldText.ts";
import { readNewestFirst } from "../database/newestFirst.ts";
import { newId } from "../database/newId.ts";
import type { PagedRows } from "../database/pagination.ts";
import { readLanguage } from "../database/readLanguage.ts";
import type { Tables } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";
import { shownAddress } from "../database/userAddress.ts";
import type { Actor, OwnerActor } from "../http/currentUser.ts";

interface NewAuditEvent {
  action: AuditAction;
  /**
   * Users are named by id only: their name and address are deleted with the account, and audit events are never
   * deleted.
   */
  about: { kind: "user"; id: string } | { kind: "survey" | "payment" | "queue"; id: string; title: string };
  before: AuditState;
  after: AuditState;
}

/** Writes an audit event; call it in the transaction of the logged change, so that both are committed or neither is. */
export async function logAction(
  { db, dialect }: Database,
  by: Actor | OwnerActor,
  event: NewAuditEvent,
): Promise<void> {
  const { action, about, before, after } = event;
  const person = typeof by === "object" ? by : null;
  const adminId = person && ("adminId" in person ? person.adminId : person.ownerId);
  const title = about.kind === "user" ? "" : about.title;
  await db
    .insertInto("audit_log")
    .values({
      id: newId(),
      at: dialect.now,
      action,
      actor: typeof by === "string" ? by : "adminId" in by ? "admin" : "owner",
      admin_id: adminId,
      about_kind: about.kind,
      about_id: about.id,
      about_title: title,
      folded: storedFold(title),
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      request_id: person?.requestId ?? null,
    })
    .execute();
}

/** The last of an admin's events with one of these actions and this subject; undefined if there is none. */
export async function findLastAction(
  { db }: Database,
  actions: readonly AuditAction[],
  aboutId: string,
): Promise<{ action: AuditAction; by: Actor } | undefined> {
  const event = await db
    .selectFrom("audit_log")
    .select(["action", "admin_id as adminId", "request_id as requestId"])
    .where("about_id", "=", aboutId)
    .where("action", "in", actions)
    .where("actor", "=", "admin")
    .orderBy("id", "desc")
    .limit(1)
    .$narrowType<{ action: AuditAction; adminId: string; requestId: string }>()
    .executeTakeFirst();
  if (!event) return undefined;
  const { action, ...by } = event;
  return { action, by };
}

/** Audit events with the current names of their actor and subject, and the language of a survey. */
function withPeople(events: SelectQueryBuilder<Tables, "audit_log", object>) {
  return events
    .leftJoin("users as admin", "admin.id", "audit_log.admin_id")
    .leftJoin("payments", (join) =>
      join.onRef("payments.id", "=", "audit_log.about_id").on("audit_log.about_kind", "=", "payment"),
    )
    .leftJoin("users as person", (join) =>
      // Ids of surveys match no user.
      join.on((eb) => eb("person.id", "=", eb.fn.coalesce("payments.user_id", "audit_log.about_id"))),
    )
    .leftJoin("surveys", (join) =>
      join.onRef("surveys.id", "=", "audit_log.about_id").on("audit_log.about_kind", "=", "survey"),
    )
    .selectAll("audit_log")
    .select([
      "surveys.language",
      "admin.name",
      shownAddress("admin").as("email"),
      "person.name as personName",
      shownAddress("person").as("personEmail"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof withPeople>["executeTakeFirstOrThrow"]>>;

/** Newest first. */
export async function findAuditEvents(
  database: Database,
  { action, q, ...page }: z.output<typeof listAuditEvents.query>,
): Promise<PagedRows<AuditEvent>> {
  const { db } = database;
  let all = db.selectFrom("audit_log");
  if (action) all = all.where("audit_log.action", "=", action);
  let matching = withPeople(all);
  if (q)
    matching = matching.where((eb) =>
      eb.or([
        containing(foldedText(database, "admin.name"), q),
        containingAddress(shownAddress("admin"), q),
        containing(foldedText(database, "audit_log.about_title"), q),
        containing(foldedText(database, "person.name"), q),
        containingAddress(shownAddress("person"), q),
      ]),
    );
  return readNewestFirst(database, matching, page, {
    id: "audit_log.id",
    cursorOf: ({ id }) => [0, id],
    show: toAuditEvent,
    count: q ? undefined : () => countUpTo(database, all),
  });
}

function toAuditEvent(row: Row): AuditEvent {
  const { admin_id, name, email } = row;
  return {
    _id: row.id,
    at: toIso(row.at),
    action: row.action as AuditAction,
    by: row.actor,
    admin: admin_id !== null && name !== null && email !== null ? { _id: admin_id, name, email } : null,
    about: {
      kind: row.about_kind,
      id: row.about_id,
      title: row.about_kind === "user" ? (row.personName ?? "") : row.about_title,
      language: readLanguage(row.language),
      email: row.personEmail,
    },
    before: JSON.parse(row.before) as AuditState,
    after: JSON.parse(row.after) as AuditState,
    requestId: row.request_id,
  };
}
