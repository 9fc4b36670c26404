import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as signUpTexts from "@survey-app/texts/signUpTexts.ts";
import { useSettings } from "../api/settings.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { LoginSignupLink } from "../session/LoginSignupLink.tsx";
import { SessionNotice } from "../session/SessionNotice.tsx";
import { SocialButtons } from "../session/SocialButtons.tsx";
import { WithPasswords } from "../session/WithPasswords.tsx";
import { SignUp } from "./SignUp.tsx";

export function SignupPage() {
  const { registration } = useSettings();
  if (registration.kind === "closed")
    return (
      <NarrowPage title={pageTexts.createAccount} text={signUpTexts.byLink.closed}>
        <LoginSignupLink to="/login" />
      </NarrowPage>
    );
  return (
    <NarrowPage title={pageTexts.createAccount} text={pageTexts.createAccountText}>
      <SessionNotice />
      <WithPasswords>
        <SignUp />
      </WithPasswords>
      <SocialButtons />
      <LoginSignupLink to="/login" />
    </NarrowPage>
  );
}
