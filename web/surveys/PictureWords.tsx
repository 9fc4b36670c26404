import { imageAltLanguage } from "@survey-app/contract/surveys/translations.ts";
import { isDrawing } from "@survey-app/contract/users/webAddress.ts";
import * as pictureTexts from "@survey-app/texts/pictureTexts.ts";
import type { Pictured } from "../images/pictureInList.ts";
import { UserText } from "../ui/UserText.tsx";

/**
 * The description of a survey's picture, for admins who decide about it. Drawings have fixed ones, which aren't
 * reviewed.
 */
export function PictureWords({ survey }: { survey: Pictured }) {
  if (isDrawing(survey.image)) return null;
  const { imageAlt: text } = survey;
  return (
    <p className="text-sm text-muted">
      {text
        ? pictureTexts.shows(
            <UserText lang={imageAltLanguage(survey)} className="text-ink">
              {text}
            </UserText>,
          )
        : text === ""
          ? pictureTexts.isDecoration
          : pictureTexts.isUndescribed}
    </p>
  );
}
