import { PageHeader } from "../layout/PageHeader.tsx";

export function SignupPage() {
  return <PageHeader title="SignupPage" />;
}
