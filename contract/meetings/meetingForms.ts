import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { SPLIT_MIN } from "../ballots/ledger.ts";
import { canBeMet, fractionOf, type PassRule, quorumOf, ruleShape } from "../ballots/passRule.ts";
import { wholeBetween } from "../http/pagination.ts";
import { language } from "../text/language.ts";
import {
  DESCRIPTION_MAX,
  MEETING_ABOUT_MAX,
  MEETING_NAME_MAX,
  MEETING_PEOPLE_MAX,
  REPEAT_REASON_MAX,
  TITLE_MAX,
} from "../text/limits.ts";
import { id, line, paragraphs, textOr } from "../text/text.ts";
import { instant, zone } from "../text/time.ts";

/** How long a question can be open, in minutes. */
export const MINUTES_MAX = 60;
export const MINUTES_DEFAULT = 2;
/** With fewer people on the list, the result of a secret question would reveal how each of them voted. */
export const SECRET_PEOPLE_MIN = SPLIT_MIN;

const QUORUM = formErrors.passRule.quorum;

/** A share of the people on the list. */
const ofList = z.object({ needs: ruleShape.needs, share: ruleShape.share });
type ShareOfList = z.infer<typeof ofList>;

/**
 * The rule by which a question of a meeting passes: that of a survey, except that its quorum can also be a share of the
 * list. When the question is opened, the share becomes a number (`toPassRule`).
 */
const meetingRule = z
  .object(
    {
      ...ruleShape,
      quorum: z.nullable(
        z
          .object(
            {
              /** A number of people, or else a share of the list; the other one is null. */
              people: z.nullable(z.int(QUORUM).check(z.minimum(1, QUORUM), z.maximum(MEETING_PEOPLE_MAX, QUORUM))),
              ofList: z.nullable(ofList.check(z.refine(canBeMet, formErrors.passRule.everything))),
              of: quorumOf,
            },
            "quorum must have people, ofList and of, or be null",
          )
          .check(z.refine(({ people, ofList }) => (people === null) !== (ofList === null), QUORUM)),
      ),
    },
    "passRule must have needs, share, of and quorum, or be null",
  )
  .check(z.refine(canBeMet, { path: ["share"], error: formErrors.passRule.everything }));
export type MeetingRule = z.infer<typeof meetingRule>;

/** The least number of `people` that meets such a share: at least half of 45 is 23. */
export function peopleOf({ needs, share }: ShareOfList, people: number): number {
  const [p, q] = fractionOf(share) ?? [1, 1];
  return needs === "atLeast" ? Math.ceil((people * p) / q) : Math.floor((people * p) / q) + 1;
}

/**
 * The rule of a question when it is opened.
 * @param people the number on the list, including people who were removed: otherwise removing them would adjust the
 *   rule to the votes
 */
export function toPassRule({ quorum, ...rule }: MeetingRule, people: number): PassRule {
  if (quorum === null) return { ...rule, quorum };
  const number = quorum.people ?? (quorum.ofList ? peopleOf(quorum.ofList, people) : 1);
  return { ...rule, quorum: { people: number, of: quorum.of } };
}

/** How people vote on a question. Results appear at its end, and votes can't be changed. */
export const questionSettings = {
  privacy: z.enum(["secret", "named"], "privacy must be secret or named"),
  /** Whether people can abstain: the third answer, which surveys call "Not sure". */
  unsure: z.boolean("unsure must be true or false"),
  passRule: z.nullable(meetingRule),
  minutes: z.number("minutes must be a number").check(...wholeBetween("minutes", 1, MINUTES_MAX)),
};
export type QuestionSettings = z.infer<z.ZodMiniObject<typeof questionSettings>>;

export const DEFAULT_QUESTION: QuestionSettings = {
  privacy: "secret",
  unsure: true,
  passRule: null,
  minutes: MINUTES_DEFAULT,
};

/** A draft gets the meeting's defaults for settings that it leaves out. */
export const draftForm = z.object(
  {
    Title: line("Title", 1, TITLE_MAX, formErrors.title),
    Description: textOr(paragraphs("Description", DESCRIPTION_MAX, formErrors.description), ""),
    privacy: z.optional(questionSettings.privacy),
    unsure: z.optional(questionSettings.unsure),
    passRule: z.optional(questionSettings.passRule),
    minutes: z.optional(questionSettings.minutes),
  },
  "question must be an object",
);
export type DraftForm = z.output<typeof draftForm>;

export const meetingForm = z.object({
  name: line("Name", 1, MEETING_NAME_MAX, formErrors.meetingName),
  about: textOr(paragraphs("About", MEETING_ABOUT_MAX, formErrors.meetingAbout), ""),
  /** The planned start; nothing happens at that time. */
  startsAt: z.nullish(instant("startsAt")),
  /** The IANA time zone of a start without a zone; UTC without it. */
  timeZone: z.nullish(zone),
  /** The language of its questions (BCP 47). */
  language: z.nullish(language),
  defaults: z.nullish(z.object(questionSettings, "defaults must be an object")),
});

/** Another meeting of the sender, whose list and drafts the new one copies. */
export const copyOf = z.nullish(id);

/** Why a question is repeated: the record shows it with both results. */
export const repeatReason = line("Reason", 1, REPEAT_REASON_MAX, formErrors.repeatReason);
