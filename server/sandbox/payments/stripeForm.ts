import { invalid } from "./stripeErrors.ts";

/** A body or query as the SDK sends it: `metadata[userId]=7`, `expand[0]=latest_charge`. */
export interface Form {
  [name: string]: string | Form;
}

const DEPTH_MAX = 5;

export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [key, value] of new URLSearchParams(text)) {
    const names = key.split("[").map((name) => name.replace(/\]$/, ""));
    if (names.length > DEPTH_MAX) throw invalid(`Invalid ${key}: too deep`, { param: key });
    let inside = form;
    for (const name of names.slice(0, -1)) {
      const inner = inside[name];
      inside = typeof inner === "object" ? inner : emptyForm(inside, name);
    }
    const last = names.at(-1) ?? "";
    // `expand[]=…` counts on.
    inside[last === "" ? Object.keys(inside).length : last] = value;
  }
  return form;
}

/** Without a prototype, so that no field name has a special meaning. */
function emptyForm(within?: Form, name = ""): Form {
  const form: Form = Object.create(null);
  if (within) within[name] = form;
  return form;
}

/** Rejects unknown fields instead of ignoring them. */
export function requireKnownFields(form: Form, known: readonly string[]): void {
  for (const name of Object.keys(form)) {
    if (!known.includes(name)) {
      throw invalid(`Received unknown parameter: ${name}`, { code: "parameter_unknown", param: name });
    }
  }
}

export function textIn(form: Form, name: string): string | undefined {
  const value = form[name];
  if (typeof value === "object") throw invalid(`Invalid string: ${JSON.stringify(value)}`, { param: name });
  return value === "" ? undefined : value;
}

export function requireText(form: Form, name: string): string {
  const value = textIn(form, name);
  if (value === undefined) throw missing(name);
  return value;
}

export function integerIn(form: Form, name: string): number | undefined {
  const value = textIn(form, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,12}$/.test(value)) {
    throw invalid(`Invalid integer: ${value}`, { code: "parameter_invalid_integer", param: name });
  }
  return Number(value);
}

export function requireInteger(form: Form, name: string): number {
  const value = integerIn(form, name);
  if (value === undefined) throw missing(name);
  return value;
}

export function textsIn(form: Form, name: string): string[] {
  const value = form[name];
  if (value === undefined) return [];
  if (typeof value === "string") throw invalid("Invalid array", { param: name });
  return Object.values(value).filter((each) => typeof each === "string");
}

export function formIn(form: Form, name: string): Form | undefined {
  const value = form[name];
  if (typeof value === "string") {
    if (value === "") return undefined;
    throw invalid("Invalid object", { param: name });
  }
  return value;
}

/** Stripe's limits: 50 keys of 40 characters, values of 500. */
export function metadataIn(form: Form): Record<string, string> {
  const entries = Object.entries(formIn(form, "metadata") ?? {});
  if (entries.length > 50) throw invalid("You can only specify up to 50 metadata keys.", { param: "metadata" });
  const metadata: Record<string, string> = {};
  for (const [key, value] of entries) {
    const param = `metadata[${key}]`;
    if (typeof value !== "string") throw invalid("Metadata values must be strings.", { param });
    if (key.length > 40) throw invalid("Metadata keys can have up to 40 characters.", { param });
    if (value.length > 500) {
      const message = `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`;
      throw invalid(message, { param });
    }
    if (value !== "") metadata[key] = value;
  }
  return metadata;
}

function missing(name: string) {
  return invalid(`Missing required param: ${name}.`, { code: "parameter_missing", param: name });
}
