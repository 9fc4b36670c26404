import { PageHeader } from "../layout/PageHeader.tsx";
import { MembershipPlans } from "../payments/MembershipPlans.tsx";

export function MembershipPage() {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-12 sm:py-16">
      <PageHeader
        title="Membership"
        text="Voting is free and stays free. PRO adds your own words to it. Either way your vote counts once, like everybody's."
      />
      <MembershipPlans />
    </div>
  );
}
