import * as legalTexts from "@survey-app/texts/legalTexts.ts";
import { useSettings } from "../api/settings.ts";

const link = "font-semibold underline underline-offset-4";

/** The operator's address, if one is configured, and the things that people can do without writing a message. */
export function ContactDetails() {
  const { contactEmail } = useSettings();
  return (
    <div className="document">
      {contactEmail ? (
        <p>
          {legalTexts.byEmail}{" "}
          <a href={`mailto:${contactEmail}`} className={link}>
            {contactEmail}
          </a>
        </p>
      ) : (
        <p>{legalTexts.noAddress}</p>
      )}
      <p>{legalTexts.withoutUs}</p>
      <ul>
        <li>{legalTexts.report}</li>
        <li>
          <a href="/forgot-password" className={link}>
            {legalTexts.password}
          </a>
        </li>
        <li>
          <a href="/profile" className={link}>
            {legalTexts.profile}
          </a>
        </li>
      </ul>
    </div>
  );
}
