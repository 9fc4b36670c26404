import { CODE_LENGTH, LINK_LENGTH } from "@survey-app/contract/invitations/invitations.ts";
import { SHORT_CODE_LENGTH, SHORT_PATH, WALL_PATH } from "@survey-app/contract/sharing/shortAddresses.ts";
import { TYPED_CODE_MAX } from "@survey-app/contract/sharing/typedCode.ts";
import * as shortAddressTexts from "@survey-app/texts/shortAddressTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useBrowserValue } from "../ui/useBrowserValue.ts";

/**
 * Takes every code that people have on a screen, on paper or in an email, and whole links. The server redirects to the
 * code's page, or to the one that says the code is wrong, so that the form works without JavaScript. It posts, because
 * the code of an invitation must not be in a URL.
 */
export function EnterCode({ isWrong }: { isWrong: boolean }) {
  // All wrong codes get the same HTML from the server.
  const typed = useBrowserValue(() => (isWrong ? location.pathname.slice(SHORT_PATH.length + 1) : ""), "");
  return (
    <form method="post" action={SHORT_PATH} className="space-y-5">
      {isWrong && <ErrorPanel text={shortAddressTexts.wrong} />}
      <TextField
        key={typed}
        label={shortAddressTexts.code}
        hint={shortAddressTexts.codeHint(
          SHORT_CODE_LENGTH.presentation,
          SHORT_CODE_LENGTH.flyer,
          CODE_LENGTH,
          LINK_LENGTH,
        )}
        name="code"
        defaultValue={typed}
        required
        maxLength={TYPED_CODE_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" plain className="w-full">
        {shortAddressTexts.open}
      </Button>
      {/* A phone isn't a screen for a room. */}
      <Button type="submit" plain look="quiet" formAction={WALL_PATH} className="w-full max-sm:hidden">
        {shortAddressTexts.showHere}
      </Button>
    </form>
  );
}
