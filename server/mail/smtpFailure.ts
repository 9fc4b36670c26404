/** The error with which nodemailer reports that a mail server didn't accept an email. */
export interface SmtpFailure extends Error {
  code?: string;
  /** The system's code, such as ECONNREFUSED. */
  originalCode?: string;
  /** The command that failed; CONN while connecting. */
  command?: string;
  /** The server's answer, with its words. */
  response?: string;
  /** The code of the server's answer, such as 535. */
  responseCode?: number;
}
