import { PageHeader } from "../layout/PageHeader.tsx";

export function LoginPage() {
  return <PageHeader title="LoginPage" />;
}
