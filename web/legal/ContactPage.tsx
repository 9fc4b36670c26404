import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { ContactDetails } from "./ContactDetails.tsx";

export function ContactPage() {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-6 sm:py-16">
      <PageHeader title={frameTexts.contact} />
      <ContactDetails />
    </div>
  );
}
