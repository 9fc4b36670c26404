import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { LegalTextPage } from "../layout/LegalTextPage.tsx";

export const TermsPage = () => <LegalTextPage page="terms" title={frameTexts.terms} />;
