import { useSettings } from "../session/settings.ts";
import { legalTexts } from "../texts/legalTexts.ts";

const link = "font-semibold underline underline-offset-4";

/** The operator's address, if one is configured, and what needs no message. */
export function ContactDetails() {
  const { contactEmail } = useSettings();
  const { byEmail, noAddress, withoutUs, report, password, profile } = legalTexts;
  return (
    <div className="document">
      {contactEmail ? (
        <p>
          {byEmail}{" "}
          <a href={`mailto:${contactEmail}`} className={link}>
            {contactEmail}
          </a>
        </p>
      ) : (
        <p>{noAddress}</p>
      )}
      <p>{withoutUs}</p>
      <ul>
        <li>{report}</li>
        <li>
          <a href="/forgot-password" className={link}>
            {password}
          </a>
        </li>
        <li>
          <a href="/profile" className={link}>
            {profile}
          </a>
        </li>
      </ul>
    </div>
  );
}
