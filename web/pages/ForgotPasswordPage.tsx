import { ForgotPasswordForm } from "../account/ForgotPasswordForm.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";

export function ForgotPasswordPage() {
  return (
    <NarrowPage title="Forgot password" text="Enter your email and we'll send you a reset link.">
      <ForgotPasswordForm />
      <p className="mt-8 text-muted">
        Remembered it?{" "}
        <a href="/login" className="font-semibold text-ink underline underline-offset-4">
          Login
        </a>
      </p>
    </NarrowPage>
  );
}
