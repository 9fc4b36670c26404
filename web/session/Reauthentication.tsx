import { useLate } from "../api/useLate.ts";
import { finishReauthentication, useReauthentication } from "./reauthentication.ts";

/**
 * Above all pages: the dialog that asks the user to sign in again. Its code is loaded when first needed, which is rare.
 */
export function Reauthentication() {
  const isAsked = useReauthentication() !== null;
  const load = async () => (await import("./ReauthenticationDialog.tsx")).ReauthenticationDialog;
  const Dialog = useLate(isAsked, load, () => finishReauthentication(false));
  return Dialog && <Dialog isAsked={isAsked} />;
}
