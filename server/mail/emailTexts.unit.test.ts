import { findBounds } from "@survey-app/contract/bounds.ts";
import { expect, test } from "vitest";
import { type BundleEmail, renderBundle } from "./bundles.ts";
import { layOutEmail } from "./layout.ts";
import { type EmailTemplate, renderTemplate } from "./templates.ts";

/** All emails as their readers get them, which people read one by one when a text changes. */

const about = { surveyId: "s1", title: "Is tea better?" };
/** An email that stops with its sender. */
const sent = { ...about, senderId: "u9" };
const own = { ...about, results: "live", unsure: false, hasEnded: false, people: null } as const;
const START = Date.parse("2126-03-01T10:00:00Z");
const published = { kind: "surveyPublished", note: "", appearsAt: 0, ...own } as const;
const invitation = { invitationId: "i1", ...about };
const paid = { dollars: 12, transactionId: "pi_1", until: START };
const list = { invited: 90, added: 0, struck: 0, codes: 0, unsent: 0, objections: 0, turnout: 0.8, changes: [] };
const counts = { totalVotes: 72, yesVotes: 50, noVotes: 22, unsureVotes: 0, participants: 72 };
const ended = {
  ...counts,
  asked: { from: "2026-11-01T00:00:00.000Z", to: "2026-11-22T10:00:00.000Z" },
  head: "5ea1".repeat(16),
  list: null,
  bounds: null,
  closedBy: "deadline",
  deadline: "2026-11-22T10:00:00.000Z",
} as const;
const few = { totalVotes: 8, yesVotes: 5, noVotes: 3, unsureVotes: 3, participants: 11 };
const tooFew = { totalVotes: 3, yesVotes: null, noVotes: null, unsureVotes: null, participants: 3 };
const noVotes = { totalVotes: 0, yesVotes: 0, noVotes: 0, unsureVotes: 0, participants: 0 };
const early = { ...ended, closedBy: "admin", deadline: "2026-11-24T23:00:00.000Z" } as const;

