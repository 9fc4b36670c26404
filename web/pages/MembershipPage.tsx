import { PageHeader } from "../layout/PageHeader.tsx";
import { MembershipPlans } from "../payments/MembershipPlans.tsx";

export function MembershipPage() {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-12 sm:py-16">
      <PageHeader
        title="Membership"
        text="Voting is free. PRO lets you comment. Every vote counts once, with or without PRO."
      />
      <MembershipPlans />
    </div>
  );
}
