import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import { PUBLISHED, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import type { ReactNode } from "react";
import { shownPicture } from "../images/shownPicture.ts";
import { instantOf } from "../managing/fieldTime.ts";
import { resultsOpenOf, type SurveyFormState, settingsOf } from "../managing/surveyValues.ts";
import { useUser } from "../session/useSession.ts";
import { Description } from "../surveyPage/Description.tsx";
import { SurveyHeader } from "../surveyPage/SurveyHeader.tsx";
import { PictureWords } from "../surveys/PictureWords.tsx";
import { Translations } from "../surveys/Translations.tsx";
import { Picture } from "../ui/Picture.tsx";
import { takeFocus } from "../ui/takeFocus.ts";
import { CastVote } from "../votes/CastVote.tsx";
import { ContactLine } from "../votes/ContactLine.tsx";

interface PreviewStepProps {
  form: SurveyFormState;
  timeZone: string;
  /** The instruction for this step. */
  text: string;
  /** The buttons. */
  children: ReactNode;
}

/** The last step of asking: the survey's page with its vote form, as people will see it. Its fields do nothing. */
export function PreviewStep({ form, timeZone, text, children }: PreviewStepProps) {
  const survey = usePreviewed(form, timeZone);
  const user = useUser();
  return (
    <section
      ref={takeFocus}
      aria-labelledby="preview"
      tabIndex={-1}
      className="max-w-5xl scroll-mt-24 space-y-5 outline-none"
    >
      <div className="space-y-1">
        <h2 id="preview" className="text-xl">
          {askTexts.preview.title}
        </h2>
        <p className="text-muted">{text}</p>
      </div>
      <article className="grid grid-cols-1 items-start gap-x-10 gap-y-5 rounded-2xl border border-line p-4 sm:p-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-3">
          <SurveyHeader survey={survey} isDraft />
          {survey.Description && <Description text={survey.Description} language={survey.language} />}
        </div>
        <fieldset
          disabled
          className="min-w-0 rounded-2xl border border-line bg-surface px-5 py-4 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <CastVote survey={survey} user={user} invitation={null} isKnown isSimple castVote={async () => {}} />
          <ContactLine contact={survey.contact} />
          {survey.passRule && (
            <p className="mt-3 text-sm">{resultSentences.asSentence(describePassRule(survey.passRule))}</p>
          )}
        </fieldset>
        <div className="space-y-2">
          <Picture
            {...shownPicture(survey)}
            sizes="(min-width: 64rem) 36rem, 92vw"
            className="aspect-[16/9] w-full rounded-2xl"
          />
          <PictureWords survey={survey} />
        </div>
      </article>
      <Translations survey={survey} />
      <div className="flex flex-wrap items-center gap-4 max-sm:sticky max-sm:bottom-0 max-sm:bg-ground max-sm:py-3">
        {children}
      </div>
    </section>
  );
}

/** The form's values as a survey without votes. */
function usePreviewed(form: SurveyFormState, timeZone: string): Survey {
  const { Title, category, image, imageAlt, Description, language, translations, createDate, deadline, ...settings } =
    form.values;
  const user = useUser();
  const ballot = settingsOf(settings);
  const end = instantOf(deadline, "end", timeZone);
  const resultsOpen = resultsOpenOf(ballot.results, end);
  const none = resultsOpen === null ? 0 : null;
  return {
    _id: "preview",
    Title: Title.trim(),
    Description: Description?.trim() ?? "",
    language: language || null,
    translations: (translations ?? []).map((each) => ({ ...each, Description: each.Description ?? "" })),
    category: category || CATEGORIES[0],
    createDate: instantOf(createDate, "start", timeZone) ?? "",
    deadline: end,
    closedAt: null,
    closedBy: null,
    image: image || drawingPath(category),
    imageAlt: image ? (imageAlt ?? null) : null,
    status: PUBLISHED,
    scheduled: false,
    listed: true,
    contact: settings.contact?.trim() ?? "",
    version: 1,
    email: "",
    userName: user?.name ?? "",
    totalVotes: 0,
    yesVotes: none,
    noVotes: none,
    unsureVotes: none,
    participants: 0,
    resultsVisible: resultsOpen === null,
    resultsOpen,
    ...ballot,
    ...(settings.passRule && { passRule: settings.passRule }),
    settingsFixed: false,
    openReports: 0,
  };
}
