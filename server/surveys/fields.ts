import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import type { InputOf } from "@survey-app/contract/http/endpoint.ts";
import type { AuditState } from "@survey-app/contract/ops/audit.ts";
import { FIELD_RULES, type FieldRule, fieldNames } from "@survey-app/contract/surveys/fieldRules.ts";
import type { Category, OwnFields, PublicFields, VoterFields } from "@survey-app/contract/surveys/surveyFields.ts";
import type { createSurvey } from "@survey-app/contract/surveys/surveys.ts";
import type { Translation } from "@survey-app/contract/surveys/translations.ts";
import { readLanguage } from "../database/readLanguage.ts";
import type { StoredSurvey } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";

/** The survey form, parsed. */
export type SurveyForm = Omit<InputOf<typeof createSurvey>["body"], "email">;

/**
 * The columns of each field. This table and `readFields` read, show, list, copy, export, compare and log surveys;
 * `toSurveyColumns` in newSurvey.ts writes them.
 */
const columns = {
  Title: ["title"],
  Description: ["description"],
  language: ["language"],
  translations: ["translations"],
  category: ["category"],
  image: ["image"],
  imageAlt: ["image_alt"],
  createDate: ["starts_at", "start_is_day"],
  deadline: ["ends_at", "deadline_is_day"],
  scheduled: ["appears_at"],
  results: ["results"],
  privacy: ["privacy"],
  changeable: ["changeable"],
  unsure: ["unsure"],
  electorate: ["electorate"],
  passRule: ["pass_rule"],
  listed: ["listed"],
  contact: ["contact"],
} as const satisfies Record<keyof OwnFields, readonly (keyof StoredSurvey)[]>;

type Column = (typeof columns)[keyof OwnFields][number];

/** The columns of a survey's fields. */
export type FieldColumns = Pick<StoredSurvey, Column>;

/** For queries of `surveys` that read all fields. */
export const fieldColumns = Object.values<readonly Column[]>(columns)
  .flat()
  .map((column) => `surveys.${column}` as const);

/**
 * The fields that all readers of a survey see, from its columns. Written out, because a loop over the table takes
 * longer than everything else that `toSurvey` does.
 */
export const readPublicFields = (stored: FieldColumns): PublicFields => ({
  Title: stored.title,
  Description: stored.description,
  language: readLanguage(stored.language),
  translations: readTranslations(stored.translations),
  category: stored.category as Category,
  image: stored.image,
  imageAlt: stored.image_alt,
  createDate: toIso(stored.starts_at),
  deadline: toIso(stored.ends_at),
  scheduled: stored.appears_at > 0,
  results: stored.results,
  privacy: stored.privacy,
  changeable: stored.changeable === 1,
  unsure: stored.unsure === 1,
  electorate: stored.electorate,
  passRule: toPassRule(stored.pass_rule) ?? undefined,
  listed: stored.listed === 1,
});

/** The fields that people who can vote see besides. */
export const readVoterFields = ({ contact }: Pick<FieldColumns, "contact">): VoterFields => ({ contact });

/** Those fields for everyone else. */
export const noVoterFields: VoterFields = { contact: "" };

/** All fields, as the owner sees them. */
export const readFields = (stored: FieldColumns): OwnFields => ({
  ...readPublicFields(stored),
  ...readVoterFields(stored),
});

/** Whether a change affects a field with such a rule; without one, any field. */
export const changesField = (
  stored: FieldColumns,
  wanted: FieldColumns,
  isMeant: (rule: FieldRule) => boolean = () => true,
): boolean =>
  fieldNames.some(
    (name) => isMeant(FIELD_RULES[name]) && columns[name].some((column) => wanted[column] !== stored[column]),
  );

/** The fields as the audit log has them. */
export function logFields(stored: FieldColumns): AuditState {
  const fields = readFields(stored);
  const { translations, imageAlt, scheduled, changeable, unsure, listed } = fields;
  return {
    ...fields,
    translations: describeTranslations(translations),
    // "" marks a decoration, and would look like a missing description.
    imageAlt: imageAlt === "" ? '""' : imageAlt,
    scheduled: yesOrNo(scheduled),
    changeable: yesOrNo(changeable),
    unsure: yesOrNo(unsure),
    passRule: stored.pass_rule,
    listed: yesOrNo(listed),
  };
}

const yesOrNo = (is: boolean) => (is ? "yes" : "no");

/** The translations of a question as a text for people; null without any. */
function describeTranslations(translations: readonly Translation[]): string | null {
  const texts = translations.map(({ language, Title, Description, imageAlt }) =>
    [`${language}: ${Title}`, Description, imageAlt && `image: ${imageAlt}`].filter(Boolean).join("\n"),
  );
  return texts.length > 0 ? texts.join("\n\n") : null;
}

export const readTranslations = (stored: string): Translation[] => JSON.parse(stored) as Translation[];

/** The language of a survey, and the same question in other languages, from their columns. */
export const readLanguages = ({ language, translations }: Pick<StoredSurvey, "language" | "translations">) => ({
  language: readLanguage(language),
  translations: readTranslations(translations),
});

/** A stored pass rule, as `passRuleKey` has written it. */
export const toPassRule = (stored: string | null): PassRule | null =>
  stored === null ? null : (JSON.parse(stored) as PassRule);
