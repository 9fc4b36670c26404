import { findEmails } from "@survey-app/contract/ops/emailTrail.ts";
import { api } from "../api/api.ts";

/** What became of the emails to an address. Each search asks again, and nothing is cached. */
export const findEmailsTo = (address: string) => api(findEmails, { query: { address } });
