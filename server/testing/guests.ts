import { askAsGuest } from "@survey-app/contract/account/guests.ts";
import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import { createAccessToken } from "@survey-app/contract/session/session.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Identity } from "@survey-app/contract/users/users.ts";
import { type Account, cookieOf } from "./accounts.ts";
import type { TestApp } from "./testApp.ts";

type Form = RequestOf<typeof askAsGuest>["body"];

/** What a visitor sends who asks a show of hands. */
export const guestForm = (change: Partial<Form> = {}): Form => ({
  Title: "Pizza or not?",
  Description: "",
  category: "Beverage Makers",
  image: "/categories/beverage-makers.svg",
  electorate: "link",
  deadline: new Date(Date.now() + DAY_MS).toISOString(),
  ...change,
});

/** Asks in a new browser. @returns its guest and their survey */
export async function makeGuest(t: TestApp, change: Partial<Form> = {}): Promise<Account & { survey: string }> {
  const response = await t.send(askAsGuest, { body: guestForm(change) });
  if (response.statusCode !== 200) throw new Error(`Asking as a guest answered ${response.payload}`);
  const { insertedId: survey, user } = response.json<{ insertedId: string; user: Identity }>();
  const cookie = cookieOf(response);
  const { email, id, displayName: name } = user;
  const { token } = (await t.send(createAccessToken, { body: { email }, headers: { cookie } })).json<{
    token: string;
  }>();
  return { id, name, email, cookie, token, sessionId: t.tokens.read(token) ?? "", survey };
}
