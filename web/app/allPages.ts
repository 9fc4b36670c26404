import { byName } from "./pageFiles.ts";

/**
 * All pages and layouts. Their list loads with the first page that is not among the first ones (firstPages.ts), because
 * it is long.
 */
export const allPages = byName(
  import.meta.glob<Record<string, unknown>>([
    "../**/[A-Z]*Page.tsx",
    "!../{layout/Narrow,linkVoting/LinkVote,sharing/Embed}Page.tsx",
    "../layout/*Layout.tsx",
  ]),
);
