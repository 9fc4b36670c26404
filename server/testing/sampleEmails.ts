import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { findBounds } from "@survey-app/contract/results/bounds.ts";
import type { FinalResult } from "@survey-app/contract/results/resultLabelText.ts";
import { PRODUCT } from "@survey-app/contract/sharing/siteLook.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import type { AboutSurvey } from "../words/mail/aboutSurvey.ts";
import { renderBundle } from "../words/mail/bundles.ts";
import { type EmailSite, layOutEmail, type Message } from "../words/mail/layout.ts";
import type { AboutMeeting } from "../words/mail/meetingTemplates.ts";
import { bulkEmailOf, type EmailTemplate, renderTemplate } from "../words/mail/templates.ts";
import { sampleMeetingEmails } from "./sampleMeetingEmails.ts";

/** Emails of each kind, as their readers get them. */

type Template = Exclude<EmailTemplate, { emails: unknown }>;
/** The kinds whose emails are combined into one. */
type Bundled = Parameters<typeof renderBundle>[1][number]["email"];

/** An email with its survey, or several surveys in one email. Without a survey it is about none. */
export type Sample =
  | { email: Template; survey?: Partial<AboutSurvey>; meeting?: AboutMeeting }
  | { bundle: Parameters<typeof renderBundle>[0]; items: { email: Bundled; survey?: Partial<AboutSurvey> }[] };

export const PUBLIC_URL = "https://survey.example";
const NOW = Date.parse("2026-11-20T10:00:00Z");
const LATER = Date.parse("2026-11-28T09:00:00Z");

/** The settings that voters have to know. */
export const SETTINGS = {
  "open vote, live": { privacy: "named", results: "live" },
  "open vote, result after each vote": { privacy: "named", results: "afterVote" },
  "open vote, result at the end": { privacy: "named", results: "afterClose" },
  "confidential vote": { privacy: "confidential", results: "afterClose" },
  "secret ballot": { privacy: "secret", results: "afterClose" },
} as const satisfies Record<string, Partial<AboutSurvey>>;
export type Setting = keyof typeof SETTINGS;

const BOAT: AboutSurvey = {
  title: "Shall we buy a new boat?",
  language: null,
  translations: [],
  picture: "A blue rowing boat on the beach",
  contact: "Ruth at the boathouse, 555 0147",
  description:
    "The old dinghy leaks. A new one costs 4,200 euros, which we have. If we say No, we ask again next spring.",
  ownerName: "Carla Club",
  isOwnerActive: true,
  outcome: null,
  endsAt: Date.parse("2026-11-30T18:00:00Z"),
  hasEnded: false,
  people: null,
  nameOnList: "",
  timeZone: "UTC",
  results: "live",
  privacy: "named",
  changeable: false,
  unsure: false,
  passRule: null,
};
const passRule: PassRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: { people: 30, of: "yes" } };
const onList = { people: 90, nameOnList: "Nora New" };
const outcome = "We buy the boat. Ruth orders it in January.";

const reader = { surveyId: "s1", userId: "u1" };
const invited = { surveyId: "s1", invitationId: "i1" };
const sent = { senderId: "u2" };
const paid = { dollars: 12, transactionId: "pi_1", until: LATER };
const list = { invited: 90, added: 0, struck: 0, codes: 0, unsent: 0, objections: 0, turnout: 0.8, changes: [] };
const counts = { totalVotes: 72, yesVotes: 50, noVotes: 22, unsureVotes: 0, participants: 72 };
const result: FinalResult = {
  ...counts,
  electorate: "everyone",
  asked: { from: "2026-11-01T00:00:00.000Z", to: "2026-11-22T10:00:00.000Z" },
  head: "5ea1".repeat(16),
  list: null,
  bounds: null,
  closedBy: "deadline",
  deadline: "2026-11-22T10:00:00.000Z",
};
const ofList: FinalResult = { ...result, electorate: "invited", list, bounds: findBounds(counts, list, null) };
const few = { totalVotes: 8, yesVotes: 5, noVotes: 3, unsureVotes: 3, participants: 11 };
const tooFew = { totalVotes: 3, yesVotes: null, noVotes: null, unsureVotes: null, participants: 3 };
const noVotes = { totalVotes: 0, yesVotes: 0, noVotes: 0, unsureVotes: 0, participants: 0 };
const early = { closedBy: "admin", deadline: "2026-11-24T23:00:00.000Z" } as const;

