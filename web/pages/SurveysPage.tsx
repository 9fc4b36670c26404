import { PageHeader } from "../layout/PageHeader.tsx";
import { useSettings } from "../session/settings.ts";
import { SurveyListing } from "../surveys/SurveyListing.tsx";
import { PageMeta } from "../ui/PageMeta.tsx";

const title = "All surveys";
const text = "Every published question. Look around freely; voting needs an account.";

export function SurveysPage() {
  const { publicUrl } = useSettings();
  return (
    <div className="frame py-6 sm:py-12">
      <PageMeta title={title} text={text} address={`${publicUrl}/surveysPages`} />
      <PageHeader title={title} text={text} />
      <SurveyListing />
    </div>
  );
}
