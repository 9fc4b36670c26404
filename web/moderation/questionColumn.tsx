import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { isGuestAddress } from "@survey-app/contract/text/guestAddress.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as userTexts from "@survey-app/texts/userTexts.ts";
import { Day } from "../ui/Day.tsx";
import { EmailText } from "../ui/EmailText.tsx";
import type { Column } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";

/** The column of the admins' tables that names a survey, with its owner and start. */
export const questionColumn: Column<Survey> = {
  title: surveyTexts.columns.title,
  inLine: "start",
  sortBy: ({ Title }) => Title,
  cell: ({ _id, Title, language, userName, email, createDate, startIsDay }) => (
    <>
      <a href={`/surveydetails/${_id}`} className="block font-semibold underline-offset-4 hover:underline">
        <UserText of={{ Title, language }} />
      </a>
      <span className="text-sm text-muted">
        {surveyTexts.ownerAndStart(
          <UserText>{personName(userName)}</UserText>,
          isGuestAddress(email) ? userTexts.noAddress : <EmailText>{email}</EmailText>,
          <Day at={createDate} isDay={startIsDay} />,
        )}
      </span>
    </>
  ),
};
