import type { AuditEvent } from "@survey-app/contract/audit.ts";
import { UserText } from "../ui/UserText.tsx";

/** Links to the subject of an event: the survey, or the list entry of the user or payment. */
export function AboutLink({ about: { kind, id, title, email } }: { about: AuditEvent["about"] }) {
  const search = new URLSearchParams({ q: email ?? "" }).toString();
  const href = {
    survey: `/surveydetails/${id}`,
    user: `/dashboard/admin/users?${search}`,
    payment: `/dashboard/user/paymentHistory?${search}`,
  }[kind];
  return (
    <>
      <a href={href} className="block font-medium underline-offset-4 hover:underline">
        <UserText>{title}</UserText>
      </a>
      {email && <UserText className="text-sm text-muted">{email}</UserText>}
    </>
  );
}