/** Emails whose text can differ with each of the settings: the survey's, on top of the setting. */
export const BY_SETTING: Record<string, Sample & { survey?: Partial<AboutSurvey> }> = {
  invitation: { email: { kind: "invitation", ...invited, ...sent }, survey: onList },
  "reminder for a person on the list": { email: { kind: "invitationReminder", ...invited, ...sent }, survey: onList },
  "reminder for a follower": { email: { kind: "surveyReminder", ...reader, ...sent } },
  "invitations of one owner": {
    bundle: "invitations",
    items: [
      { email: { kind: "invitation", ...invited, ...sent }, survey: onList },
      { email: { kind: "invitation", ...invited, ...sent }, survey: { ...onList, title: "Shall we paint it red?" } },
    ],
  },
  published: { email: { kind: "surveyPublished", surveyId: "s1", note: "", appearsAt: 0 } },
  "first vote": { email: { kind: "surveyFirstVote", surveyId: "s1" } },
  ended: { email: { kind: "surveyEnded", surveyId: "s1", ...result }, survey: { hasEnded: true } },
  "ended, with a result that is never shown": {
    email: { kind: "surveyEnded", surveyId: "s1", ...result, ...tooFew },
    survey: { hasEnded: true },
  },
  "result for a follower": { email: { kind: "surveyResult", ...reader, ...result }, survey: { hasEnded: true } },
  "result for a person on the list": {
    email: { kind: "invitationResult", ...invited, ...ofList },
    survey: { ...onList, hasEnded: true },
  },
  "outcome for a follower": {
    email: { kind: "surveyOutcome", ...reader, ...sent, result },
    survey: { outcome, hasEnded: true },
  },
};

const coOwned = { surveyId: "s1", name: "Coco Owner" };
const published = { kind: "surveyPublished", surveyId: "s1", note: "", appearsAt: 0 } as const;
const unknownOwner = { ownerName: null, description: "" };

