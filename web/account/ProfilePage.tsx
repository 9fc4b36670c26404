import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { OwnImages } from "../images/OwnImages.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { MembershipEnd } from "../payments/MembershipEnd.tsx";
import { Section } from "../ui/Section.tsx";
import { ProfileForm } from "../users/ProfileForm.tsx";
import { AccountSections } from "./AccountSections.tsx";
import { ErasureNote } from "./ErasureNote.tsx";
import { LanguageSection } from "./LanguageSelect.tsx";
import { ProfilePart, ProfileParts } from "./ProfilePart.tsx";

export function ProfilePage() {
  return (
    <div className="page frame-read">
      <PageHeader title={pageTexts.profile} text={pageTexts.profileText} />
      <ErasureNote />
      <MembershipEnd />
      <ProfileParts />
      <div className="max-sm:space-y-4">
        <ProfilePart part="profile">
          <Section level={3} title={pageTexts.nameAndPhoto}>
            <ProfileForm />
          </Section>
          <Section level={3} title={pageTexts.pictures} text={pageTexts.picturesText}>
            <OwnImages />
          </Section>
          <LanguageSection />
        </ProfilePart>
        <AccountSections />
      </div>
    </div>
  );
}
