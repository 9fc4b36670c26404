import { NarrowPage } from "../layout/NarrowPage.tsx";
import { LoginSignupLink } from "../session/LoginSignupLink.tsx";
import { SessionNotice } from "../session/SessionNotice.tsx";
import { SocialButtons } from "../session/SocialButtons.tsx";
import { SignupForm } from "../users/SignupForm.tsx";

export function SignupPage() {
  return (
    <NarrowPage
      title="Create an account"
      text="It takes a minute, costs nothing, and gives you one vote on every survey."
    >
      <SessionNotice />
      <SignupForm />
      <SocialButtons />
      <LoginSignupLink to="/login" />
    </NarrowPage>
  );
}
