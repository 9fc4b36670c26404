import { secretsOf } from "../database/secrets.ts";
import { createInvitationLinks } from "../invitations/invitationLinks.ts";
import { createAddressHash } from "../mail/addressHash.ts";
import { createMailer } from "../mail/mailer.ts";
import type { Transport } from "../mail/transport.ts";
import { createEmailParts } from "../mailings/emailParts.ts";
import { createUnsubscriber } from "../mailings/unsubscribe.ts";
import { createSignUpLinks } from "../session/registration.sql.ts";
import { invitationTokensOf } from "./invitationTokens.ts";
import { recorder } from "./recorder.ts";
import type { TestApp } from "./testApp.ts";

export type SentEmail = Parameters<Transport["send"]>[0];

/** The hashes of addresses that refuse invitations. */
export const addressHashOf = ({ config }: TestApp) => createAddressHash(secretsOf(config).readable);

/** The unsubscribe links of an app. */
export function unsubscriberOf(t: TestApp) {
  const { publicUrl } = t.config;
  return createUnsubscriber(secretsOf(t.config).accepted, { publicUrl, hashAddress: addressHashOf(t) });
}

/**
 * Sends the emails in an app's outbox that are due, as its mailer does.
 * @param secrets of the links
 * @param transport null to collect what is sent
 * @param hasTried whether the process has sent emails before
 */
export async function sendEmails(
  t: TestApp,
  secrets = secretsOf(t.config),
  transport: Transport["send"] | null = null,
  hasTried = false,
): Promise<SentEmail[]> {
  const sent: SentEmail[] = [];
  const { publicUrl } = t.config;
  const hashAddress = addressHashOf(t);
  const mailer = createMailer(t.database, {
    ...createInvitationLinks(t.database, {
      tokens: invitationTokensOf(t, secrets),
      record: recorder(),
      publicUrl,
    }),
    publicUrl,
    from: "survey@example.com",
    site: t.config.site,
    languages: t.config.languages,
    contactEmail: null,
    limits: true,
    unsubscribeUrl: unsubscriberOf(t).urlFor,
    signUpLink: createSignUpLinks(t.database, { ...t.config, accepted: secrets.accepted }).linkFor,
    ...createEmailParts(t.database, { ...t.config, hashAddress }),
    transport: { send: transport ?? (async (message) => void sent.push(message)), close: () => {} },
    log: t.app.log,
    hasTried,
  });
  await mailer.sendDue();
  return sent;
}
