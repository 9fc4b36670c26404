import { ProviderButtons } from "../session/ProviderButtons.tsx";
import { loginAddress } from "../session/returnTo.ts";
import { WithPasswords } from "../session/WithPasswords.tsx";
import * as voteTexts from "../texts/voteTexts.ts";
import { LinkButton } from "../ui/LinkButton.tsx";

/** For visitors, in place of the vote button: the shortest ways to an account, each of which comes back to `returnTo`. */
export function SignInToVote({ returnTo }: { returnTo: string }) {
  return (
    <div className="space-y-3">
      <p>
        <span className="block font-semibold">{voteTexts.signUpOrLogIn}</span>
        <span className="text-sm text-muted">{voteTexts.rememberChoice}</span>
      </p>
      <ProviderButtons returnTo={returnTo} isCompact />
      <WithPasswords>
        <div className="flex flex-wrap gap-3 *:grow">
          <LinkButton href={loginAddress(returnTo, "/signup")}>{voteTexts.signUpWithEmail}</LinkButton>
          <LinkButton look="quiet" href={loginAddress(returnTo)}>
            {voteTexts.logIn}
          </LinkButton>
        </div>
      </WithPasswords>
    </div>
  );
}
