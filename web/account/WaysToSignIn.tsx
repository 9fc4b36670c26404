import type { OwnAccount } from "../session/ownAccount.ts";
import { texts } from "../texts/texts.ts";
import { Icon } from "../ui/Icon.tsx";

/** By what the person can sign in: the password, and who else vouches. */
export function WaysToSignIn({ account: { hasPassword, providers } }: { account: OwnAccount }) {
  const ways = [
    ...(hasPassword ? ["E-mail and password"] : []),
    ...providers.map((provider) => texts.providers[provider]),
  ];
  return (
    <ul className="space-y-2">
      {ways.map((way) => (
        <li key={way} className="flex items-center gap-3">
          <span className="text-yes">
            <Icon name="check" />
          </span>
          {way}
        </li>
      ))}
    </ul>
  );
}
