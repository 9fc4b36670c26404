import { plural } from "@survey-app/contract/formatCount.ts";
import { describeFinalResult } from "@survey-app/contract/labelText.ts";
import { isPersonsName } from "./greeting.ts";
import type { EmailContent } from "./layout.ts";
import { type SurveyEmail, shortenTitle } from "./surveyTemplates.ts";

/** The kinds of emails of which several from one owner to one address become one, with the kind of that. */
const bundleKinds = {
  invitation: "invitations",
  invitationResult: "invitationResults",
  invitationOutcome: "invitationResults",
} as const;
export type BundledKind = keyof typeof bundleKinds;
type Bundled = Extract<SurveyEmail, { kind: BundledKind }>;

/** Several emails of one owner that an address gets as one. */
export interface BundleEmail {
  kind: (typeof bundleKinds)[BundledKind];
  ownerId: string;
  emails: Bundled[];
}

export const isBundled = (email: { kind: string }): email is Bundled => Object.hasOwn(bundleKinds, email.kind);

/** The kind of the email that several emails of a kind become; a kind of which each is sent alone is its own. */
export const bundleKindOf = (email: { kind: string }): string =>
  isBundled(email) ? bundleKinds[email.kind] : email.kind;

/** Makes one email of several that become one kind, the oldest first; an invitation whose link was replaced is named once. */
export function bundleOf(ownerId: string, emails: readonly [Bundled, ...Bundled[]]): Bundled | BundleEmail {
  const different = [...new Map(emails.map((email) => [`${email.kind} ${email.invitationId}`, email])).values()];
  const [first = emails[0]] = different;
  return different.length === 1 ? first : { kind: bundleKinds[first.kind], ownerId, emails: different };
}

/** The emails of which an email consists: several for a bundle, else itself. */
export function emailsIn<E extends { kind: string }>(email: E | BundleEmail): (Exclude<E, BundleEmail> | Bundled)[] {
  return "emails" in email ? email.emails : [email as Exclude<E, BundleEmail>];
}

/**
 * Renders a bundle.
 * @param items the emails that are still to be sent, each with the link of its invitation
 * @param ownerName null if it must not be quoted; one that doesn't look like a name could be a message
 */
export function renderBundle(
  kind: BundleEmail["kind"],
  items: readonly { email: Bundled; link: string }[],
  { ownerName, publicUrl }: { ownerName: string | null; publicUrl: string },
): EmailContent {
  if (kind === "invitationResults")
    return renderResults(
      items.map(({ email }) => email),
      publicUrl,
    );
  const count = items.length;
  const canBeQuoted = ownerName !== null && isPersonsName(ownerName);
  return {
    subject: canBeQuoted
      ? `${ownerName} asks you ${plural(count, "question", "questions")}`
      : `You are invited to vote on ${plural(count, "survey", "surveys")}`,
    paragraphs: [
      "You are on the lists of people who can vote on these surveys.",
      "Each link is yours alone: anyone who has it can vote in your place. You need no account.",
    ],
    links: items.map(({ email, link }) => ({ text: email.title, url: link })),
  };
}

/** Results and outcomes in one email; that of one survey can have both. */
function renderResults(emails: readonly Bundled[], publicUrl: string): EmailContent {
  const titles = new Map(emails.map(({ surveyId, title }) => [surveyId, title]));
  const [title = ""] = titles.values();
  const hasOutcome = emails.some(({ kind }) => kind === "invitationOutcome");
  const hasResult = emails.some(({ kind }) => kind === "invitationResult");
  const contents = [...(hasResult ? ["results"] : []), ...(hasOutcome ? ["outcomes"] : [])].join(" and ");
  const isOne = titles.size === 1;
  return {
    subject: isOne
      ? `The result, and what was decided: ${shortenTitle(title)}`
      : `The ${contents} of ${plural(titles.size, "survey", "surveys")}`,
    paragraphs: [`Voting on ${isOne ? "this survey" : "these surveys"} has ended.`],
    links: emails.map((email) => ({
      text: [email.title, ...describeEnd(email)].join("\n"),
      url: `${publicUrl}/surveydetails/${email.surveyId}`,
    })),
  };
}

function describeEnd(email: Bundled): string[] {
  if (email.kind === "invitationOutcome") return ["The owner says what was decided."];
  return "totalVotes" in email ? describeFinalResult(email) : [];
}
