import type { Kysely } from "kysely";
import type { Dialect } from "../dialect.ts";
import { createAccounts } from "./0001-baseline/accounts.ts";
import { createAuditLog } from "./0001-baseline/audit.ts";
import { createBallotBoxes } from "./0001-baseline/ballotBoxes.ts";
import { createInvitations } from "./0001-baseline/invitations.ts";
import { createListings } from "./0001-baseline/listings.ts";
import { createOutcomes } from "./0001-baseline/outcomes.ts";
import { createPayments } from "./0001-baseline/payments.ts";
import { createReviewDigests } from "./0001-baseline/reviewDigests.ts";
import { createSecretBallots } from "./0001-baseline/secretBallots.ts";
import { createSessionChanges } from "./0001-baseline/sessionChanges.ts";
import { createSignInFactors } from "./0001-baseline/signInFactors.ts";
import { setStatistics } from "./0001-baseline/statistics.ts";
import { createSurveys } from "./0001-baseline/surveys.ts";
import { createVotes } from "./0001-baseline/votes.ts";
import { createWebhooks } from "./0001-baseline/webhooks.ts";

/**
 * The whole schema. It is edited in place until version 1.0 is released, and databases from before an edit are
 * recreated. After the release every schema change is a separate migration.
 */
export async function baseline(db: Kysely<never>, dialect: Dialect): Promise<void> {
  await createAccounts(db, dialect);
  await createSignInFactors(db);
  await createSurveys(db);
  await createBallotBoxes(db, dialect);
  await createListings(db, dialect);
  await createInvitations(db, dialect);
  await createSecretBallots(db, dialect);
  await createVotes(db, dialect);
  await createPayments(db);
  await createSessionChanges(db, dialect);
  await createAuditLog(db, dialect);
  await createReviewDigests(db);
  await createOutcomes(db);
  await createWebhooks(db);
  await setStatistics(db, dialect);
}
