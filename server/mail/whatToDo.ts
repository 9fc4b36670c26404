import { UNTRUSTED_AUTHORITY } from "../database/untrustedAuthority.ts";
import { refusalOf } from "./refusals.ts";
import type { SmtpFailure } from "./smtpFailure.ts";

const saysSenderRejected = /\bsender address rejected\b/i;

/** Advice about the common failures; the first row that matches counts. */
const advice: readonly [matches: (failure: SmtpFailure) => boolean, sentence: string][] = [
  [
    isCode("EDNS", "ENOTFOUND", "EAI_AGAIN"),
    "The name of the mail server is unknown: check the host in SMTP_URL, and this machine's DNS.",
  ],
  [
    isCode("ECONNREFUSED"),
    "Nothing listens at this host and port: check them in SMTP_URL. Usual are smtps:// with port 465, and smtp:// with port 587.",
  ],
  [isCode("CERT_HAS_EXPIRED"), "The mail server's certificate has expired: renew it there."],
  [
    isCode("ERR_TLS_CERT_ALTNAME_INVALID"),
    "The mail server's certificate is for another name: use a name that it lists in SMTP_URL.",
  ],
  [
    isCode("DEPTH_ZERO_SELF_SIGNED_CERT"),
    "The mail server signs its certificate itself: name this certificate's PEM file in SMTP_CA, and in SMTP_URL a name that it lists. On this machine, smtp://localhost:25?ignoreTLS=true does without one.",
  ],
  [
    isCode(...UNTRUSTED_AUTHORITY),
    "The mail server's certificate is from an authority that is not trusted: name the authority's PEM file in SMTP_CA.",
  ],
  [
    ({ message }) => /wrong version number|packet length too long|unknown protocol/.test(message),
    "This port doesn't begin with TLS: use smtp:// (usually with port 587), which encrypts after the greeting.",
  ],
  [
    isCode("ETIMEDOUT"),
    "The mail server did not answer within 10 seconds: a firewall may block the port (many hosts block 25 and 465), or this port begins with TLS and needs smtps://.",
  ],
  [
    ({ code, command }) => code === "ETLS" || command === "STARTTLS",
    "The connection could not be encrypted: use smtps:// if the server has a port for it (usually 465).",
  ],
  [
    ({ code, command }) => code === "EAUTH" || command?.startsWith("AUTH") === true,
    "Check user and password in SMTP_URL: special characters are percent-encoded (@ as %40), and many providers want a password for applications.",
  ],
  [
    ({ code, responseCode }) => code === "ENOAUTH" || responseCode === 530,
    "The server wants a sign-in: put user and password into SMTP_URL, smtps://user:password@mail.example:465.",
  ],
  [
    ({ responseCode = 0 }) => responseCode >= 400 && responseCode < 500,
    "The server refuses for now: try again in a few minutes. The mailer tries for three days.",
  ],
  [
    // Postfix answers about the sender only after the recipient.
    ({ command, response = "" }) =>
      command === "MAIL FROM" || (command === "RCPT TO" && saysSenderRejected.test(response)),
    "The server doesn't let this account send from {from}: set MAIL_FROM to an address that belongs to it.",
  ],
  [
    (failure) => refusalOf(failure)?.isOfAddress === true,
    "The server says that this address doesn't exist: check it. If it says so of every address, put user and password into SMTP_URL.",
  ],
  [
    ({ command }) => command === "RCPT TO",
    "The server doesn't send for this account, or not to this recipient: its answer says why. If it speaks of relaying, put user and password into SMTP_URL.",
  ],
  [
    ({ command }) => command === "DATA",
    "The server took both addresses and refused the text: its answer says why. Often the domain of {from} lacks SPF, DKIM or DMARC.",
  ],
];

function isCode(...codes: string[]): (failure: SmtpFailure) => boolean {
  return ({ code = "", originalCode = "" }) => codes.includes(code) || codes.includes(originalCode);
}

/** A sentence that tells an operator what to do about a mail server's failure. */
export function whatToDo(failure: SmtpFailure, { mailFrom }: { mailFrom: string }): string {
  const known = advice.find(([matches]) => matches(failure))?.[1];
  return (known ?? "Compare SMTP_URL with what the mail server's provider says.").replace("{from}", mailFrom);
}
