import { PageHeader } from "../../layout/PageHeader.tsx";

export function SurveyAddPage() {
  return <PageHeader title="SurveyAddPage" />;
}
