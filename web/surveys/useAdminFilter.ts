import { PUBLISHED, SENT_BACK, WAITING } from "@survey-app/contract/surveys.ts";
import { useAddressFields } from "../routing/addressFields.ts";
import type { AdminFilter } from "./managed.queries.ts";

const names = ["status", "q"] as const;
const statuses: readonly string[] = [WAITING, PUBLISHED, SENT_BACK].map(String);

/** The filter of an admin's list, stored in the URL. */
export function useAdminFilter(): [AdminFilter, (change: Partial<AdminFilter>) => void] {
  const [{ status, q }, show] = useAddressFields(names);
  const validStatus = (statuses.includes(status) ? status : "") as AdminFilter["status"];
  return [{ status: validStatus, q: q.slice(0, 200) }, show];
}
