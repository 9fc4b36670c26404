import { PageHeader } from "../layout/PageHeader.tsx";
import { SurveyListing } from "../surveys/SurveyListing.tsx";
import { OwnChoiceMark } from "../votes/OwnChoiceMark.tsx";

export function SurveysPage() {
  return (
    <div className="frame py-12">
      <PageHeader title="All surveys" text="Every published question. Look around freely; voting needs an account." />
      <SurveyListing Mark={OwnChoiceMark} />
    </div>
  );
}
