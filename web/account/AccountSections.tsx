import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import * as factorTexts from "@survey-app/texts/factorTexts.ts";
import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../api/QueryError.tsx";
import { ForRole } from "../session/ForRole.tsx";
import { type OwnAccount, ownAccount } from "../session/ownAccount.ts";
import { useProviderName } from "../session/useProviderName.ts";
import { WithPasswords } from "../session/WithPasswords.tsx";
import { Icon } from "../ui/Icon.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Section } from "../ui/Section.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ApiKeys } from "./ApiKeys.tsx";
import { Devices } from "./Devices.tsx";
import { EmailPreferences } from "./EmailPreferences.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { OwnData } from "./OwnData.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { ProfilePart } from "./ProfilePart.tsx";
import { SecondFactor } from "./SecondFactor.tsx";

/** The account behind the profile: how its user signs in, the emails, and what is stored. */
export function AccountSections() {
  const query = useQuery(ownAccount());
  if (query.isPending) {
    return (
      <div role="status" aria-label={uiTexts.loading} className="space-y-6 py-8">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    );
  }
  if (query.isError && !query.data) {
    return <QueryError query={query} />;
  }
  const account = query.data;
  return (
    <>
      <ProfilePart part="signIn">
        <EmailSection account={account} />
        <WithPasswords>
          <PasswordSection account={account} />
        </WithPasswords>
        <WithPasswords>
          <Section level={3} title={factorTexts.passkeys} text={factorTexts.passkeysText}>
            <Passkeys emailVerified={account.emailVerified} />
          </Section>
        </WithPasswords>
        <Section level={3} title={factorTexts.twoStep} text={factorTexts.twoStepText}>
          <SecondFactor emailVerified={account.emailVerified} />
        </Section>
        <Section level={3} title={accountTexts.ways}>
          <SignInMethods account={account} />
        </Section>
        <Section level={3} title={accountTexts.sessions} text={accountTexts.sessionsText}>
          <Devices />
        </Section>
      </ProfilePart>
      <ProfilePart part="emails">
        <Section level={3} title={outcomeTexts.preferences} text={outcomeTexts.preferencesText}>
          <EmailPreferences />
        </Section>
      </ProfilePart>
      <ProfilePart part="data">
        <Section level={3} title={integrationTexts.keys} text={integrationTexts.keysText}>
          <ApiKeys />
        </Section>
        <ForRole roles={["surveyor", "admin"]}>
          <Section level={3} title={pageTexts.webhooks} text={integrationTexts.webhooksText}>
            <LinkButton href="/dashboard/webhooks" look="quiet" small className="self-start">
              {integrationTexts.manageWebhooks}
            </LinkButton>
          </Section>
        </ForRole>
        <OwnData hasPassword={account.hasPassword} />
      </ProfilePart>
    </>
  );
}

/** The methods by which the user can sign in: password and providers. */
function SignInMethods({ account: { hasPassword, hasPasskey, providers } }: { account: OwnAccount }) {
  const nameOf = useProviderName();
  const methods = [
    ...(hasPassword ? [accountTexts.emailAndPassword] : []),
    ...(hasPasskey ? [accountTexts.passkey] : []),
    ...providers.map((provider) => nameOf(provider) ?? accountTexts.otherProvider),
  ];
  return (
    <ul className="space-y-2">
      {methods.map((method) => (
        <li key={method} className="flex items-center gap-3">
          <span className="text-yes">
            <Icon name="check" />
          </span>
          {method}
        </li>
      ))}
    </ul>
  );
}
