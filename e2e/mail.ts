import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import { expect } from "./fixtures.ts";
import type { Client } from "./people.ts";

/** Reads the newest email to `to` about `subject` in the sandbox, and returns the URL of its link. */
export async function mailedLink({ request }: Client, to: string, subject: string): Promise<string> {
  const entry = `>${escapeHtml(subject)}</a><span>to ${escapeHtml(to)},`;
  const read = async (path: string) => (await request.get(path)).text();
  const list = "/sandbox/mail";
  // Emails are stored asynchronously, after the requests that cause them.
  await expect.poll(() => read(list), { message: `an email "${subject}" to ${to}` }).toContain(entry);
  const [before = ""] = (await read(list)).split(entry);
  const email = await read(before.slice(before.lastIndexOf(list)).replace('"', ""));
  const [, link] = /<a href="([^"]+#[^"]+)"/.exec(email) ?? [];
  if (!link) throw new Error(`The mail "${subject}" to ${to} has no link`);
  return link;
}
