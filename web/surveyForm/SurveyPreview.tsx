import type { Results } from "@survey-app/contract/ballots.ts";
import { CATEGORIES, type Category, type Survey, type Totals, WAITING } from "@survey-app/contract/surveys.ts";
import { useWatch } from "react-hook-form";
import { pictureSources } from "../images/pictureSources.ts";
import { useUser } from "../session/useSession.ts";
import { SurveyCard } from "../surveyList/SurveyCard.tsx";
import { instantOf } from "../surveys/fieldTime.ts";
import { SurveyTime } from "../surveys/SurveyTime.tsx";
import { resultsOpenOf, type SurveyFormState, settingsOf } from "../surveys/surveyValues.ts";
import * as askTexts from "../texts/askTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { Picture } from "../ui/Picture.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { Tally } from "../ui/Tally.tsx";
import { UserText } from "../ui/UserText.tsx";

interface SurveyPreviewProps {
  form: SurveyFormState;
  timeZone: string;
}

/** The survey as people will see it, while it is typed: in a list, and on its page. */
export function SurveyPreview({ form, timeZone }: SurveyPreviewProps) {
  const survey = usePreviewed({ form, timeZone });
  return (
    <section aria-label={askTexts.preview.title} className="space-y-4">
      <Tabs
        label={askTexts.preview.title}
        tabs={[
          { title: askTexts.preview.card, content: <CardPreview survey={survey} /> },
          { title: askTexts.preview.page, content: <PagePreview survey={survey} /> },
        ]}
      />
      <p className="text-sm text-muted">{askTexts.preview.note}</p>
    </section>
  );
}

/** The links and buttons of a preview do nothing, and are not read out: the fields have been. */
function CardPreview({ survey }: { survey: Survey }) {
  return (
    <div inert>
      <SurveyCard survey={survey} among={[]} />
    </div>
  );
}

function PagePreview({ survey }: { survey: Survey }) {
  const { Title, Description, category, image, deadline, userName } = survey;
  return (
    <div inert className="space-y-5 rounded-2xl border border-line bg-surface p-5">
      <p className="text-sm font-medium text-muted">{CATEGORIES[category]}</p>
      <UserText as="p" className="text-2xl font-semibold tracking-tight">
        {Title}
      </UserText>
      <p className="text-sm text-muted">
        {userName && surveyTexts.by(<UserText>{userName}</UserText>)}{" "}
        {deadline && surveyTexts.until(<SurveyTime at={deadline} edge="end" />)}
      </p>
      <Tally totals={survey} />
      <Picture {...pictureSources(image)} sizes="24rem" className="aspect-[16/9] w-full rounded-xl" />
      {Description && (
        <UserText as="p" className="whitespace-pre-line">
          {Description}
        </UserText>
      )}
    </div>
  );
}

/** No votes, and when the result appears if it is hidden at first. */
function noVotes(results: Results, deadline: string | null): Totals {
  const resultsOpen = resultsOpenOf(results, deadline);
  const none = resultsOpen === null ? 0 : null;
  const counts = { totalVotes: 0, yesVotes: none, noVotes: none, unsureVotes: none, participants: 0 };
  return { ...counts, resultsVisible: resultsOpen === null, resultsOpen };
}

/** The form's values as a survey without votes. */
function usePreviewed({ form, timeZone }: SurveyPreviewProps): Survey {
  const { Title, category, image, Description, createDate, deadline, ...settings } = useWatch({
    control: form.control,
  });
  const user = useUser();
  const ballot = settingsOf(settings);
  const end = instantOf(deadline, "end", timeZone);
  return {
    _id: "preview",
    Title: Title?.trim() || askTexts.preview.placeholder,
    Description: Description?.trim() ?? "",
    // Before one is chosen, any category shows its position.
    category: (category || Object.keys(CATEGORIES)[0]) as Category,
    createDate: instantOf(createDate, "start", timeZone) ?? "",
    deadline: end,
    closedAt: null,
    closedBy: null,
    // An address that fails to load without a request: the category's illustration replaces it.
    image: image || "data:,",
    status: WAITING,
    scheduled: false,
    listed: true,
    version: 1,
    email: "",
    userName: user?.name ?? "",
    ...noVotes(ballot.results, end),
    ...ballot,
    settingsFixed: false,
    openReports: 0,
  };
}
