import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import { PUBLISHED, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { dayMonthYear } from "@survey-app/contract/text/time.ts";
import type { User } from "@survey-app/contract/users/users.ts";
import * as stateTexts from "@survey-app/texts/askStateTexts.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as embedTexts from "@survey-app/texts/embedTexts.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import { useSettings } from "../api/settings.ts";
import { shownPicture, showsPicture } from "../images/shownPicture.ts";
import { instantOf } from "../managing/fieldTime.ts";
import { ownPicture, resultsOpenOf, type SurveyFormState, settingsOf } from "../managing/surveyValues.ts";
import { useUser } from "../session/useSession.ts";
import { Description } from "../surveyPage/Description.tsx";
import { PictureWords } from "../surveys/PictureWords.tsx";
import { Translations } from "../surveys/Translations.tsx";
import { Picture } from "../ui/Picture.tsx";
import { UserText } from "../ui/UserText.tsx";
import { CastVote } from "../votes/CastVote.tsx";
import { ContactLine } from "../votes/ContactLine.tsx";
import { QUESTION_ID } from "../votes/questionId.ts";
import { askedOf } from "./askedValues.ts";
import { isDescribable } from "./stateWords.ts";

interface SurveyPreviewProps {
  form: SurveyFormState;
  timeZone: string;
}

/** The preview beside the form: it changes as one types. */
export function LivePreview(props: SurveyPreviewProps) {
  return (
    <section aria-labelledby="view" className="rounded-3xl bg-sunken p-6 pt-4 text-center">
      <h2 id="view" className="mb-3 text-sm font-normal text-muted">
        {stateTexts.view}
      </h2>
      <div className="text-start">
        <SurveyPreview {...props} />
      </div>
    </section>
  );
}

/** The page of a question as people will see it, with its vote form. Its fields do nothing. */
export function SurveyPreview({ form, timeZone }: SurveyPreviewProps) {
  const survey = usePreviewed(form, timeZone);
  return (
    <article className="space-y-4 rounded-2xl border border-line bg-ground p-5 shadow-lg">
      <Head survey={survey} timeZone={timeZone} />
      {survey.Description && <Description text={survey.Description} language={survey.language} />}
      <fieldset disabled className="min-w-0 rounded-2xl border border-line bg-surface px-5 py-4">
        <CastVote survey={survey} user={useVoter()} invitation={null} isKnown isSimple castVote={async () => {}} />
        <ContactLine contact={survey.contact} />
        {survey.passRule && (
          <p className="mt-3 text-sm">{resultSentences.asSentence(describePassRule(survey.passRule))}</p>
        )}
      </fieldset>
      {showsPicture(survey) && (
        <div className="space-y-2">
          <Picture {...shownPicture(survey)} sizes="26rem" className="aspect-[16/9] w-full rounded-xl" />
          <PictureWords survey={survey} />
        </div>
      )}
      <Translations survey={survey} />
    </article>
  );
}

/** The head above the question: by open link the site's name and the end, elsewhere the category. */
function Head({ survey, timeZone }: { survey: Survey; timeZone: string }) {
  const { site } = useSettings();
  const { electorate, deadline, category } = survey;
  return (
    <header className="space-y-3">
      {electorate === "link" ? (
        <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
          <span className="font-semibold text-ink">{site.name}</span>
          {deadline && <span>{embedTexts.until(dayMonthYear(deadline, timeZone))}</span>}
        </p>
      ) : (
        <p className="text-sm font-medium text-muted">{categoryNames[category]}</p>
      )}
      <UserText of={survey} as="h3" id={QUESTION_ID} className="text-2xl" />
    </header>
  );
}

/**
 * The person whom the vote form greets: a visitor who asks doesn't have an account yet, and voters may not need one.
 */
function useVoter(): User {
  const user = useUser();
  if (user) return user;
  const nobody = { _id: "", name: "", email: "", status: "", photoURL: null, memberUntil: null, createdAt: "" };
  return { ...nobody, role: "user", emailVerified: true, isMember: false };
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
  const picture = ownPicture(image);
  return {
    _id: "preview",
    Title: Title.trim() || askTexts.title.placeholder,
    Description: Description?.trim() ?? "",
    language: language || null,
    translations: (translations ?? []).map((each) => ({ ...each, Description: each.Description ?? "" })),
    category: category || CATEGORIES[0],
    createDate: instantOf(createDate, "start", timeZone) ?? "",
    deadline: end,
    closedAt: null,
    closedBy: null,
    image: picture || drawingPath(category || CATEGORIES[0]),
    imageAlt: picture ? (imageAlt ?? null) : null,
    status: PUBLISHED,
    scheduled: false,
    listed: askedOf(form.values).listed,
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
    ...(settings.passRule && isDescribable(settings.passRule) && { passRule: settings.passRule }),
    settingsFixed: false,
    openReports: 0,
  };
}
