import { byName } from "./pageFiles.ts";

/** The pages that many people open first. */
export const firstPages = byName(
  import.meta.glob<Record<string, unknown>>([
    "../{surveyPage,surveyList}/*Page.tsx",
    "../{session/Login,users/Signup,surveyForm/Ask}Page.tsx",
  ]),
);
