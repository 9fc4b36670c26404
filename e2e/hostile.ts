import type { Browser, BrowserContext } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { bearer, type DemoRole, PASSWORD, people, signIn, tokenOf } from "./people.ts";

/** Texts that try to become code. */
export const payloads = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(2)>",
  '"><svg onload=alert(3)>',
  "'\"><body onload=alert(4)>",
  "</script><script>alert(5)</script>",
  "</title></textarea></style><script>alert(6)</script>",
  '<iframe srcdoc="<script>parent.alert(7)</script>"></iframe>',
  "javascript:alert(8)",
  "{{constructor.constructor('alert(9)')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a payload, not a template
  "${alert(10)}`${alert(10)}",
  "<!--<script>alert(11)//--></script>",
  '<a href="javascript:alert(12)">click me, alert(12)</a>',
  "<math><mtext><style><img title='--></style><img src onerror=alert(13)>'>",
  "<details open ontoggle=alert(14)><summary autofocus onfocus=alert(14)>",
] as const;

/** Where every hostile picture is; the tests answer for it. */
export const PICTURES = "https://photos.invalid";
/** Addresses that are https, and try to leave their attribute. */
const photo = `${PICTURES}/a.svg?"onerror="alert(15)`;
const image = `${PICTURES}/a.svg?'/><img/src=x/onerror=alert(16)>`;

/** The e-mail address of the person named with a payload. */
export const emailOf = (payload: number) => `hostile${payload}@example.org`;

interface Member {
  context: BrowserContext;
  token: string;
}

/** Writes every payload into every field that takes text. Answers the surveys' and the notes' ids, in their order. */
export async function fillWithHostileTexts(browser: Browser, baseURL: string) {
  const surveys: string[] = [];
  const surveyor = await enter(browser, baseURL, "surveyor");
  const admin = await enter(browser, baseURL, "admin");
  const pro = await enter(browser, baseURL, "pro-user");
  const user = await enter(browser, baseURL, "user");
  for (const [index, text] of payloads.entries()) {
    const form = { Title: text, Description: text, category: "Cleaning Tools", image };
    const { insertedId: id } = await send(surveyor, "post", "/surveysForm", form);
    await send(admin, "patch", `/surveys/${id}/status`, { status: 2, feedback: text });
    await send(pro, "post", "/serveyVoting", { SurveyID: id, vote: index % 2, comments: text, inapp: text });
    await send(user, "post", `/surveys/${id}/reports`, { inapp: text });
    await send(surveyor, "patch", `/surveyor/${id}`, { ...form, note: text });
    const hostile = await enterAnew(browser, baseURL, { name: text, email: emailOf(index) });
    await send(hostile, "post", "/serveyVoting", { SurveyID: id, vote: 1, inapp: text });
    await hostile.context.close();
    surveys.push(id);
  }
  const path = `/api/all/feedback/${people.surveyor.email}`;
  const answer = await surveyor.context.request.get(path, { headers: bearer(surveyor.token) });
  const notes = (await answer.json()) as { _id: string; feedback: string }[];
  for (const { context } of [surveyor, admin, pro, user]) await context.close();
  return { surveys, notes: payloads.map((text) => notes.find(({ feedback }) => feedback === text)?._id ?? "missing") };
}

async function enter(browser: Browser, baseURL: string, role: DemoRole): Promise<Member> {
  const context = await browser.newContext({ baseURL });
  return { context, token: await signIn(context, role) };
}

async function enterAnew(browser: Browser, baseURL: string, account: { name: string; email: string }): Promise<Member> {
  const context = await browser.newContext({ baseURL });
  const data = { ...account, password: PASSWORD, image: photo };
  await expect(await context.request.post("/api/auth/sign-up/email", { data })).toBeOK();
  return { context, token: await tokenOf(context, account.email) };
}

async function send({ context, token }: Member, method: "post" | "patch", path: string, data: object) {
  const answer = await context.request[method](`/api${path}`, { headers: bearer(token), data });
  await expect(answer, `${method} ${path}`).toBeOK();
  return (await answer.json()) as { insertedId: string };
}
