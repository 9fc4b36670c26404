import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { withPlainDigits } from "../text/digits.ts";
import { INVITATIONS_MAX } from "../text/limits.ts";
import { narrow } from "../text/unseenCharacters.ts";
import type { BallotSettings } from "./ballots.ts";

/** A fraction of two whole numbers up to 100, or a whole percentage. */
const SHARE = /^(?:([1-9]\d?|100)\/([1-9]\d?|100)|([1-9]\d?|100)%)$/;

const needs = z.enum(["moreThan", "atLeast"], "needs must be moreThan or atLeast");
const shareOf = z.enum(["sides", "answers"], "of must be sides or answers");
/** The votes that count towards a quorum: only Yes, or all answers. */
export const quorumOf = z.enum(["yes", "answers"], "of must be yes or answers");

/** The parts of a rule besides its quorum. */
export const ruleShape = {
  /** Whether Yes must have more than the share, or at least the share. */
  needs,
  /** A fraction such as `1/2`, or a whole percentage such as `60%`. */
  share: z
    .string(formErrors.passRule.share)
    .check(z.overwrite(plainShare), z.refine(isShare, formErrors.passRule.share)),
  /** The votes that the share refers to: Yes and No (`sides`), or also Not sure (`answers`). */
  of: shareOf,
};

/**
 * The rule by which a survey for invited people passes: the share that Yes needs, and how many people must take part.
 * It has only whole numbers, so that no result depends on how a computer rounds.
 */
export const passRule = z
  .object(
    {
      ...ruleShape,
      /** How many people must have voted Yes, or must have answered at all; null for no quorum. */
      quorum: z.nullable(
        z.object(
          {
            people: z
              .int(formErrors.passRule.quorum)
              .check(z.minimum(1, formErrors.passRule.quorum), z.maximum(INVITATIONS_MAX, formErrors.passRule.quorum)),
            of: quorumOf,
          },
          "quorum must have people and of, or be null",
        ),
      ),
    },
    "passRule must have needs, share, of and quorum, or be null",
  )
  .check(z.refine(canBeMet, { path: ["share"], error: formErrors.passRule.everything }));
export type PassRule = z.infer<typeof passRule>;

/** Votes by their answers. */
export interface AnswerCounts {
  yes: number;
  no: number;
  unsure: number;
}

/** @returns the fraction of a share, in whole numbers; null unless it is above 0 and at most 1 */
export function fractionOf(share: string): [numerator: number, denominator: number] | null {
  const [, numerator, denominator, percent] = SHARE.exec(share) ?? [];
  const [p, q] = percent === undefined ? [Number(numerator), Number(denominator)] : [Number(percent), 100];
  return p <= q ? [p, q] : null;
}

/** The stored form of a share that was typed in digits and signs of any script. */
export function plainShare(typed: string): string {
  return withPlainDigits(narrow(typed)).replace(/[⁄∕]/, "/").replace("٪", "%");
}

function isShare(share: string): boolean {
  return fractionOf(share) !== null;
}

/** Whether a rule can be met: nobody can get more than everything. */
export function canBeMet(rule: { needs: PassRule["needs"]; share: string }): boolean {
  const [p, q] = fractionOf(rule.share) ?? [0, 1];
  return rule.needs === "atLeast" || p < q;
}

/** Why a survey with these settings can't have a rule, for the field `passRule`; null if it can. */
export function passRuleConflict(
  { electorate, results }: Pick<BallotSettings, "electorate" | "results">,
  rule: PassRule | null,
): string | null {
  return rule === null || takesPassRule({ electorate, results }) ? null : formErrors.passRule.needs;
}

/**
 * Whether a survey with these settings can have a rule: it must be known who can vote, and nobody must be able to act
 * on a trend.
 */
export const takesPassRule = ({ electorate, results }: Pick<BallotSettings, "electorate" | "results">): boolean =>
  electorate === "invited" && results === "afterClose";

