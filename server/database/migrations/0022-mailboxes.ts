import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * Indexes accounts by the mailbox that their address reaches (without `+tag`), and invitations that a mailbox has
 * refused. They index expressions instead of columns, because instances of the version before write no new columns. The
 * others find the addresses that are not in ASCII, which each start converts (voters/asciiDomains.sql.ts): hardly any.
 */
export async function indexMailboxes(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const mailbox = mailboxOf("email", engine);
  await sql`create index users_mailbox on users (${mailbox})`.execute(db);
  await sql`create index invitations_refused on invitations (${mailbox}) where state = 'refused'`.execute(db);
  const isNotAscii = sql`octet_length(email) <> length(email)`;
  await sql`create index users_not_ascii on users (id) where ${isNotAscii}`.execute(db);
  await sql`create index invitations_not_ascii on invitations (id) where ${isNotAscii}`.execute(db);
  await sql`create index voter_list_people_not_ascii on voter_list_people (id) where ${isNotAscii}`.execute(db);
}

/** The mailbox that the address in a column reaches, as `mailbox` of the dialects finds it. */
export function mailboxOf(column: "email" | "address", engine: Dialect["engine"]): RawBuilder<unknown> {
  const address = sql.ref(column);
  if (engine === "sqlite")
    return mailboxIn({
      local: sql`substr(${address}, 1, instr(${address}, '@') - 1)`,
      domain: sql`substr(${address}, instr(${address}, '@') + 1)`,
      untagged: (local) => sql`substr(${local}, 1, instr(${local} || '+', '+') - 1)`,
    });
  return mailboxIn({
    local: sql`split_part(${address}, '@', 1)`,
    domain: sql`split_part(${address}, '@', 2)`,
    untagged: (local) => sql`split_part(${local}, '+', 1)`,
  });
}

function mailboxIn({
  local,
  domain,
  untagged,
}: {
  local: RawBuilder<unknown>;
  domain: RawBuilder<unknown>;
  untagged: (local: RawBuilder<unknown>) => RawBuilder<unknown>;
}): RawBuilder<unknown> {
  const name = sql`coalesce(nullif(${untagged(local)}, ''), ${local})`;
  const withoutDots = sql`coalesce(nullif(replace(${name}, '.', ''), ''), ${name})`;
  return sql`(case when ${domain} in ('gmail.com', 'googlemail.com')
    then ${withoutDots} || '@gmail.com' else ${name} || '@' || ${domain} end)`;
}
