import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { LegalTextPage } from "../layout/LegalTextPage.tsx";

export const PrivacyPage = () => <LegalTextPage page="privacy" title={frameTexts.privacy} />;
