import { useLinkToken } from "../routing/useLinkToken.ts";
import { useSettings } from "../session/settings.ts";
import { SignUpLinkForm } from "./SignUpLinkForm.tsx";
import { type SignUpLink, SignupForm } from "./SignupForm.tsx";

/** The form to sign up; where not everyone may, what comes before it: a form for the link that proves the address. */
export function SignUp() {
  const { registration } = useSettings();
  const link = readLink(useLinkToken() ?? "");
  if (registration.kind !== "open" && link === null) return <SignUpLinkForm />;
  return <SignupForm key={link?.proof} link={link} />;
}

/** @param fragment of the link's URL: the proof, which has two parts, and the address */
function readLink(fragment: string): SignUpLink | null {
  const [until, signature, address] = fragment.split(".").length > 2 ? split(fragment) : [];
  return until && signature && address ? { proof: `${until}.${signature}`, email: address } : null;
}

function split(fragment: string): string[] {
  const [until = "", signature = "", ...address] = fragment.split(".");
  try {
    return [until, signature, decodeURIComponent(address.join("."))];
  } catch {
    return [];
  }
}
