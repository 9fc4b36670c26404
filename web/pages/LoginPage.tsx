import { NarrowPage } from "../layout/NarrowPage.tsx";
import { LoginForm } from "../session/LoginForm.tsx";
import { SessionNotice } from "../session/SessionNotice.tsx";
import { SocialReturn } from "../session/SocialReturn.tsx";
import * as pageTexts from "../texts/pageTexts.ts";

export function LoginPage() {
  return (
    <NarrowPage title={pageTexts.login} text={pageTexts.loginText}>
      <SocialReturn>
        <SessionNotice />
        <LoginForm />
      </SocialReturn>
    </NarrowPage>
  );
}
