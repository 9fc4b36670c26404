import { SHORT_CODE_LENGTH, SHORT_PATH, WALL_PATH } from "@survey-app/contract/sharing/shortAddresses.ts";
import * as shortAddressTexts from "@survey-app/texts/shortAddressTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useBrowserValue } from "../ui/useBrowserValue.ts";

/**
 * The characters that the field takes: the longest code with its groups, and not the whole code of an invitation, which is secret, so
 * the URL must not have it.
 */
const TYPED_MAX = 12;

/**
 * Takes the code of a short address. The server redirects to the survey or to the page that says the code is wrong, so that the
 * form works without JavaScript.
 */
export function EnterCode({ isWrong }: { isWrong: boolean }) {
  // All wrong codes get the same HTML from the server.
  const typed = useBrowserValue(() => (isWrong ? location.pathname.slice(SHORT_PATH.length + 1) : ""), "");
  return (
    <form action={SHORT_PATH} className="space-y-5">
      {isWrong && <ErrorPanel text={shortAddressTexts.wrong} />}
      <TextField
        key={typed}
        label={shortAddressTexts.code}
        hint={shortAddressTexts.codeHint(SHORT_CODE_LENGTH.presentation, SHORT_CODE_LENGTH.flyer)}
        name="code"
        defaultValue={typed}
        required
        maxLength={TYPED_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" plain className="w-full">
        {shortAddressTexts.open}
      </Button>
      {/* A phone is no screen for a room. */}
      <Button type="submit" plain look="quiet" formAction={WALL_PATH} className="w-full max-sm:hidden">
        {shortAddressTexts.showHere}
      </Button>
    </form>
  );
}
