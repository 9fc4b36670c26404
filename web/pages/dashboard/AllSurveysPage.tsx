import { PageHeader } from "../../layout/PageHeader.tsx";

export function AllSurveysPage() {
  return <PageHeader title="AllSurveysPage" />;
}
