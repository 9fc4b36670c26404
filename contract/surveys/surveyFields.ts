import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { ballotSettings } from "../ballots/ballots.ts";
import { passRule } from "../ballots/passRule.ts";
import { language } from "../text/language.ts";
import { CONTACT_MAX, DESCRIPTION_MAX, TITLE_MAX } from "../text/limits.ts";
import { line, lineOrNone, paragraphs, textOr } from "../text/text.ts";
import { instant, surveyDays, zone } from "../text/time.ts";
import { webAddress } from "../users/webAddress.ts";
import { imageAlt, translation, translations } from "./translations.ts";

/** The stored values (specification §3.2); `categoryNames` has what people see. */
export const CATEGORIES = [
  "Cooking Appliances",
  "Food Preparation",
  "Beverage Makers",
  "Cleaning Tools",
  "Storage Solutions",
] as const;
export type Category = (typeof CATEGORIES)[number];

export const category = z.enum(CATEGORIES, "category must be one of the five categories");

/** The question of a survey, which its feeds, files and emails quote. */
export const question = {
  Title: z.string(),
  Description: z.string(),
  /** The language of title and description (BCP 47), in which notes and outcome are written too; null if unknown. */
  language: z.nullable(language),
  /** The same question in other languages. Answers have no language: all are counted together. */
  translations: z.array(translation),
  /**
   * Describes the picture for people who don't see it; "" if it is only decoration, null without a description, as for
   * drawings.
   */
  imageAlt: z.nullable(z.string()),
};
export type AskedQuestion = z.infer<z.ZodMiniObject<typeof question>>;

/** The fields of a survey that all its readers see. `FIELD_RULES` (fieldRules.ts) has the other rules of each field. */
export const publicFields = {
  ...question,
  category,
  image: z.string(),
  createDate: surveyDays.createDate,
  deadline: surveyDays.deadline,
  /** Whether a published survey is public only from its `createDate` on (specification §4.2). */
  scheduled: z.boolean(),
  ...ballotSettings,
  /** Only if the survey has a rule by which it passes. */
  passRule: z.optional(passRule),
  /** Whether the survey is in public lists: every survey but those for invited people, where the owner decides. */
  listed: z.boolean(),
};

/**
 * The fields that only people who can vote see, besides the owners and the admins; for others they are empty. Of
 * surveys that nobody vouches for, voters don't see them either (`isUnreviewed` in askingPolicies.ts).
 */
export const voterFields = {
  /**
   * Who answers questions about the survey: a name, an address or a phone number, in the owner's words; "" for nobody.
   */
  contact: z.string(),
};

/** All fields that the owner of a survey fills in: those of `surveyForm`, as a survey has them. */
export const ownFields = { ...publicFields, ...voterFields };
export type PublicFields = z.infer<z.ZodMiniObject<typeof publicFields>>;
export type VoterFields = z.infer<z.ZodMiniObject<typeof voterFields>>;
export type OwnFields = z.infer<z.ZodMiniObject<typeof ownFields>>;

/** The same fields as the owner sends them. */
export const surveyForm = z.object({
  Title: line("Title", 1, TITLE_MAX, formErrors.title),
  category,
  image: webAddress("Image", formErrors.image),
  /**
   * The description of the picture, in the language of the title; as in HTML, "" says that it is only decoration.
   * Without the field it stays unchanged with the same picture, and is null for another one. It has no effect with a
   * drawing, and freezes with the question.
   */
  imageAlt: z.nullish(imageAlt),
  Description: textOr(paragraphs("Description", DESCRIPTION_MAX, formErrors.description), ""),
  /**
   * The language of title and description, and the same question in others. Fields that are missing stay unchanged; at
   * first the language is null. The first publication fixes the languages, and the first vote the texts.
   */
  language: z.nullish(language),
  translations: z.nullish(translations),
  createDate: z.optional(instant("createDate")),
  /**
   * Whether the survey becomes public only at `createDate`. Without the field it stays unchanged; at first it is false.
   */
  scheduled: z.nullish(z.boolean("scheduled must be true or false")),
  deadline: z.optional(instant("deadline")),
  /** How people vote. Fields that are missing stay unchanged; at first they are `DEFAULT_SETTINGS`. */
  results: z.nullish(ballotSettings.results),
  privacy: z.nullish(ballotSettings.privacy),
  changeable: z.nullish(ballotSettings.changeable),
  unsure: z.nullish(ballotSettings.unsure),
  electorate: z.nullish(ballotSettings.electorate),
  /** When the survey passes; null for no rule. Without the field it stays unchanged; at first there is none. */
  passRule: z.nullish(passRule),
  /** Whether a survey for invited people is in public lists; others always are. */
  listed: z.nullish(z.boolean("listed must be true or false")),
  /**
   * Who answers questions about the survey. Without the field it stays unchanged; at first it is "". It can change
   * until the end.
   */
  contact: z.nullish(lineOrNone("contact", CONTACT_MAX, formErrors.contact)),
  /**
   * The IANA time zone of dates without a zone. Without it they are in UTC, and a date without a time is that day in
   * every zone.
   */
  timeZone: z.nullish(zone),
});
