import type { SmtpFailure } from "./smtpFailure.ts";

/** A mail server's permanent refusal of an email: an answer of class 5. */
export interface Refusal {
  /**
   * The refused command, and the codes of the answer: `RCPT TO 550 5.1.1`. Without its words, which can name people.
   */
  answer: string;
  isOfRecipient: boolean;
  /** Whether it says that the recipient's address doesn't exist. */
  isOfAddress: boolean;
}

/**
 * The enhanced status codes (RFC 3463, RFC 5248) that say that an address doesn't exist. All others are about the
 * sender, the text, a full mailbox, or a rule of the server.
 */
const NO_SUCH_ADDRESS = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]);
/** The codes that say so in answers without an enhanced code. */
const NO_SUCH_MAILBOX = new Set([550, 551, 553]);
/**
 * Words that show that an answer without an enhanced code is about the sender: many servers use 550 for every refusal.
 */
const OF_SENDER =
  /\b(relay|auth|sign.?in|log.?in|spam|abuse|block|black|deny|denied|ban|polic|reputation|spf|dkim|dmarc|rdns|reverse|ptr|helo|ehlo|client|sender|ip\b|rate\b|limit|quota|too many|full|unsolicited|security|permi)/i;

const STATUS = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/;

/** Reads a mail server's refusal of an email; null if it isn't permanent. */
export function refusalOf(error: unknown): Refusal | null {
  const { responseCode = 0, response = "", command = "" } = (error ?? {}) as SmtpFailure;
  if (responseCode < 500 || responseCode > 599) return null;
  // Servers quote addresses, which can have any word in them.
  const words = response.replaceAll(/\S*@\S*/g, "");
  const status = STATUS.exec(words)?.[0];
  const isOfRecipient = command === "RCPT TO";
  const saysNoAddress = status
    ? NO_SUCH_ADDRESS.has(status)
    : NO_SUCH_MAILBOX.has(responseCode) && !OF_SENDER.test(words);
  return {
    answer: [command, responseCode, status].filter(Boolean).join(" "),
    isOfRecipient,
    isOfAddress: isOfRecipient && saysNoAddress,
  };
}
