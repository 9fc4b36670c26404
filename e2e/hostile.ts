import { type APIRequestContext, request } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { makeMembers } from "./memberships.sql.ts";
import { inOneLine, packed } from "./payloads.ts";
import { bearer, type DemoRole, PASSWORD, people } from "./people.ts";
import type { RunningServer } from "./server.ts";

/** The host of every hostile image; the tests respond for it. */
export const PICTURES = "https://photos.invalid";
/** HTTPS URLs that try to break out of their attribute. */
const photo = `${PICTURES}/a.svg?"onerror="alert(15)`;
const image = `${PICTURES}/a.svg?'/><img/src=x/onerror=alert(16)>`;

/** As many payloads as fit into one text, so that a few rows contain all of them. */
export const names = packed(80).map(inOneLine);
export const titles = packed(200).map(inOneLine);
/** Payloads for the descriptions of pictures. */
const words = packed(250).map(inOneLine);
const reports = packed(500);
const paragraphs = packed(1000);
const [description = ""] = packed(5000);

const textOf = (texts: string[], index: number) => texts[index % texts.length] ?? "";

interface Member {
  context: APIRequestContext;
  token: string;
}

/**
 * Writes every payload into every text field, and into users' names. Everyone votes on the first survey. Returns the
 * surveys' ids in the order of `titles`, and the feedback on the last one.
 */
export async function fillWithHostileTexts({
  url,
  dataDir,
}: RunningServer): Promise<{ surveys: string[]; note: string }> {
  const roles: DemoRole[] = ["surveyor", "admin", "pro-user", "user"];
  const entered = await Promise.all(roles.map((role) => enter(url, people[role].email)));
  const [surveyor, admin, pro, user] = entered as [Member, Member, Member, Member];
  for (const [index, member] of entered.entries())
    await send(member, "patch", "/me", { displayName: textOf(names, index), photoURL: photo });
  const made = await Promise.all(
    titles.map(async (Title, index) => {
      // One survey's description contains all payloads.
      const form = {
        Title,
        Description: index ? textOf(paragraphs, index) : description,
        category: "Cleaning Tools",
        image,
        imageAlt: textOf(words, index),
      };
      const { insertedId: id } = await send(surveyor, "post", "/surveysForm", form);
      const feedback = textOf(paragraphs, index);
      await send(admin, "patch", `/surveys/${id}/status`, { status: 2, feedback });
      const said = { comments: textOf(paragraphs, index), inapp: textOf(reports, index) };
      await send(pro, "post", "/serveyVoting", { SurveyID: id, vote: index % 2, ...said });
      await send(user, "post", `/surveys/${id}/reports`, { inapp: textOf(reports, index) });
      await send(surveyor, "patch", `/surveyor/${id}`, { ...form, note: textOf(paragraphs, index) });
      const { insertedId: note } = await send(admin, "post", "/feedback", { surveyId: id, feedback });
      return { id, note };
    }),
  );
  const surveys = made.map(({ id }) => id);
  await voteByOthers({ url, dataDir }, surveys[0] ?? "");
  for (const { context } of entered) await context.dispose();
  return { surveys, note: made.at(-1)?.note ?? "" };
}

/** Creates a user for each further name, who votes, reports and, as a member, comments. */
async function voteByOthers({ url, dataDir }: Pick<RunningServer, "url" | "dataDir">, survey: string): Promise<void> {
  const others = names.slice(4).map((name, index) => ({ name, email: `hostile${index}@example.org` }));
  // Hashing a password takes 40 ms, two at a time.
  const entered: Member[] = [];
  for (let begin = 0; begin < others.length; begin += 4)
    entered.push(
      ...(await Promise.all(others.slice(begin, begin + 4).map((account) => enter(url, account.email, account.name)))),
    );
  makeMembers(dataDir, "hostile%");
  await Promise.all(
    entered.map(async (other, index) => {
      const said = { comments: textOf(paragraphs, index), inapp: textOf(reports, index) };
      await send(other, "post", "/serveyVoting", { SurveyID: survey, vote: 1, ...said });
      await other.context.dispose();
    }),
  );
}

/** @param name creates an account of this name; without it the account exists */
async function enter(baseURL: string, email: string, name?: string): Promise<Member> {
  const context = await request.newContext({ baseURL });
  const data = { email, password: PASSWORD, ...(name && { name, image: photo }) };
  await expect(await context.post(`/api/auth/${name ? "sign-up" : "sign-in"}/email`, { data })).toBeOK();
  const answer = await context.post("/api/jwt", { data: { email } });
  return { context, token: ((await answer.json()) as { token: string }).token };
}

async function send({ context, token }: Member, method: "post" | "patch", path: string, data: object) {
  const answer = await context[method](`/api${path}`, { headers: bearer(token), data });
  await expect(answer, `${method} ${path}`).toBeOK();
  return (await answer.json()) as { insertedId: string };
}
