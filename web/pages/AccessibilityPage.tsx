import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { LegalTextPage } from "../layout/LegalTextPage.tsx";

export const AccessibilityPage = () => <LegalTextPage page="accessibility" title={frameTexts.accessibility} />;
