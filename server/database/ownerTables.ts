import type { Generated } from "kysely";

/**
 * The tables of surveys with several owners, and of saved lists (migrations/0010-co-owners.ts, 0012-voter-lists.ts).
 */
export interface OwnerTables {
  survey_owners: SurveyOwnerRow;
  voter_lists: VoterListRow;
  voter_list_people: VoterListPersonRow;
}

/**
 * A co-owner of a survey. Only the address is stored until the invited person accepts, because they may not have an
 * account; then only the account.
 */
interface SurveyOwnerRow {
  /** UUIDv7. */
  id: string;
  survey_id: string;
  user_id: string | null;
  email: string | null;
  created_at: number;
  accepted_at: number | null;
}

/** A saved list of people, from which surveys take copies. */
interface VoterListRow {
  /** UUIDv7. */
  id: string;
  owner_id: string;
  name: string;
  /** The survey whose owners share it; null if only its owner sees it. */
  shared_survey_id: Generated<string | null>;
  /** The number of people on it, because counting them would read up to 20,000 rows. */
  people: Generated<number>;
  created_at: number;
}

interface VoterListPersonRow {
  list_id: string;
  /** UUIDv7, so ordering by id is the order in which people were added. */
  id: string;
  /** Lower case; null for a person with a label only. */
  email: string | null;
  /** Empty without one. */
  label: string;
  /** The label from `storedFold` (foldText.ts). */
  folded: Generated<string | null>;
  /** Empty without one. */
  group_name: string;
  created_at: number;
}
