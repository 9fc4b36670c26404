import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

/** The 404 page (specification §2.1). */
export function NotFound() {
  return (
    <div className="page frame">
      <PageTitle page={frameTexts.pageNotFound} />
      <EmptyState
        level={1}
        kind="search"
        title={frameTexts.pageNotFound}
        text={frameTexts.pageNotFoundText}
        action={<LinkButton href="/">{pageTexts.home}</LinkButton>}
      />
    </div>
  );
}
