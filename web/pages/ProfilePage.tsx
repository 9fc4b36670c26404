import { AccountSections } from "../account/AccountSections.tsx";
import { OwnImages } from "../images/OwnImages.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { MembershipEnd } from "../payments/MembershipEnd.tsx";
import { Section } from "../ui/Section.tsx";
import { ProfileForm } from "../users/ProfileForm.tsx";

export function ProfilePage() {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-12 sm:py-16">
      <PageHeader title="Your profile" text="Everyone can see your name next to your votes and surveys." />
      <MembershipEnd />
      <div className="max-sm:space-y-4">
        <Section title="Name and photo">
          <ProfileForm />
        </Section>
        <Section title="Your pictures" text="Pictures you uploaded. Unused ones are deleted after a day.">
          <OwnImages />
        </Section>
        <AccountSections />
      </div>
    </div>
  );
}
