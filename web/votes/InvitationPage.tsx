import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { OpenInvitation } from "./OpenInvitation.tsx";

export function InvitationPage() {
  return (
    <NarrowPage title={pageTexts.invitation} text={invitedTexts.text}>
      <OpenInvitation />
    </NarrowPage>
  );
}
