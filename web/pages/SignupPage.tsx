import { NarrowPage } from "../layout/NarrowPage.tsx";
import { OtherDoor } from "../session/OtherDoor.tsx";
import { SessionNotice } from "../session/SessionNotice.tsx";
import { SignupForm } from "../session/SignupForm.tsx";

export function SignupPage() {
  return (
    <NarrowPage
      title="Make an account"
      text="It takes a minute, costs nothing, and gives you one vote on every survey."
    >
      <SessionNotice />
      <SignupForm />
      <OtherDoor to="/login" />
    </NarrowPage>
  );
}
