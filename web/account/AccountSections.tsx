import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { ownAccount } from "../session/ownAccount.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Section } from "../ui/Section.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Devices } from "./Devices.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { OwnData } from "./OwnData.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { SignInMethods } from "./SignInMethods.tsx";

/** The account behind the profile: email address, sign-in methods, sessions and stored data. */
export function AccountSections() {
  const query = useQuery(ownAccount());
  if (query.isPending) {
    return (
      <div role="status" aria-label="Loading" className="space-y-6 py-8">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    );
  }
  if (query.isError && !query.data) {
    return <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  const account = query.data;
  return (
    <>
      <EmailSection account={account} />
      <PasswordSection account={account} />
      <Section title="Ways to sign in">
        <SignInMethods account={account} />
      </Section>
      <Section
        title="Where you are signed in"
        text="If you don't recognize a device, sign it out and change your password."
      >
        <Devices />
      </Section>
      <OwnData hasPassword={account.hasPassword} />
    </>
  );
}
