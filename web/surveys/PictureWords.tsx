import { imageAltLanguage } from "@survey-app/contract/translations.ts";
import { isDrawing } from "@survey-app/contract/webAddress.ts";
import * as pictureTexts from "@survey-app/texts/pictureTexts.ts";
import type { Pictured } from "../images/listedPicture.ts";
import { UserText } from "../ui/UserText.tsx";

/** What is said of a survey's picture to those who don't see it, for those who decide about it. Nothing of a drawing. */
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
