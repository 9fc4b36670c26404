import { startSmtp } from "./smtp.ts";
import { testApp } from "./testApp.ts";

export type MailedApp = Awaited<ReturnType<typeof startMailedApp>>;

/** Starts an app with a mail server, whose emails tests read. @param settings,parts as of `testApp` */
export async function startMailedApp(
  settings: Parameters<typeof testApp>[0] = {},
  parts?: Parameters<typeof testApp>[1],
) {
  const smtp = await startSmtp();
  const t = await testApp({ smtpUrl: smtp.url, ...settings }, parts);
  return {
    ...t,
    smtp,
    /** The token of the link in the newest email to `address` with this subject. */
    tokenFor: async (address: string, subject: RegExp) => (await smtp.next(address, subject)).link?.token ?? "",
    async close() {
      await t.close();
      await smtp.close();
    },
  };
}
