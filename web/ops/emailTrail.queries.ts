import { findEmails } from "@survey-app/contract/ops/emailTrail.ts";
import { api } from "../api/api.ts";

/** Finds the trail of the emails to an address. Each search asks again, and nothing is cached. */
export const findEmailsTo = (address: string) => api(findEmails, { query: { address } });
