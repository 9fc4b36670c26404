import type { OwnFields } from "./surveyFields.ts";

/**
 * The rules of a survey's field, besides its schemas and who sees it (surveyFields.ts). The server and the form follow
 * these rules, and `server/tests/everyField.engines.test.ts` proves each of them.
 */
export interface FieldRule {
  /**
   * The event after which the field can't change: the first publication, the first vote, or the end, after which
   * nothing changes. Two fields are stricter (updateSurvey.sql.ts): the languages of translations are fixed by the
   * first publication, and after the first vote the deadline can only move to a later day.
   */
  freezes: "published" | "voted" | "ended";
  /** Whether people vote on it, so that the hash of the question covers it. */
  isAsked: boolean;
  /**
   * Which emails to voters quote it: all of them, only those about surveys of an owner for whom an admin or a surveyor
   * vouches (aboutSurvey.sql.ts), or none. Emails describe settings in the product's own words.
   */
  quoted: "always" | "vouched" | "never";
  /** Which copies have it: those of "Ask again" and of "Duplicate", only those of "Ask again", or none. */
  copied: "always" | "askedAgain" | "never";
  /** Whether admins review it, so that a change before the first vote returns a published survey to them. */
  isReviewed: boolean;
}

const asked = { freezes: "voted", isAsked: true, quoted: "vouched", copied: "always", isReviewed: true } as const;
const setting = { freezes: "published", isAsked: false, quoted: "never", copied: "always", isReviewed: true } as const;
const time = { freezes: "voted", isAsked: false, quoted: "never", copied: "never", isReviewed: true } as const;

/** The rules of each field. The file is not part of surveyFields.ts because only the form's page needs it. */
export const FIELD_RULES: Record<keyof OwnFields, FieldRule> = {
  Title: { ...asked, quoted: "always" },
  Description: asked,
  language: { ...asked, freezes: "published", quoted: "never" },
  translations: asked,
  category: { ...asked, isAsked: false, quoted: "never" },
  image: { ...asked, quoted: "never" },
  imageAlt: asked,
  createDate: time,
  // With a pass rule it is fixed by the first vote. "Ask again" gives the same time to vote.
  deadline: { ...time, freezes: "ended" },
  scheduled: time,
  results: setting,
  privacy: setting,
  changeable: setting,
  unsure: setting,
  electorate: setting,
  passRule: { ...setting, isAsked: true },
  listed: { ...setting, freezes: "ended", copied: "askedAgain" },
  contact: { freezes: "ended", isAsked: false, quoted: "vouched", copied: "always", isReviewed: false },
};

export const fieldNames = Object.keys(FIELD_RULES) as (keyof OwnFields)[];

/** The fields of a survey, or the values of its form, that a copy begins with. */
export function copiedFields<Fields extends Partial<Record<keyof OwnFields, unknown>>>(
  fields: Fields,
  isAskedAgain: boolean,
): Partial<Fields> {
  const names = fieldNames.filter((name) => {
    const { copied } = FIELD_RULES[name];
    return copied === "always" || (copied === "askedAgain" && isAskedAgain);
  });
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
}
