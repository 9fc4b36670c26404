import { PageHeader } from "../layout/PageHeader.tsx";
import { OwnSurveysTable } from "../surveys/OwnSurveysTable.tsx";

export function OwnSurveysTablePage() {
  return (
    <div className="frame py-12">
      <PageHeader title="Your surveys" text="All that you have made, newest first." />
      <OwnSurveysTable shape="full" />
    </div>
  );
}
