import { DEMO_PASSWORD, demoAccounts } from "@survey-app/contract/session/demoAccounts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { useSettings } from "../api/settings.ts";
import { Button } from "../ui/Button.tsx";
import { UserText } from "../ui/UserText.tsx";

/** The demo accounts, which are public; one click signs in. */
export function DemoAccounts({ onChoose }: { onChoose: (email: string, password: string) => void }) {
  const { demo } = useSettings();
  if (!demo) return null;
  return (
    <section aria-labelledby="demo" className="mt-10 border-t border-line pt-6">
      <h2 id="demo" className="text-base font-semibold">
        {sessionTexts.demo.title}
      </h2>
      <p className="mb-3 text-sm text-muted">{sessionTexts.demo.text(DEMO_PASSWORD)}</p>
      <ul className="divide-y divide-line">
        {demoAccounts.map(({ email, role, isMember }) => (
          <li key={email} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block font-medium">
                <UserText>{email}</UserText>
              </span>
              <span className="text-sm text-muted">{sessionTexts.demo[isMember ? "pro" : role]}</span>
            </span>
            <Button
              look="quiet"
              small
              aria-label={sessionTexts.demo.signInAs(email)}
              onClick={() => onChoose(email, DEMO_PASSWORD)}
            >
              {sessionTexts.demo.use}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
