import { useSearchParams } from "../routing/address.ts";
import { isAsker } from "../session/isAsker.ts";
import { useSettings } from "../session/settings.ts";
import { opensUnlisted } from "../session/useAsksUnlisted.ts";
import { useSession } from "../session/useSession.ts";
import * as askTexts from "../texts/askTexts.ts";

/** What happens to a question after it is submitted. */
export function AskIntro() {
  const session = useSession();
  const settings = useSettings();
  const onlyUnlisted = useSearchParams().get("to") === "list";
  const who = session.phase !== "signedIn" ? "visitor" : isAsker(session.user) ? "asker" : "surveyor";
  return askTexts.introOf(who, settings, { opensUnlisted: opensUnlisted(settings), onlyUnlisted });
}