export const SAMPLES: Record<string, Sample> = {
  "invitation to co-own": { email: { kind: "coOwnerInvited", surveyId: "s1" } },
  "invitation to co-own, from an owner who is not named": {
    email: { kind: "coOwnerInvited", surveyId: "s1" },
    survey: unknownOwner,
  },
  "co-owner joined": { email: { kind: "coOwnerJoined", ...coOwned } },
  "co-owner joined, with a name that is none": {
    email: { kind: "coOwnerJoined", ...coOwned, name: "Win at www.example.org" },
  },
  "co-owner left": { email: { kind: "coOwnerLeft", ...coOwned } },
  "co-owner left, with a name that is none": {
    email: { kind: "coOwnerLeft", ...coOwned, name: "Win at www.example.org" },
  },
  "co-owner removed": { email: { kind: "coOwnerRemoved", surveyId: "s1" } },
  "confirm an address": { email: { kind: "emailVerification", userId: "u1" } },
  "sign up": { email: { kind: "signUpLink", returnTo: "/" } },
  "an invitation to have an account": { email: { kind: "accountInvitation" } },
  "reset a password": { email: { kind: "passwordReset" } },
  "confirm a new address": { email: { kind: "emailChange", userId: "u1" } },
  "password changed": { email: { kind: "passwordChanged" } },
  "password removed": { email: { kind: "passwordRemoved" } },
  "API key created": { email: { kind: "apiKeyCreated" } },
  "passkey added": { email: { kind: "securityChange", change: "passkeyAdded" } },
  "passkey removed": { email: { kind: "securityChange", change: "passkeyRemoved" } },
  "two-step sign-in on": { email: { kind: "securityChange", change: "secondFactorOn" } },
  "two-step sign-in off": { email: { kind: "securityChange", change: "secondFactorOff" } },
  "recovery codes replaced": { email: { kind: "securityChange", change: "recoveryCodesRenewed" } },
  "codes guessed": { email: { kind: "securityChange", change: "codesGuessed" } },
  "recovery code used": { email: { kind: "securityChange", change: "recoveryCodeUsed" } },
  "webhook off": { email: { kind: "webhookOff", host: "hooks.example.org" } },
  "address changed": { email: { kind: "emailChanged", newEmail: "nora@example.net" } },
  "new device": { email: { kind: "newDevice", device: "Firefox on Linux", at: NOW } },
  receipt: { email: { kind: "receipt", ...paid } },
  refund: { email: { kind: "refund", dollars: 12, transactionId: "pi_1" } },
  "dispute won": { email: { kind: "disputeWon", ...paid } },
  "refund failed": { email: { kind: "refundFailed", ...paid } },
  "membership ends": { email: { kind: "membershipEnds", until: LATER, canRenew: true } },
  "the account is deleted by an admin": { email: { kind: "accountErased", at: LATER, canKeep: true } },
  "a blocked account is deleted by an admin": { email: { kind: "accountErased", at: LATER, canKeep: false } },
  "an export of own data": { email: { kind: "dataExport" } },
  "the account ends": { email: { kind: "accountEnds", at: LATER, isLast: false } },
  "the account ends soon": { email: { kind: "accountEnds", at: LATER, isLast: true } },
  "membership ends where payments are off": { email: { kind: "membershipEnds", until: LATER, canRenew: false } },
  "test email": { email: { kind: "testEmail" } },
  "report agreed with": {
    email: { kind: "reportSettled", ...reader, outcome: "upheld", reportedAt: NOW },
  },
  "report dismissed": { email: { kind: "reportSettled", ...reader, outcome: "dismissed", reportedAt: NOW } },
  "digest for admins": { email: { kind: "reviewDigest", waiting: 3, reported: 1 } },
  "clocks jumped ahead": {
    email: {
      kind: "clockJumped",
      host: "web-1",
      jumps: [
        { of: "server", from: NOW, to: LATER },
        { of: "database", from: NOW, to: LATER },
      ],
    },
  },
  "clock jumped back": {
    email: { kind: "clockJumped", host: "web-1", jumps: [{ of: "server", from: LATER, to: NOW }] },
  },
  "published, with Not sure": { email: published, survey: { unsure: true } },
  "published, with a note": { email: { ...published, note: "Well asked" } },
  "published, with a later start": { email: { ...published, appearsAt: LATER } },
  "published, for a list without people": { email: published, survey: { people: 0 } },
  "published, for a list with a person": { email: published, survey: { people: 1 } },
  "published, for a list, with a later start": { email: { ...published, appearsAt: LATER }, survey: { people: 40 } },
  "published again after the end": { email: published, survey: { hasEnded: true } },
  "published again after the end, for a list": { email: published, survey: { hasEnded: true, people: 0 } },
  "request accepted": { email: { ...published, kind: "requestAccepted" } },
  "request accepted, for a list without people": {
    email: { ...published, kind: "requestAccepted" },
    survey: { people: 0 },
  },
  "unpublished while open": {
    email: { kind: "surveyUnpublished", surveyId: "s1", note: "It sells boats", reason: "spam" },
  },
  "unpublished after the end, without a reason": {
    email: { kind: "surveyUnpublished", surveyId: "s1", note: "", reason: "unstated" },
    survey: { hasEnded: true },
  },
  "sent back": {
    email: { kind: "surveySentBack", surveyId: "s1", note: "Ask one thing", isRequest: false, wasPublished: false },
  },
  "request sent back": {
    email: { kind: "surveySentBack", surveyId: "s1", note: "Ask one thing", isRequest: true, wasPublished: false },
  },
  "stays unpublished": {
    email: { kind: "surveySentBack", surveyId: "s1", note: "Still", isRequest: false, wasPublished: true },
  },
  "feedback before publication": {
    email: { kind: "surveyFeedback", surveyId: "s1", note: "Shorten it", isPublished: false },
  },
  "feedback after publication": {
    email: { kind: "surveyFeedback", surveyId: "s1", note: "Thank you", isPublished: true },
  },
  "published, for a list of an owner who is no surveyor any more": {
    email: published,
    survey: { people: 40, isOwnerActive: false },
  },
  "sent back to an owner who is no surveyor any more": {
    email: { kind: "surveySentBack", surveyId: "s1", note: "Ask one thing", isRequest: false, wasPublished: false },
    survey: { isOwnerActive: false },
  },
  "ended, for an owner who is no surveyor any more": {
    email: { kind: "surveyEnded", surveyId: "s1", ...result },
    survey: { isOwnerActive: false, hasEnded: true },
  },
  "ended early, by an admin": {
    email: { kind: "surveyEnded", surveyId: "s1", ...result, ...early },
    survey: { hasEnded: true },
  },
  "ended with few votes and Not sure": {
    email: { kind: "surveyEnded", surveyId: "s1", ...result, ...few },
    survey: { hasEnded: true },
  },
  "ended without votes": {
    email: { kind: "surveyEnded", surveyId: "s1", ...result, ...noVotes },
    survey: { hasEnded: true },
  },
  "result closed early by its owner": {
    email: { kind: "surveyResult", ...reader, ...result, ...early, closedBy: "owner" },
    survey: { hasEnded: true },
  },
  "result that came after the outcome": {
    email: { kind: "surveyResult", ...reader, ...result },
    survey: { hasEnded: true, outcome },
  },
  "outcome for a person on the list who has voted before": {
    email: { kind: "invitationOutcome", ...invited, ...sent, result: ofList },
    survey: { ...onList, hasEnded: true, outcome },
  },
  "outcome for a person on the list who has not": {
    email: { kind: "invitationOutcome", ...invited, ...sent, result: ofList },
    survey: { ...onList, hasEnded: true },
  },
  "outcome, stored by version 1.0": {
    email: { kind: "surveyOutcome", ...reader, ...sent },
    survey: { hasEnded: true },
  },
  "invitation of an owner who must not be quoted": {
    email: { kind: "invitation", ...invited, ...sent },
    survey: { ...onList, ...unknownOwner },
  },
  "invitation without a deadline, with Not sure and changeable votes": {
    email: { kind: "invitation", ...invited, ...sent },
    survey: { ...onList, endsAt: null, changeable: true, unsure: true, description: "" },
  },
  "invitation to a survey with a pass rule": {
    email: { kind: "invitation", ...invited, ...sent },
    survey: { ...onList, results: "afterClose", passRule },
  },
  "invitations of one owner, one to a survey with a pass rule": {
    bundle: "invitations",
    items: [
      { email: { kind: "invitation", ...invited, ...sent }, survey: onList },
      {
        email: { kind: "invitation", ...invited, ...sent },
        survey: { ...onList, title: "Shall we paint it red?", results: "afterClose", passRule },
      },
    ],
  },
  "invitation of a long question with links": {
    email: { kind: "invitation", ...invited, ...sent },
    survey: {
      ...onList,
      nameOnList: "Flat 12",
      title: `Shall we follow https://evil.example/now or www.evil.example? ${"Really, ".repeat(18)}?`,
      description: `Write to me@evil.example first, ${"please ".repeat(40)}. Then decide.`,
    },
  },
  ...sampleMeetingEmails(passRule),
  "reminder in the last hour": {
    email: { kind: "invitationReminder", ...invited, senderId: null },
    survey: { ...onList, endsAt: NOW + 1_800_000 },
  },
  "reminder on the last day": {
    email: { kind: "surveyReminder", ...reader, senderId: null },
    survey: { endsAt: NOW + 23.5 * HOUR_MS },
  },
  "reminder without a deadline": { email: { kind: "surveyReminder", ...reader, ...sent }, survey: { endsAt: null } },
  "invitations of an owner who must not be quoted": {
    bundle: "invitations",
    items: [
      { email: { kind: "invitation", ...invited, ...sent }, survey: { ...onList, ...unknownOwner } },
      {
        email: { kind: "invitation", ...invited, ...sent },
        survey: { ...onList, ...unknownOwner, title: "Shall we paint it red?", unsure: true, changeable: true },
      },
    ],
  },
  "results of one owner's surveys": {
    bundle: "invitationResults",
    items: [
      { email: { kind: "invitationResult", ...invited, ...ofList }, survey: onList },
      {
        email: { kind: "invitationResult", ...invited, surveyId: "s2", ...ofList, ...tooFew, bounds: null },
        survey: { ...onList, title: "Shall we paint it red?" },
      },
    ],
  },
  "result and outcome of a survey": {
    bundle: "invitationResults",
    items: [
      { email: { kind: "invitationResult", ...invited, ...ofList }, survey: { ...onList, outcome } },
      { email: { kind: "invitationOutcome", ...invited, ...sent, result: ofList }, survey: { ...onList, outcome } },
    ],
  },
  "results and outcomes of one owner's surveys": {
    bundle: "invitationResults",
    items: [
      { email: { kind: "invitationResult", ...invited, ...ofList }, survey: onList },
      {
        email: { kind: "invitationOutcome", ...invited, surveyId: "s2", ...sent, result: ofList },
        survey: { ...onList, title: "Shall we paint it red?" },
      },
    ],
  },
};

