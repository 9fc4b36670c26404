import type { OwnAccount } from "../session/ownAccount.ts";
import { useProviderName } from "../session/useProviderName.ts";
import * as accountTexts from "../texts/accountTexts.ts";
import { Icon } from "../ui/Icon.tsx";

/** The methods by which the user can sign in: password and providers. */
export function SignInMethods({ account: { hasPassword, hasPasskey, providers } }: { account: OwnAccount }) {
  const nameOf = useProviderName();
  const methods = [
    ...(hasPassword ? [accountTexts.emailAndPassword] : []),
    ...(hasPasskey ? [accountTexts.passkey] : []),
    ...providers.map(nameOf),
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
