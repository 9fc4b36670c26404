import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import { cspHash } from "../../http/headers.ts";
import type { SandboxUser } from "./inventedPeople.ts";

const style = `
:root { color-scheme: light dark; --ground: light-dark(#faf9f6, #0e1313); --surface: light-dark(#fff, #151c1c); --sunken: light-dark(#f1efe9, #1c2525); --line: light-dark(#e3dfd6, #2b3636); --strong: light-dark(#8b8a80, #6f7f7d); --ink: light-dark(#14201f, #ecf2f0); --muted: light-dark(#55605e, #a3b3b0); --on-ink: light-dark(#fff, #0e1313); --accent: light-dark(#3a44b8, #aab4ff); --no: light-dark(#b04b0c, #f29b5c); --no-soft: light-dark(#fbeadd, #42270f); --danger: light-dark(#b3261e, #ffb1a8); --danger-soft: light-dark(#fcebe9, #3d1714); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; padding: clamp(1rem, 5vw, 4rem) 1rem; background: var(--ground); color: var(--ink); -webkit-font-smoothing: antialiased; overflow-wrap: anywhere; }
main { max-width: 30rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 2rem); background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; }
h1 { margin: .75rem 0 .25rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; font-weight: 650; text-wrap: balance; }
h2 { margin: 0 0 .75rem; font-size: 1rem; font-weight: 650; }
p { margin: 0; text-wrap: pretty; }
@media (prefers-contrast: more) { :root { --muted: var(--ink); --no: var(--ink); } }
.muted, small { color: var(--muted); font-size: .875rem; }
.mark { display: inline-block; padding: .125rem .625rem; border-radius: 1rem; background: var(--no-soft); color: var(--no); font-size: .875rem; font-weight: 650; }
section { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
button { font: inherit; font-weight: 650; cursor: pointer; border-radius: .5rem; min-height: 2.75rem; padding: 0 1.25rem; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ul { list-style: none; margin: 1.5rem 0 0; padding: 0; display: grid; gap: .5rem; }
.person { display: flex; align-items: center; gap: .875rem; width: 100%; padding: .75rem; text-align: left; font-weight: 400; background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; }
.person:hover { background: var(--sunken); border-color: var(--strong); }
.person b, .person small { display: block; } .person b { font-weight: 650; }
.initial { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--sunken); font-weight: 650; }
.person:hover .initial { background: var(--surface); }
label { display: block; margin-top: 1rem; font-weight: 650; font-size: .875rem; } label small { font-weight: 400; }
input:not([type=checkbox]) { display: block; width: 100%; min-height: 2.75rem; margin-top: .375rem; padding: .5rem .875rem; font: inherit; font-weight: 400; color: inherit; background: var(--surface); border: 1px solid var(--strong); border-radius: .5rem; }
label.check { display: flex; gap: .625rem; align-items: center; min-height: 2.75rem; margin-top: .5rem; font-weight: 400; font-size: 1rem; }
input[type=checkbox] { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
.main { background: var(--ink); color: var(--on-ink); border: 0; } .main:hover { opacity: .88; }
.quiet { background: var(--surface); border: 1px solid var(--strong); } .quiet:hover { background: var(--sunken); }
.alert { margin-top: 1rem; padding: .75rem 1rem; border-radius: .75rem; background: var(--danger-soft); border: 1px solid var(--danger); }
`;

/** The pages' Content-Security-Policy: one style, and forms only to our origin. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${cspHash(style)}`,
  "img-src 'self'", // the icon
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

interface ChoicePage {
  /** The name of the real provider. */
  name: string;
  people: readonly (SandboxUser & { what: string })[];
  /** The rejected input. */
  typed?: SandboxUser;
  problem?: string;
}

/** The page on which the developer chooses a user. */
export function choicePage({ name, people, typed, problem }: ChoicePage): string {
  const entries = people.map(
    (person) => `<li><button class="person" name="person" value="${escapeHtml(person.email)}">
<span class="initial" aria-hidden="true">${escapeHtml(person.name.slice(0, 1))}</span>
<span><b>Continue as ${escapeHtml(person.name)}</b><small>${escapeHtml(person.email)}</small><small>${escapeHtml(person.what)}</small></span></button></li>`,
  );
  return page(
    name,
    `<h1>Continue with ${escapeHtml(name)}</h1>
<p class="muted">This stands in for ${escapeHtml(name)}, which is not set up here. Choose who you are; no password is needed.</p>
<form method="post" novalidate><ul>${entries.join("\n")}</ul></form>
<section aria-labelledby="other"><h2 id="other">Someone else</h2>
<form method="post" novalidate>
${problem ? `<p class="alert" role="alert">${escapeHtml(problem)}</p>` : ""}
<label>Name<input name="name" autocomplete="off" maxlength="200" value="${escapeHtml(typed?.name ?? "")}"></label>
<label>Email <small>(may be empty)</small><input name="email" type="email" autocomplete="off" maxlength="300" value="${escapeHtml(typed?.email ?? "")}"></label>
<label class="check"><input type="checkbox" name="confirmed"${!typed || typed.isConfirmed ? " checked" : ""}>${escapeHtml(name)} has confirmed this address</label>
<button class="main">Continue</button>
</form></section>
<section><form method="post"><button class="quiet" name="cancel" value="1">Cancel</button></form></section>`,
  );
}

/** The page for a sign-in that can't continue. */
export function troublePage(name: string, text: string): string {
  return page(
    name,
    `<h1>You can't sign in</h1><p>${escapeHtml(text)}</p><section><a href="/login">To the login page</a></section>`,
  );
}

function page(name: string, main: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox ${escapeHtml(name)}</title><link rel="icon" href="/favicon.svg"><style>${style}</style></head><body><main><span class="mark">Sandbox</span>${main}</main></body></html>`;
}
