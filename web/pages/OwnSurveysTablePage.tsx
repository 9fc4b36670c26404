import { PageHeader } from "../layout/PageHeader.tsx";

export function OwnSurveysTablePage() {
  return <PageHeader title="OwnSurveysTablePage" />;
}
