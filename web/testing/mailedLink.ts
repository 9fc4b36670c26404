import { waitFor } from "@testing-library/dom";
import type { TestApp } from "../../server/testing/testApp.ts";

/**
 * The path and the fragment of the link in the newest email to `to` about `subject`. Emails are stored after the
 * requests that cause them.
 */
export function mailedLink(t: TestApp, to: string, subject: string): Promise<string> {
  return waitFor(async () => {
    const { payload } = await t.app.inject({ url: "/sandbox/mail" });
    const [row] = payload.split("<li>").filter((each) => each.includes(`>${subject}</a><span>to ${to},`));
    const [, path = ""] = /href="([^"]+)"/.exec(row ?? "") ?? [];
    const [, link = ""] = /href="([^"]+#[^"]+)"/.exec((await t.app.inject({ url: path })).payload) ?? [];
    const { pathname, hash } = new URL(link);
    return pathname + hash;
  });
}
