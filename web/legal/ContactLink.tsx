import * as legalTexts from "@survey-app/texts/legalTexts.ts";

/** Follows a text about something that the site's operator would have to set up. */
export function ContactLink() {
  return (
    <a href="/contact" className="font-semibold underline underline-offset-4">
      {legalTexts.contactUs}
    </a>
  );
}
