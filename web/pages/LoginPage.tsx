import { NarrowPage } from "../layout/NarrowPage.tsx";
import { LoginForm } from "../session/LoginForm.tsx";
import { SessionNotice } from "../session/SessionNotice.tsx";
import { SocialReturn } from "../session/SocialReturn.tsx";

export function LoginPage() {
  return (
    <NarrowPage title="Login" text="Good to see you again.">
      <SocialReturn>
        <SessionNotice />
        <LoginForm />
      </SocialReturn>
    </NarrowPage>
  );
}
