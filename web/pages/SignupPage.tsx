import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { LoginSignupLink } from "../session/LoginSignupLink.tsx";
import { SessionNotice } from "../session/SessionNotice.tsx";
import { SocialButtons } from "../session/SocialButtons.tsx";
import { WithPasswords } from "../session/WithPasswords.tsx";
import { SignupForm } from "../users/SignupForm.tsx";

export function SignupPage() {
  return (
    <NarrowPage title={pageTexts.createAccount} text={pageTexts.createAccountText}>
      <SessionNotice />
      <WithPasswords>
        <SignupForm />
      </WithPasswords>
      <SocialButtons />
      <LoginSignupLink to="/login" />
    </NarrowPage>
  );
}
