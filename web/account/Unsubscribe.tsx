import type { StoppedEmails } from "@survey-app/contract/surveys/outcomes.ts";
import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useSearchParams } from "../routing/address.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

/**
 * The page of an unsubscribe link: a button that stops such emails, then the outcome. The form is sent to the page's
 * own address.
 */
export function Unsubscribe() {
  const search = useSearchParams();
  const done = search.get("done");
  const kind = search.get("token")?.split(".")[0];
  const profile = <LinkButton href="/profile">{outcomeTexts.toProfile}</LinkButton>;
  if (isKind(done))
    return (
      <div role="status" className="space-y-5">
        <p className="rounded-xl bg-accent-soft px-5 py-4">{outcomeTexts.unsubscribed[done]}</p>
        {profile}
      </div>
    );
  if (!isStoppable(kind))
    return (
      <div className="space-y-5">
        <ErrorPanel text={outcomeTexts.linkBroken} />
        {profile}
      </div>
    );
  return (
    <form method="post" className="space-y-5">
      <p>{outcomeTexts.unsubscribeText[kind]}</p>
      <ActionButton type="submit" again={uiTexts.pressAgain}>
        {outcomeTexts.unsubscribe}
      </ActionButton>
      {kind === "invitations" && (
        <>
          <p>{outcomeTexts.unsubscribeAllText}</p>
          <ActionButton type="submit" look="quiet" name="all" value="1" again={uiTexts.pressAgain}>
            {outcomeTexts.unsubscribeAll}
          </ActionButton>
        </>
      )}
    </form>
  );
}

const isKind = (text: string | null): text is StoppedEmails =>
  text !== null && Object.hasOwn(outcomeTexts.unsubscribed, text);

const isStoppable = (text: string | undefined): text is keyof typeof outcomeTexts.unsubscribeText =>
  text !== undefined && Object.hasOwn(outcomeTexts.unsubscribeText, text);
