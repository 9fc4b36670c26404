import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import { describeClaims, type FinalResult } from "@survey-app/contract/results/resultLabelText.ts";
import * as mailTexts from "@survey-app/texts/mailTexts.ts";
import * as surveyMailTexts from "@survey-app/texts/surveyMailTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { type AboutSurvey, questionOf } from "./aboutSurvey.ts";
import type { EmailBlock, EmailContent } from "./layout.ts";
import { decisionOf, quotedTitle, resultLink, summarizeResult } from "./resultBlocks.ts";
import { factLine, type SurveyEmail, whoAnswers } from "./surveyTemplates.ts";
import { shortenTitle } from "./userText.ts";

/** The kinds of emails that are combined if one owner sends several to one address, with the kind of the result. */
const bundleKinds = {
  invitation: "invitations",
  invitationResult: "invitationResults",
  invitationOutcome: "invitationResults",
} as const;
export type BundledKind = keyof typeof bundleKinds;
/** The kinds of emails that several have become. */
export const BUNDLE_KINDS = ["invitations", "invitationResults"] as const satisfies BundleEmail["kind"][];
type Bundled = Extract<SurveyEmail, { kind: BundledKind }>;

/** Several emails of one owner that an address gets as one. */
export interface BundleEmail {
  kind: (typeof bundleKinds)[BundledKind];
  ownerId: string;
  emails: Bundled[];
}

export const isBundled = (email: { kind: string }): email is Bundled => Object.hasOwn(bundleKinds, email.kind);

/** The kind of the email that several emails of this kind become; the kind itself if each is sent alone. */
export const bundleKindOf = (email: { kind: string }): string =>
  isBundled(email) ? bundleKinds[email.kind] : email.kind;

/**
 * Makes one email of several that become one kind, the oldest first; an invitation whose link was replaced is named
 * once.
 */
export function bundleOf(ownerId: string, emails: readonly [Bundled, ...Bundled[]]): Bundled | BundleEmail {
  const different = [
    ...new Map(emails.map((email) => [`${email.kind} ${email.surveyId} ${email.invitationId}`, email])).values(),
  ];
  const [first = emails[0]] = different;
  return different.length === 1 ? first : { kind: bundleKinds[first.kind], ownerId, emails: different };
}

/** The emails in an email: several for a bundle, else itself. */
export function emailsIn<E extends { kind: string }>(email: E | BundleEmail): (Exclude<E, BundleEmail> | Bundled)[] {
  return "emails" in email ? email.emails : [email as Exclude<E, BundleEmail>];
}

/** An email of a bundle that is still to be sent. `link`: of its invitation. */
interface Item {
  email: Bundled;
  link: string;
  survey: AboutSurvey;
}

export const renderBundle = (kind: BundleEmail["kind"], items: readonly Item[], publicUrl: string): EmailContent =>
  kind === "invitations" ? renderInvitations(items) : renderResults(items, publicUrl);

/** Without the descriptions: mail readers cut what is longer than 102 kB. */
function renderInvitations(items: readonly Item[]): EmailContent {
  const ownerName = items[0]?.survey.ownerName;
  return {
    subject: ownerName
      ? surveyMailTexts.asksQuestions(ownerName, items.length)
      : surveyMailTexts.invitedToSurveys(items.length),
    preview: surveyMailTexts.noAccountNeeded,
    blocks: [
      { kind: "text", text: surveyMailTexts.linksAreYours },
      ...items.flatMap(({ link, survey }): EmailBlock[] => [
        quotedTitle(survey),
        { kind: "text", text: factLine(survey) },
        ...(survey.passRule === null ? [] : [{ kind: "text", text: describePassRule(survey.passRule) } as const]),
        ...whoAnswers(survey),
        { kind: "link", label: surveyWords.voteYesOrNo(survey.unsure), url: link },
      ]),
    ],
    reason: mailTexts.reasons.invitedToSeveral,
  };
}

/** Results and outcomes in one email; that of one survey can have both. */
function renderResults(items: readonly Item[], publicUrl: string): EmailContent {
  const bySurvey = [...Map.groupBy(items, ({ email }) => email.surveyId).values()];
  const blocks = bySurvey.flatMap((parts) => resultsOf(parts, publicUrl));
  if (bySurvey.length === 1)
    return {
      heading: surveyMailTexts.resultAndOutcome,
      subject: surveyMailTexts.resultAndOutcomeOf(items[0] ? shortenTitle(questionOf(items[0].survey).title) : ""),
      preview: surveyMailTexts.hasEnded,
      blocks,
      reason: mailTexts.reasons.invited,
    };
  const hasOutcome = items.some(({ email }) => email.kind === "invitationOutcome");
  const hasResult = items.some(({ email }) => email.kind === "invitationResult");
  const { resultsAndOutcomesOf, resultsOf: onlyResultsOf, outcomesOf } = surveyMailTexts;
  const subject = hasResult ? (hasOutcome ? resultsAndOutcomesOf : onlyResultsOf) : outcomesOf;
  return {
    subject: subject(bySurvey.length),
    preview: surveyMailTexts.haveEnded,
    blocks,
    reason: mailTexts.reasons.invitedToSeveral,
  };
}

/** The blocks of one survey in a bundle. @param parts its result, its outcome, or both */
function resultsOf(parts: readonly Item[], publicUrl: string): EmailBlock[] {
  const [first] = parts;
  if (!first) return [];
  const { survey, email } = first;
  const page = `${publicUrl}/surveydetails/${email.surveyId}`;
  const result = parts.map((part) => resultOf(part.email)).find((found) => found !== null) ?? null;
  const isDecided = parts.some((part) => part.email.kind === "invitationOutcome");
  return [
    quotedTitle(survey),
    ...(result ? [{ kind: "text", text: summarizeResult(result) } as const] : []),
    ...decisionOf(survey, isDecided),
    ...(result ? describeClaims(result).map((text) => ({ kind: "text", text }) as const) : []),
    {
      kind: "link",
      ...(isDecided || !result ? { label: surveyMailTexts.readOutcome, url: page } : resultLink(result, page)),
    },
  ];
}

function resultOf(email: Bundled): FinalResult | null {
  if (email.kind === "invitationResult") return email;
  return email.kind === "invitationOutcome" ? (email.result ?? null) : null;
}
