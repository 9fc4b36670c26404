import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as signInTexts from "@survey-app/texts/signInTexts.ts";
import { useSettings } from "../api/settings.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { SessionNotice } from "./SessionNotice.tsx";
import { SocialReturn } from "./SocialReturn.tsx";
import { useContinueAfterSignIn } from "./useContinueAfterSignIn.ts";
import { useNeedsCode } from "./useNeedsCode.ts";

export function LoginPage() {
  const { site } = useSettings();
  const goOn = useContinueAfterSignIn();
  const needsCode = useNeedsCode();
  return (
    <NarrowPage
      title={needsCode ? signInTexts.codeTitle : pageTexts.login}
      text={needsCode ? signInTexts.codeText(site.name) : pageTexts.loginText}
    >
      <SocialReturn>
        <SessionNotice />
        {needsCode ? <CodeForm onDone={goOn} /> : <LoginForm />}
      </SocialReturn>
    </NarrowPage>
  );
}
