import type { BallotSettings } from "@survey-app/contract/ballots/ballots.ts";
import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import type { TranslatedQuestion } from "@survey-app/contract/surveys/translations.ts";
import { dayAndTime } from "@survey-app/contract/text/time.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";

/** The facts about a survey that emails name, as they are when an email is sent, because it can wait for days. */
export interface AboutSurvey
  extends Pick<BallotSettings, "results" | "privacy" | "changeable" | "unsure">,
    Pick<TranslatedQuestion, "language" | "translations"> {
  title: string;
  /** Empty where it must not be quoted. */
  description: string;
  /** Describes the picture; empty without a description, and where it must not be quoted. */
  picture: string;
  /** The contact for questions about it; empty without one, and where it must not be quoted. */
  contact: string;
  /** Null where it must not be quoted, or does not look like a name. */
  ownerName: string | null;
  /** Whether the owner is a surveyor or an admin now. */
  isOwnerActive: boolean;
  /** The owner's decision; null before that, and where it must not be quoted. */
  outcome: string | null;
  /** When it passes; null without a rule. */
  passRule: PassRule | null;
  /** In milliseconds since 1970; null without a deadline. */
  endsAt: number | null;
  hasEnded: boolean;
  /** The number of people on its list who can vote; null if everyone can. */
  people: number | null;
  /** The reader's name on its list; empty without one. */
  nameOnList: string;
  /** The reader's time zone (IANA); UTC if it is unknown. */
  timeZone: string;
}

/** The question of a survey, in one language. */
export type AskedQuestion = Pick<AboutSurvey, "title" | "description" | "picture" | "language">;

/** The question in the language of the email, if it has been translated; else as it was asked. */
export function questionOf({ title, description, picture, language, translations }: AboutSurvey): AskedQuestion {
  const found = translations.find((each) => each.language === LANGUAGE);
  return found
    ? {
        title: found.Title,
        description: found.Description,
        picture: found.imageAlt ?? picture,
        language: found.language,
      }
    : { title, description, picture, language };
}

/** A day and a time, and the name of the time zone that they are in. @param at milliseconds since 1970 */
export const momentIn = (timeZone: string, at: number): [moment: string, zone: string] => [
  dayAndTime(at, timeZone),
  timeZone,
];
