import * as account from "@survey-app/contract/account/account.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { type Account, signIn, signUpBody } from "./accounts.ts";
import { freePort } from "./browser.ts";
import { slowPasswords } from "./cheapPasswords.ts";
import { type MailedApp, startMailedApp } from "./mailedApp.ts";

/** Starts an app with a mail server and the sandbox's providers, which browsers reach. */
export async function startProviderApp(): Promise<MailedApp> {
  const port = await freePort();
  const t = await startMailedApp(
    { publicUrl: `http://127.0.0.1:${port}`, sandbox: true },
    { passwords: slowPasswords },
  );
  await t.app.listen({ port, host: "127.0.0.1" });
  return t;
}

/** Signs up with an address and proves it. @param given the app and the address */
export function addressProofs(given: () => { t: MailedApp; email: string }) {
  return {
    /** A stranger signs up with an address that is not theirs, on two devices. */
    async preRegister(): Promise<{ stranger: Account; elsewhere: Account }> {
      const { t, email } = given();
      await t.request(session.signUp, { body: signUpBody({ name: "Stranger", email }) });
      return { stranger: await signIn(t, { email }), elsewhere: await signIn(t, { email }) };
    },
    confirmationToken: () => given().t.tokenFor(given().email, /Confirm your email/),
    /** Opens the link, in the browser of `as`. */
    verify: (token: string, { as, password }: { as?: Account; password?: string } = {}) =>
      given().t.send(account.verifyEmail, {
        body: { token, ...(password !== undefined && { password }) },
        headers: as ? { cookie: as.cookie } : {},
      }),
  };
}
