import type { AuditEvent } from "@survey-app/contract/audit.ts";
import { UserText } from "../ui/UserText.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { changesOf } from "./entryWords.ts";

/** What an action changed, one line for each field. */
export function Changes({ entry }: { entry: AuditEvent }) {
  const zone = useTimeZone();
  return changesOf(entry, zone).map((line) => (
    <UserText as="span" key={line} className="block min-w-48">
      {line}
    </UserText>
  ));
}