/**
 * Whether the list and the end of a survey are fixed: from the first vote on, so that nobody can adjust them to the
 * votes.
 */
export const isFixedByRule = (survey: { passRule?: PassRule | null | undefined; participants: number }): boolean =>
  Boolean(survey.passRule) && survey.participants > 0;

/**
 * Whether people can no longer be added to the list of a survey: after its first vote, if votes are secret or it has a
 * rule.
 */
export const isListFixed = (
  survey: Parameters<typeof isFixedByRule>[0] & { privacy: BallotSettings["privacy"] },
): boolean => (survey.privacy === "secret" && survey.participants > 0) || isFixedByRule(survey);

/** Whether enough people took part. */
export function isQuorumReached({ quorum }: PassRule, { yes, no, unsure }: AnswerCounts): boolean {
  return quorum === null || (quorum.of === "yes" ? yes : yes + no + unsure) >= quorum.people;
}

/** Whether Yes has the share that it needs. */
export function isShareReached({ needs, share, of }: PassRule, { yes, no, unsure }: AnswerCounts): boolean {
  const [p, q] = fractionOf(share) ?? [1, 1];
  const all = yes + no + (of === "answers" ? unsure : 0);
  if (all === 0) return false;
  return needs === "moreThan" ? yes * q > p * all : yes * q >= p * all;
}

/** Whether a survey with these votes has passed. It hasn't if none of its votes counts towards the share. */
export function isPassed(rule: PassRule, counts: AnswerCounts): boolean {
  return isQuorumReached(rule, counts) && isShareReached(rule, counts);
}

/**
 * Whether the survey is sure to pass, or sure not to, whatever each silent person does: votes Yes, No or Not sure, or
 * stays silent. The best case for passing is that all of them vote Yes. The worst is that all vote No or, for the
 * quorum, that all stay silent.
 * @param silent how many people on the list did not vote
 */
export function isSettled(rule: PassRule, counts: AnswerCounts, silent: number): boolean {
  const canPass = isPassed(rule, { ...counts, yes: counts.yes + silent });
  const canFail =
    !isQuorumReached(rule, counts) ||
    !isShareReached(rule, counts) ||
    !isShareReached(rule, { ...counts, no: counts.no + silent });
  return !(canPass && canFail);
}

/**
 * The canonical text of a rule, in ASCII: equal rules have the same one. It is stored, and hashed with the question.
 */
export function passRuleKey({ needs, share, of, quorum }: PassRule): string {
  const people = quorum === null ? null : { people: quorum.people, of: quorum.of };
  return JSON.stringify({ needs, share, of, quorum: people });
}

/**
 * The text whose SHA-256 identifies a question with its rule, which follows a character that questions can't contain.
 * Without a rule it is the question's own text, as before there were rules.
 * @param question from `questionText` (questionText.ts)
 */
export const textWithRule = (question: string, rule: PassRule | null): string =>
  rule === null ? question : `${question}\0${passRuleKey(rule)}`;

/**
 * Whether a value from an untrusted source is a rule. Written by hand, because the browser's check of files doesn't
 * load schemas.
 */
export function isPassRule(value: unknown): value is PassRule {
  if (typeof value !== "object" || value === null) return false;
  const { needs, share, of, quorum } = value as Partial<Record<keyof PassRule, unknown>>;
  if ((needs !== "moreThan" && needs !== "atLeast") || (of !== "sides" && of !== "answers")) return false;
  if (typeof share !== "string" || fractionOf(share) === null || !canBeMet({ needs, share })) return false;
  if (quorum === null) return true;
  const { people, of: counted } = (quorum ?? {}) as { people?: unknown; of?: unknown };
  return (
    Number.isInteger(people) &&
    Number(people) > 0 &&
    Number(people) <= INVITATIONS_MAX &&
    (counted === "yes" || counted === "answers")
  );
}
