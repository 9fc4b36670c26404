import { setMyLanguage } from "@survey-app/contract/account/account.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { api } from "../api/api.ts";
import { changeLanguage } from "../routing/changeLanguage.ts";
import { readSession } from "./session.ts";

/**
 * Shows the page in another language. Emails to a signed-in user follow; the page changes even if that can't be stored.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (readSession().phase === "signedIn") await api(setMyLanguage, { body: { language } }).catch(() => undefined);
  changeLanguage(language);
}
