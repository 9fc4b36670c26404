import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { ContactDetails } from "./ContactDetails.tsx";

export function ContactPage() {
  return (
    <div className="page frame-read">
      <PageHeader title={frameTexts.contact} />
      <ContactDetails />
    </div>
  );
}