const EMAILS: Record<string, EmailTemplate> = {
  "confirm an address": { kind: "emailVerification", userId: "u1" },
  "reset a password": { kind: "passwordReset" },
  "confirm a new address": { kind: "emailChange", userId: "u1" },
  "password changed": { kind: "passwordChanged" },
  "password removed": { kind: "passwordRemoved" },
  "API key created": { kind: "apiKeyCreated" },
  "passkey added": { kind: "securityChange", change: "passkeyAdded" },
  "passkey removed": { kind: "securityChange", change: "passkeyRemoved" },
  "two-step sign-in on": { kind: "securityChange", change: "secondFactorOn" },
  "two-step sign-in off": { kind: "securityChange", change: "secondFactorOff" },
  "recovery codes replaced": { kind: "securityChange", change: "recoveryCodesRenewed" },
  "codes guessed": { kind: "securityChange", change: "codesGuessed" },
  "recovery code used": { kind: "securityChange", change: "recoveryCodeUsed" },
  "webhook off": { kind: "webhookOff", host: "hooks.example.org" },
  "address changed": { kind: "emailChanged", newEmail: "nora@example.net" },
  "new device": { kind: "newDevice", device: "Firefox on Linux", at: START },
  receipt: { kind: "receipt", ...paid },
  refund: { kind: "refund", dollars: 12, transactionId: "pi_1" },
  "dispute won": { kind: "disputeWon", ...paid },
  "membership ends": { kind: "membershipEnds", until: START, canRenew: true },
  "membership ends where payments are off": { kind: "membershipEnds", until: START, canRenew: false },
  "published, for everyone": published,
  "published, with Not sure": { ...published, unsure: true },
  "published, with a note": { ...published, note: "Well asked" },
  "published, with a later start": { ...published, appearsAt: START },
  "published, for a list without people": { ...published, people: 0 },
  "published, for a list with a person": { ...published, people: 1 },
  "published, for a list, with a later start": { ...published, people: 40, appearsAt: START },
  "published again after the end": { ...published, hasEnded: true },
  "published again after the end, for a list": { ...published, hasEnded: true, people: 0 },
  "request accepted": { ...published, kind: "requestAccepted" },
  "request accepted, for a list without people": { ...published, kind: "requestAccepted", people: 0 },
  "unpublished while open": { kind: "surveyUnpublished", note: "It sells shoes", reason: "spam", ...own },
  "unpublished after the end": { kind: "surveyUnpublished", note: "", reason: "spam", ...own, hasEnded: true },
  "sent back": { kind: "surveySentBack", note: "Ask one thing", isRequest: false, wasPublished: false, ...own },
  "request sent back": { kind: "surveySentBack", note: "Ask one thing", isRequest: true, wasPublished: false, ...own },
  "stays unpublished": { kind: "surveySentBack", note: "Still", isRequest: false, wasPublished: true, ...own },
  "feedback before publication": { kind: "surveyFeedback", note: "Shorten it", isPublished: false, ...own },
  "feedback after publication": { kind: "surveyFeedback", note: "Thank you", isPublished: true, ...own },
  "first vote, live": { kind: "surveyFirstVote", ...own },
  "first vote, result after each vote": { kind: "surveyFirstVote", ...own, results: "afterVote" },
  "first vote, result at the end": { kind: "surveyFirstVote", ...own, results: "afterClose" },
  ended: { kind: "surveyEnded", ...ended, ...own, hasEnded: true },
  "ended early": { kind: "surveyEnded", ...early, ...own, hasEnded: true },
  "ended with few votes and Not sure": { kind: "surveyEnded", ...ended, ...few, ...own, hasEnded: true },
  "ended with a result that is never shown": { kind: "surveyEnded", ...ended, ...tooFew, ...own, hasEnded: true },
  "ended without votes": { kind: "surveyEnded", ...ended, ...noVotes, ...own, hasEnded: true },
  "result for a follower": { kind: "surveyResult", userId: "u1", ...ended, ...about },
  "result for a follower, closed early by its owner": {
    ...{ kind: "surveyResult", userId: "u1", ...early, closedBy: "owner", ...about },
  },
  "result for a person on the list": {
    ...{ kind: "invitationResult", ...ended, list, bounds: findBounds(counts, list), ...invitation },
  },
  outcome: { kind: "surveyOutcome", userId: "u1", ...sent },
  "outcome for a person on the list": { kind: "invitationOutcome", ...invitation, ...sent },
  "reminder for a follower": { kind: "surveyReminder", userId: "u1", ...sent },
  "report agreed with": { kind: "reportSettled", userId: "u1", surveyId: "s1", outcome: "upheld", reportedAt: START },
  "report dismissed": { kind: "reportSettled", userId: "u1", surveyId: "s1", outcome: "dismissed", reportedAt: START },
  invitation: { kind: "invitation", ...invitation, ...sent },
  "reminder for a person on the list": { kind: "invitationReminder", ...invitation, ...sent },
  "invitations of one owner": {
    kind: "invitations",
    ownerId: "u2",
    emails: [
      { kind: "invitation", ...invitation, ...sent },
      { kind: "invitation", ...invitation, ...sent },
    ],
  },
  "results of one owner's surveys": {
    kind: "invitationResults",
    ownerId: "u2",
    emails: [
      { kind: "invitationResult", ...ended, list, bounds: null, ...invitation },
      { kind: "invitationResult", ...ended, ...tooFew, list, bounds: null, ...invitation, surveyId: "s2" },
    ],
  },
  "result and outcome of a survey": {
    kind: "invitationResults",
    ownerId: "u2",
    emails: [
      { kind: "invitationResult", ...ended, list, bounds: null, ...invitation },
      { kind: "invitationOutcome", ...invitation, ...sent },
    ],
  },
  "results and outcomes of one owner's surveys": {
    kind: "invitationResults",
    ownerId: "u2",
    emails: [
      { kind: "invitationResult", ...ended, list, bounds: null, ...invitation },
      { kind: "invitationOutcome", ...invitation, ...sent, surveyId: "s2" },
    ],
  },
  "digest for admins": { kind: "reviewDigest", waiting: 3, reported: 1 },
};

const itemsOf = ({ emails }: BundleEmail, link: string) => emails.map((email) => ({ email, link }));

function read(template: EmailTemplate): string {
  const publicUrl = "https://survey.example";
  const link = `${publicUrl}/LINK`;
  const content =
    "emails" in template
      ? renderBundle(template.kind, itemsOf(template, link), { ownerName: "Carla Club", publicUrl })
      : renderTemplate(template, { link, publicUrl, contactEmail: null });
  const addresses = { from: "no-reply@survey.example", to: "nora@example.org", replyTo: null };
  const { subject, text } = layOutEmail(content, "Nora", addresses);
  return `Subject: ${subject}\n\n${text}`;
}

test("every kind of email says what is so for its survey, in each of its settings", async () => {
  const texts = Object.entries(EMAILS).map(([name, template]) => `===== ${name} =====\n${read(template)}\n`);
  await expect(texts.join("\n")).toMatchFileSnapshot("emailTexts.txt");
});

test("no email tells its reader to do what can't be done", () => {
  for (const [name, template] of Object.entries(EMAILS)) {
    const text = read(template);
    const {
      people = null,
      hasEnded = false,
      results = "live",
      unsure = false,
    } = { ...template } as Partial<typeof own>;
    if (results !== "live") expect(text, name).not.toMatch(/live/);
    if (people === 0 || hasEnded) expect(text, name).not.toMatch(/can vote on it now|\nVote /);
    if (unsure) expect(text, name).not.toMatch(/Vote Yes or No/);
  }
});
