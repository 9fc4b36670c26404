/** The tables of surveys with several owners (migrations/0010-co-owners.ts). */
export interface OwnerTables {
  survey_owners: SurveyOwnerRow;
}

/**
 * A co-owner of a survey. Until the invited person has accepted, only the address is stored, whose account may not exist; then
 * only the account.
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
