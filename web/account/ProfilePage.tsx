import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { OwnImages } from "../images/OwnImages.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { MembershipEnd } from "../payments/MembershipEnd.tsx";
import { Section } from "../ui/Section.tsx";
import { ProfileForm } from "../users/ProfileForm.tsx";
import { AccountSections } from "./AccountSections.tsx";

export function ProfilePage() {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-6 sm:py-16">
      <PageHeader title={pageTexts.profile} text={pageTexts.profileText} />
      <MembershipEnd />
      <div className="max-sm:space-y-4">
        <Section title={pageTexts.nameAndPhoto}>
          <ProfileForm />
        </Section>
        <Section title={pageTexts.pictures} text={pageTexts.picturesText}>
          <OwnImages />
        </Section>
        <AccountSections />
      </div>
    </div>
  );
}
