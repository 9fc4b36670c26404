import { byName } from "./pageFiles.ts";

/** All other pages, and the layouts: their list is as long as all titles of routes, and loads with the first of them. */
export const rarePages = byName(
  import.meta.glob<Record<string, unknown>>([
    "../**/[A-Z]*Page.tsx",
    "!../{surveyPage,surveyList}/*Page.tsx",
    "!../{session/Login,users/Signup,surveyForm/Ask}Page.tsx",
    "!../{layout/Narrow,linkVoting/LinkVote,sharing/Embed}Page.tsx",
    "../layout/*Layout.tsx",
  ]),
);
