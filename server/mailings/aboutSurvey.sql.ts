import { isUnreviewed, type SurveyorPolicy } from "@survey-app/contract/ballots/askingPolicies.ts";
import { VERIFIED } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import { hasEnded } from "../ballots/publicSurvey.ts";
import { may } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import { findListNumbers } from "../invitations/listNumbers.sql.ts";
import type { SurveyEmail } from "../mail/outbox.sql.ts";
import { readLanguages, toPassRule } from "../surveys/fields.ts";
import { isOwnerKnown } from "../voters/recipients.sql.ts";
import type { AboutSurvey } from "../words/mail/aboutSurvey.ts";
import { isPersonsName } from "../words/mail/greeting.ts";

/**
 * The content of an email about its survey, as it is now; null if the survey is gone. The title is in every email about
 * a survey. The owner's other words are quoted only while the owner is an accepted surveyor and not blocked. The
 * outcome, which no admin has read, is quoted to people who asked for it: those who follow the survey, and those on a
 * list who have voted with a link of its owner.
 * @param surveyors who may ask questions: with `everyone`, being a surveyor doesn't mean that an admin has accepted
 *   the owner
 */
export async function aboutSurvey(
  database: Database,
  email: SurveyEmail & { address: string },
  { surveyors }: { surveyors: SurveyorPolicy },
): Promise<Omit<AboutSurvey, "timeZone"> | null> {
  const { surveyId, address } = email;
  const found = await database.db
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(["surveys.language", "translations", "image_alt", "contact", "listed"])
    .select([
      "owner_id",
      "co_owners",
      "title",
      "description",
      "ends_at",
      "closed_at",
      "results",
      "privacy",
      "changeable",
      "unsure",
      "pass_rule",
    ])
    .select(["electorate", "asked_as_user", "accepted", "users.name", "users.role", "users.status"])
    .where("surveys.id", "=", surveyId)
    .executeTakeFirst();
  if (!found) return null;
  const { owner_id: ownerId, title, results, privacy } = found;
  const isOwnerActive =
    found.status === VERIFIED && may("sendEmails", { userId: ownerId, storedRole: found.role }, found);
  const isQuoted = isOwnerActive && (surveyors !== "everyone" || (await isAccepted(database, ownerId)));
  const asked = async () => !("invitationId" in email) || (await isOwnerKnown(database, { ownerId, address }));
  const now = Date.now();
  const { language, translations } = readLanguages(found);
  const quoted = (text: string) => (isQuoted ? text : "");
  return {
    title,
    language,
    translations: translations.map((each) => ({
      ...each,
      Description: quoted(each.Description),
      ...(each.imageAlt && { imageAlt: quoted(each.imageAlt) }),
    })),
    results,
    privacy,
    changeable: found.changeable === 1,
    unsure: found.unsure === 1,
    passRule: toPassRule(found.pass_rule),
    description: quoted(found.description),
    picture: quoted(found.image_alt ?? ""),
    contact: isUnreviewed({ ...found, ownerRole: found.role }) ? "" : quoted(found.contact),
    ownerName: isQuoted && isPersonsName(found.name) ? found.name : null,
    isOwnerActive,
    outcome: isQuoted && found.closed_at !== null && (await asked()) ? await findOutcome(database, surveyId) : null,
    endsAt: found.ends_at,
    hasEnded: hasEnded(found, now),
    people: found.electorate === "invited" ? await countPeople(database, surveyId) : null,
    nameOnList: "invitationId" in email ? await findNameOnList(database, email) : "",
  };
}

/** Whether an admin has accepted a survey of this owner. */
export async function isAccepted({ db }: Database, ownerId: string): Promise<boolean> {
  const accepted = await db
    .selectFrom("surveys")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("accepted", "=", sql.lit(1))
    .limit(1)
    .executeTakeFirst();
  return accepted !== undefined;
}

/** The current version of a survey's outcome. */
async function findOutcome({ db }: Database, surveyId: string): Promise<string | null> {
  const outcome = await db
    .selectFrom("outcomes")
    .select("text")
    .where("survey_id", "=", surveyId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return outcome?.text ?? null;
}

/** The number of people on a survey's list who can vote. */
async function countPeople(database: Database, surveyId: string): Promise<number> {
  const { invited, added, struck } = await findListNumbers(database, surveyId, 0);
  return invited + added - struck;
}

/** The name of a person on a list; empty without one. */
export async function findNameOnList(
  { db }: Database,
  { surveyId, invitationId }: { surveyId: string; invitationId: string },
): Promise<string> {
  const invitation = await db
    .selectFrom("invitations")
    .select("label")
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .executeTakeFirst();
  return invitation?.label ?? "";
}
