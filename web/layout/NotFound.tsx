import { texts } from "../texts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

/** There is nothing at this address (spec §2). */
export function NotFound() {
  return (
    <div className="frame py-16">
      <title>{texts.pageTitle(texts.pageNotFound)}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        level={1}
        title={texts.pageNotFound}
        text={texts.notFound.text}
        action={<LinkButton href="/">{texts.notFound.action}</LinkButton>}
      />
    </div>
  );
}
