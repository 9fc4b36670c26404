import { type Secrets, secretsOf } from "../database/secrets.ts";
import { createInvitationTokens } from "../invitations/invitationTokens.ts";
import type { TestApp } from "./testApp.ts";

/** Makes an app's links and codes, or those that it would make with other secrets. */
export const invitationTokensOf = ({ config }: Pick<TestApp, "config">, secrets: Partial<Secrets> = {}) =>
  createInvitationTokens({ ...secretsOf(config), ...secrets }, config.publicUrl);

/** The token of the link of a person with an address. */
export const linkOf = (
  t: Pick<TestApp, "config">,
  id: string,
  { issue = 1, ...secrets }: { issue?: number } & Partial<Secrets> = {},
) => invitationTokensOf(t, secrets).tokenOf({ id, email: "", issue });
