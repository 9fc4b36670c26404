import * as z from "zod/mini";
import { passRule } from "../ballots/passRule.ts";
import { unpublishReason } from "../surveys/moderation.ts";
import { language } from "../text/language.ts";
import { questionSettings } from "./meetingForms.ts";

/**
 * - `open`: people can vote; `ended`: its time is over, and it is about to be closed;
 * - `closed`: its result is final; `takenBack`: its owner ended it before the first vote;
 * - `takenDown`: an admin has unpublished it.
 */
const questionState = z.enum(["open", "ended", "closed", "takenBack", "takenDown"]);

/** A question that this one asks again, and why. */
const repetition = z.nullable(z.object({ n: z.number(), reason: z.string() }));

/**
 * A question that was opened, as everyone with the address of its meeting sees it. If an admin took it down, only its
 * number, its times and the head of its ledger remain: its texts, settings and numbers are null.
 */
export const openedQuestion = z.object({
  /** 1, 2, 3 … in the order in which they were opened, without gaps. */
  n: z.number(),
  surveyId: z.string(),
  Title: z.nullable(z.string()),
  Description: z.nullable(z.string()),
  language: z.nullable(language),
  privacy: z.nullable(questionSettings.privacy),
  /** Whether people can abstain. */
  unsure: z.nullable(z.boolean()),
  passRule: z.nullable(passRule),
  state: questionState,
  openedAt: z.string(),
  endsAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  /** Whether its owner shortened the time to the deadline, which everyone saw. */
  endedSoon: z.boolean(),
  closedBy: z.nullable(z.enum(["deadline", "owner", "admin", "everyone"])),
  /** The people on its list, including those who were removed. */
  people: z.nullable(z.number()),
  participants: z.nullable(z.number()),
  /** Null while the result is hidden, and for good if fewer than 5 people voted secretly. */
  yesVotes: z.nullable(z.number()),
  noVotes: z.nullable(z.number()),
  /** Abstentions. */
  unsureVotes: z.nullable(z.number()),
  /** Yes and No; while the result is hidden, the participants. */
  totalVotes: z.nullable(z.number()),
  /** Null without a rule, before the close, and if the split isn't shown. */
  passed: z.nullable(z.boolean()),
  /** The numbers of its list since the meeting began (contract/ballots/resultLabel.ts). */
  list: z.nullable(
    z.object({
      invited: z.number(),
      added: z.number(),
      struck: z.number(),
      codes: z.number(),
      replaced: z.number(),
      unsent: z.number(),
      objections: z.number(),
    }),
  ),
  /** The head of its ledger; after the close its end. */
  head: z.string(),
  repeats: repetition,
  /** The number of the question that repeats it. */
  repeatedBy: z.nullable(z.number()),
});
export type OpenedQuestion = z.infer<typeof openedQuestion>;

/**
 * The reason why an admin took the meeting down; missing otherwise. The meeting has then ended, its questions are taken
 * down, and its name and its owner's name are empty for everyone but the owner.
 */
export const takenDown = z.optional(unpublishReason);

/** The state that the pages of a meeting follow: the same for everyone, without any drafts. */
export const meetingState = z.object({
  meetingId: z.string(),
  name: z.string(),
  ownerName: z.string(),
  language: z.nullable(language),
  startsAt: z.nullable(z.string()),
  /** Whether a question was opened. */
  begun: z.boolean(),
  endedAt: z.nullable(z.string()),
  /** The people on the list now, without those who were removed. */
  people: z.number(),
  /** The question that was opened last. */
  question: z.nullable(openedQuestion),
  /**
   * Grows when the owner changes the meeting, or opens, ends or takes back a question. If two states have the same
   * version, the newer one is the one with a close, or else with more participants.
   */
  version: z.number(),
  /** Only if it is unreviewed: its owner isn't a surveyor, and no admin has accepted it. */
  unreviewed: z.optional(z.literal(true)),
  takenDown,
});
export type MeetingState = z.infer<typeof meetingState>;

/**
 * An event of a meeting's stream. The stream begins with the title and the description of its question; later events
 * have them only if they are new, because up to 1,500 phones get an event with every vote.
 */
export const meetingEvent = z.extend(meetingState, {
  question: z.nullable(z.partial(openedQuestion, { Title: true, Description: true })),
});
export type MeetingEvent = z.infer<typeof meetingEvent>;
