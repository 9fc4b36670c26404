import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as signInTexts from "@survey-app/texts/signInTexts.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { CodeForm } from "../session/CodeForm.tsx";
import { LoginForm } from "../session/LoginForm.tsx";
import { SessionNotice } from "../session/SessionNotice.tsx";
import { SocialReturn } from "../session/SocialReturn.tsx";
import { useSettings } from "../session/settings.ts";
import { useGoOn } from "../session/useGoOn.ts";
import { useNeedsCode } from "../session/useNeedsCode.ts";

export function LoginPage() {
  const { site } = useSettings();
  const goOn = useGoOn();
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
