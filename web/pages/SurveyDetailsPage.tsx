import { PageHeader } from "../layout/PageHeader.tsx";

export function SurveyDetailsPage() {
  return <PageHeader title="SurveyDetailsPage" />;
}
