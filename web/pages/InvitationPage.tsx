import { NarrowPage } from "../layout/NarrowPage.tsx";
import * as invitedTexts from "../texts/invitedTexts.ts";
import * as pageTexts from "../texts/pageTexts.ts";
import { OpenInvitation } from "../votes/OpenInvitation.tsx";

export function InvitationPage() {
  return (
    <NarrowPage title={pageTexts.invitation} text={invitedTexts.text}>
      <OpenInvitation />
    </NarrowPage>
  );
}
