import { PageHeader } from "../../layout/PageHeader.tsx";

export function OwnSurveysPage() {
  return <PageHeader title="OwnSurveysPage" />;
}
