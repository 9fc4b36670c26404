import { ImageWarning } from "../images/ImageWarning.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { LoginSignupLink } from "../session/LoginSignupLink.tsx";
import { SessionNotice } from "../session/SessionNotice.tsx";
import { SignupForm } from "../session/SignupForm.tsx";
import { SocialButtons } from "../session/SocialButtons.tsx";

export function SignupPage() {
  return (
    <NarrowPage
      title="Create an account"
      text="It takes a minute, costs nothing, and gives you one vote on every survey."
    >
      <SessionNotice />
      <SignupForm
        photoNote={(address) => <ImageWarning address={address} standIn="We'll show your initials instead." />}
      />
      <SocialButtons />
      <LoginSignupLink to="/login" />
    </NarrowPage>
  );
}
