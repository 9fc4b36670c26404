import { EMAIL_MAX } from "./limits.ts";
import { decodePunycode } from "./punycode.ts";
import { narrow, withoutUnseen, withoutUnseenButJoiners } from "./unseenCharacters.ts";

/*
 * One mailbox has several spellings. `readEmailAddress` decides for the whole app what an address is, and in which form
 * it is stored and compared; `writtenAddress` returns the form that people write; limits count by `mailboxOf`
 * (docs/decisions/0085).
 */

/** Longer texts cost time and aren't addresses. */
const TYPED_MAX = 4 * EMAIL_MAX;

/** The part before the @, by the rule of HTML for `<input type="email">`. */
const LOCAL = /^[\w.!#$%&'*+/=?^`{|}~-]+$/;

/** A domain in ASCII, with a dot; no label begins or ends with a hyphen. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/;
const DOMAIN_MAX = 253;

/** ASCII characters that domains can't contain: a URL would end its host there, or decode them. */
const NOT_IN_DOMAIN = /[^a-z\d.\-\u0080-\uffff]/i;

/**
 * Reads an address as people type and paste it.
 * @returns its stored form: in lower case, with its domain in ASCII; null if it isn't an address
 */
export function readEmailAddress(typed: string): string | null {
  if (typed.length > TYPED_MAX) return null;
  const text = narrow(typed);
  const index = text.lastIndexOf("@");
  const local = withoutUnseen(text.slice(0, index));
  const domain = readDomain(text.slice(index + 1));
  if (index < 1 || !LOCAL.test(local) || domain === null) return null;
  const address = `${local.toLowerCase()}@${domain}`;
  return address.length > EMAIL_MAX ? null : address;
}

/** The ASCII form of an email domain, which `müller.example` and `xn--mller-kva.example` share; null for others. */
export function readDomain(typed: string): string | null {
  if (typed.length > TYPED_MAX) return null;
  const text = narrow(typed);
  // Domains in Persian, for example, contain joiners. In other domains, joiners are left over from copying, so only the
  // second attempt, without them, succeeds.
  return toAscii(withoutUnseenButJoiners(text)) ?? toAscii(withoutUnseen(text));
}

function toAscii(text: string): string | null {
  if (NOT_IN_DOMAIN.test(text)) return null;
  // A number is an IP address to a URL: 1.2 is 1.0.0.2, which `DOMAIN` refuses.
  const host = URL.parse(`http://${text}`)?.hostname ?? "";
  return host.length <= DOMAIN_MAX && DOMAIN.test(host) ? host : null;
}

/**
 * The text to look for in stored addresses when someone searches for `typed`: stored domains, and so their labels, are
 * in ASCII.
 */
export function partOfAddress(typed: string): string {
  const index = typed.lastIndexOf("@") + 1;
  const domain = typed.slice(index);
  if (/^[^\u0080-\uffff]*$/.test(domain) || NOT_IN_DOMAIN.test(domain)) return typed;
  return typed.slice(0, index) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}

/**
 * A stored address as people write it: `anna@müller.example`. Masked addresses, and texts that aren't addresses, stay
 * as they are.
 */
export function writtenAddress(address: string): string {
  const index = address.lastIndexOf("@") + 1;
  return address.slice(0, index) + writtenDomain(address.slice(index));
}

function writtenDomain(domain: string): string {
  if (!/(?:^|\.)xn--/.test(domain)) return domain;
  const shown = domain
    .split(".")
    .map((part) => (part.startsWith("xn--") ? (decodePunycode(part.slice(4)) ?? part) : part))
    .join(".");
  // Version 1.0 stored any letters behind xn--, also those that stand for invisible characters.
  return toAscii(shown) === domain ? shown : domain;
}

/** Domains whose addresses mean the same mailbox with and without dots before the @. */
const WITHOUT_DOTS = ["gmail.com", "googlemail.com"];

/**
 * The mailbox that a stored address reaches: without a `+tag`, and at Gmail without dots. Limits of emails count
 * mailboxes; accounts and lists treat such addresses as different, because other mail servers may do so. `mailbox` in
 * server/database/dialect.ts is the same in SQL.
 */
export function mailboxOf(address: string): string {
  const index = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, index), address.slice(index + 1)];
  const untagged = local.split("+", 1)[0] || local;
  if (!WITHOUT_DOTS.includes(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll(".", "") || untagged}@gmail.com`;
}
