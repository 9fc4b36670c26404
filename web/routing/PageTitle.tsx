import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useSettings } from "../api/settings.ts";

/** The title of the browser's tab: the site's name and the page. */
export function PageTitle({ page }: { page: string }) {
  return <title>{frameTexts.pageTitle(useSettings().site.name, page)}</title>;
}