/** A sample as its reader gets it. @param setting what its surveys have in common, on top of which comes their own */
export function layOutSample(
  sample: Sample,
  setting: Partial<AboutSurvey> = {},
  site: EmailSite = { name: PRODUCT, accent: null },
): Message {
  const about = (own: Partial<AboutSurvey> = {}): AboutSurvey => ({ ...BOAT, ...setting, ...own });
  const link = `${PUBLIC_URL}/LINK`;
  const content =
    "bundle" in sample
      ? renderBundle(
          sample.bundle,
          sample.items.map(({ email, survey }) => ({ email, link, survey: about(survey) })),
          PUBLIC_URL,
        )
      : renderTemplate(sample.email, {
          link,
          publicUrl: PUBLIC_URL,
          contactEmail: null,
          survey: about(sample.survey),
          meeting: sample.meeting ?? null,
          timeZone: "UTC",
          now: NOW,
        });
  const isBulk = "bundle" in sample || bulkEmailOf(sample.email) !== null;
  const unsubscribeUrl = `${PUBLIC_URL}/unsubscribe?token=TOKEN`;
  return layOutEmail(isBulk ? { ...content, unsubscribeUrl } : content, "Nora", {
    from: "no-reply@survey.example",
    to: "nora@example.org",
    replyTo: null,
    publicUrl: PUBLIC_URL,
    site,
  });
}
