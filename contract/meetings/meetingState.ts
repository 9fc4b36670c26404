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

/** Another question of the meeting that is the same one, asked again. */
const repetition = z.nullable(z.object({ n: z.number(), reason: z.string() }));

/**
 * A question that was opened, as everyone with the address of its meeting sees it. Of one that an admin took down its number, its
 * times and the head of its ledger are left: its texts, settings and numbers are null.
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
  /** Its owner shortened the time to the deadline, which everyone saw. */
  endedSoon: z.boolean(),
  closedBy: z.nullable(z.enum(["deadline", "owner", "admin", "everyone"])),
  /** On its list, removed ones included. */
  people: z.nullable(z.number()),
  participants: z.nullable(z.number()),
  /** Null while the result is hidden, and for good if fewer than 5 people voted secretly. */
  yesVotes: z.nullable(z.number()),
  noVotes: z.nullable(z.number()),
  /** Abstentions. */
  unsureVotes: z.nullable(z.number()),
  /** Yes and No; while the result is hidden, the participants. */
  totalVotes: z.nullable(z.number()),
  /** Null without a rule, before the close, and without a split. */
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
 * Only if an admin has taken the meeting down: why. Then it has ended, its questions are taken down, and its name and its owner's are
 * empty for everyone but its owner.
 */
export const takenDown = z.optional(unpublishReason);

/** What the pages of a meeting follow: the same for everyone, and nothing of its drafts. */
export const meetingState = z.object({
  meetingId: z.string(),
  name: z.string(),
  ownerName: z.string(),
  language: z.nullable(language),
  startsAt: z.nullable(z.string()),
  /** Whether a question was opened. */
  begun: z.boolean(),
  endedAt: z.nullable(z.string()),
  /** On the list now, without those who were removed. */
  people: z.number(),
  /** The last opened one. */
  question: z.nullable(openedQuestion),
  /**
   * Grows when the owner changes the meeting, opens a question, ends or takes back one. Of two states with the same version
   * the one with a close, or else with more participants, is newer.
   */
  version: z.number(),
  /** Only if it is unreviewed: its owner is no surveyor, and no admin has accepted it. */
  unreviewed: z.optional(z.literal(true)),
  takenDown,
});
export type MeetingState = z.infer<typeof meetingState>;

/**
 * An event of a meeting's stream. The stream begins with the title and the description of its question; later events have them only if
 * they are new, because up to 1,500 phones get an event with every vote.
 */
export const meetingEvent = z.extend(meetingState, {
  question: z.nullable(z.partial(openedQuestion, { Title: true, Description: true })),
});
export type MeetingEvent = z.infer<typeof meetingEvent>;
