import { X509Certificate } from "node:crypto";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import type { Registration } from "@survey-app/contract/session/registration.ts";
import { readDomain } from "@survey-app/contract/text/emailAddress.ts";
import { serverUrls } from "../database/postgres/primary.ts";
import { isOnThisMachine } from "./configSafety.ts";

/** A PostgreSQL URL; with several servers only for one that accepts writes. */
export function isPostgresUrl(text: string): boolean {
  return serverUrls(text).every((each) => {
    const url = URL.parse(each);
    const attributes = url?.searchParams.get("target_session_attrs") ?? "read-write";
    return /^postgres(ql)?:$/.test(url?.protocol ?? "") && ["read-write", "primary"].includes(attributes);
  });
}

/** The parameters of a PostgreSQL URL that name files. */
const FILE_PARAMETERS = ["sslrootcert", "sslcert", "sslkey"];

/** Whether each file that a PostgreSQL URL names can be read, and those of certificates have some. */
export function hasReadableFiles(databaseUrl: string): boolean {
  return serverUrls(databaseUrl).every((each) => {
    const parameters = URL.parse(each)?.searchParams;
    return FILE_PARAMETERS.every((name) => {
      const path = parameters?.get(name);
      if (!path) return true;
      return isReadableFile(path) && (name === "sslkey" || hasCertificates(path));
    });
  });
}

/** Also false if this user may not enter a folder on the way. */
function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return /^smtps?:$/.test(url?.protocol ?? "") && url?.hostname !== "";
}

/** Any http or https URL. */
export function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

/** An OpenID provider's issuer; http only on this machine, and not in production (`unsafeSettings`). */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  return isPlainHttpUrl(text) && (url?.protocol === "https:" || isOnThisMachine(url));
}

/** An https URL without credentials. */
export function isHttpsUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}

/** An http or https URL without credentials, query and fragment. */
export function isPlainHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return isHttpUrl(text) && url?.href === `${url?.origin}${url?.pathname}`;
}

/** An http or https URL without a path, with or without a slash at the end. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return isHttpUrl(text) && url?.href === `${url?.origin}/`;
}

/** An http or https URL whose path is `/api`. */
export function isApiBase(text: string): boolean {
  const url = URL.parse(text);
  return isHttpUrl(text) && text === `${url?.origin}/api`;
}

/** Origins in a list: a site has a few. */
const ORIGINS_MAX = 20;

/** Whether the text is a list of origins. */
export function areOrigins(text: string): boolean {
  return splitList(text).length <= ORIGINS_MAX && splitList(text).every(isExactOrigin);
}

/** Whether the text is an origin in the form of the `Origin` header. */
function isExactOrigin(text: string): boolean {
  return isHttpUrl(text) && !text.includes("*") && URL.parse(text)?.origin === text;
}

export function splitList(text: string): string[] {
  return text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

/** A legal text is a few pages long, and each reader loads all of it. Certificates are shorter. */
export const TEXT_MAX_KB = 100;

export const isTextFile = (path: string): boolean => isReadableFile(path) && statSync(path).size <= TEXT_MAX_KB * 1000;

/** Whether a file has certificates in PEM, all of which can be read. */
export const isCertificateFile = (path: string): boolean => isTextFile(path) && hasCertificates(path);

function hasCertificates(path: string): boolean {
  try {
    return certificatesIn(readFileSync(path, "utf8")).length > 0;
  } catch {
    return false;
  }
}

/** The certificates of a text in PEM. @throws if one can't be read */
const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? []).map(
    (each) => new X509Certificate(each),
  );

/** An approximation of the site: hosts with different results are never of one site; public suffixes are not considered. */
export function registrableDomainOf(hostname: string): string {
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return isAddress ? hostname : hostname.split(".").slice(-2).join(".");
}

/** Scopes of an OpenID provider (RFC 6749, section 3.3), with the one that makes it send an identity token. */
export function areScopes(text: string): boolean {
  const scopes = text.split(/\s+/);
  return scopes.includes("openid") && scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope));
}

/** Whether a list separated by commas has only domains in lower case. */
export const areDomains = (list: string): boolean =>
  splitList(list).every((domain) => domain === domain.toLowerCase() && readDomain(domain) !== null);

/** The domains of a list separated by commas, in the form in which addresses are stored. */
export const readDomains = (list: string): string[] => splitList(list).flatMap((domain) => readDomain(domain) ?? []);

/** An address with its domain in ASCII, which also names the host in an email's `Message-ID`. */
export function withAsciiDomain(address: string): string {
  const index = address.lastIndexOf("@") + 1;
  return address.slice(0, index) + (readDomain(address.slice(index)) ?? address.slice(index));
}

const DOMAINS = "domains:";

/** Whether a text says who may create an account. */
export const isRegistration = (text: string): boolean =>
  /^(open|invited|closed)$/.test(text) ||
  (text.startsWith(DOMAINS) &&
    areDomains(text.slice(DOMAINS.length)) &&
    splitList(text.slice(DOMAINS.length)).length > 0);

/** Reads who may create an account. */
export function readRegistration(text: string): Registration {
  if (text.startsWith(DOMAINS)) return { kind: "domains", domains: readDomains(text.slice(DOMAINS.length)) };
  return { kind: text as Registration["kind"], domains: [] };
}
