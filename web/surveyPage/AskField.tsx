import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as homeTexts from "@survey-app/texts/homeTexts.ts";
import { useLayoutEffect, useRef } from "react";
import { navigate } from "wouter/use-browser-location";
import { NEW_DRAFT } from "../session/draftKeys.ts";
import { useMayAsk } from "../session/useMayAsk.ts";
import { Button } from "../ui/Button.tsx";
import { draftOwner, readDraft, writeDraft } from "../ui/draft.ts";
import { useStore } from "../ui/useStore.ts";

const ASK = "/ask";

/**
 * In the banner: the beginning of a question. Every link that leads away passes it to the form as a draft, in the tab
 * or the account, and never in an address, which browsers and proxies keep: the field doesn't have a name. The form
 * says if it is too long. An account's own draft stays, and the question is offered beside it (`useOffer`).
 */
export function AskField() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(
    () => () => {
      const Title = field.current?.value.trim();
      if (!Title) return;
      const place = readDraft("local", NEW_DRAFT) ? "session" : "local";
      // Everything else that a visitor has typed for the question stays.
      writeDraft(place, NEW_DRAFT, { ...readDraft(place, NEW_DRAFT), Title });
    },
    [],
  );
  const owner = useStore(draftOwner);
  // Text that a user typed is deleted at sign-out, like drafts: the next person at this computer may see the same page.
  useLayoutEffect(
    () => () => {
      if (owner && field.current) field.current.value = "";
    },
    [owner],
  );
  if (!useMayAsk()) return null;
  return (
    <form
      action={ASK}
      autoComplete="off"
      className="ask-field"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(ASK);
      }}
    >
      <input ref={field} aria-label={homeTexts.field} placeholder={homeTexts.hint} dir="auto" />
      <Button type="submit">{frameTexts.ask}</Button>
    </form>
  );
}
