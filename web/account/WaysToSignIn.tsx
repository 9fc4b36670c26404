import type { Provider } from "@survey-app/contract/session.ts";
import { Icon } from "../ui/Icon.tsx";
import type { OwnAccount } from "./account.queries.ts";

const names: Record<Provider, string> = { google: "Google", facebook: "Facebook" };

/** By what the person can sign in: the password, and who else vouches. */
export function WaysToSignIn({ account: { hasPassword, providers } }: { account: OwnAccount }) {
  const ways = [...(hasPassword ? ["E-mail and password"] : []), ...providers.map((provider) => names[provider])];
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
