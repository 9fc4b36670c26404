import { writtenAddress } from "@survey-app/contract/text/emailAddress.ts";
import { useEffect } from "react";
import { useSettings } from "../api/settings.ts";
import { useSearchParams } from "../routing/address.ts";
import { useLinkToken } from "../routing/useLinkToken.ts";
import { takeKeptDraft } from "../session/keptDraft.ts";
import { SignUpLinkForm } from "./SignUpLinkForm.tsx";
import { type SignUpLink, SignupForm } from "./SignupForm.tsx";

/** The form to sign up. Where not everyone may, a form for the link that proves the address comes first. */
export function SignUp() {
  const { registration } = useSettings();
  const returnTo = useSearchParams().get("returnTo");
  const link = readLink(useLinkToken() ?? "");
  const email = link?.email;
  useEffect(() => {
    if (email) takeKeptDraft(returnTo, email);
  }, [email, returnTo]);
  if (registration.kind !== "open" && link === null) return <SignUpLinkForm />;
  return <SignupForm key={link?.proof} link={link} />;
}

/** @param fragment of the link's URL: the proof, which has two parts, and the address */
function readLink(fragment: string): SignUpLink | null {
  const [, proof, encoded] = /^([^.]+\.[^.]+)\.(.+)$/.exec(fragment) ?? [];
  // Unlike decodeURIComponent, this accepts every text. A "+" is one: addresses don't contain blanks, and mail gateways
  // decode links.
  const email = new URLSearchParams(`email=${(encoded ?? "").replaceAll("+", "%2B")}`).get("email");
  return proof && email ? { proof, email: writtenAddress(email) } : null;
}
