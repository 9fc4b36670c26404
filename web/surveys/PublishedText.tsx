import { CATEGORIES, type Survey } from "@survey-app/contract/surveys.ts";
import { pictureSources } from "../images/pictureSources.ts";
import { Picture } from "../ui/Picture.tsx";
import { UserText } from "../ui/UserText.tsx";
import { SurveyTime } from "./SurveyTime.tsx";

/** The text that an admin is about to publish: exactly the version shown here goes online. */
export function PublishedText({ survey }: { survey: Survey }) {
  const { image, category, Description, createDate, deadline } = survey;
  return (
    <div className="space-y-3 rounded-xl bg-sunken p-4">
      <Picture {...pictureSources(image)} sizes="28rem" alt="The survey's picture" className="h-40 w-full rounded-lg" />
      <p className="text-sm text-muted">
        {CATEGORIES[category]} · from <SurveyTime at={createDate} edge="start" />
        {deadline && (
          <>
            {" "}
            to <SurveyTime at={deadline} edge="end" />
          </>
        )}
      </p>
      {Description && (
        <UserText as="p" className="max-h-48 overflow-y-auto whitespace-pre-line" tabIndex={0}>
          {Description}
        </UserText>
      )}
    </div>
  );
}
