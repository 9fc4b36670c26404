import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { contrast } from "@survey-app/contract/text/contrast.ts";
import { Window } from "happy-dom";
import { describe, expect, test } from "vitest";
import { BY_SETTING, layOutSample, PUBLIC_URL, SAMPLES, type Sample, SETTINGS } from "../../testing/sampleEmails.ts";
import { sampleQuestions } from "../../testing/sampleQuestions.ts";
import { testConfig } from "../../testing/testConfig.ts";
import { layOutEmail, type Message } from "./layout.ts";
import { withoutLinks } from "./userText.ts";

/** Gmail cuts an email that is longer, in bytes. */
const BYTES_MAX = 100_000;
/** The properties that mail readers understand, or ignore without harm. */
const PROPERTIES = new Set(
  "background-color border border-color border-left border-radius color color-scheme display font-family font-size font-weight line-height margin max-height max-width mso-hide mso-padding-alt overflow overflow-wrap padding text-align text-decoration white-space width word-break".split(
    " ",
  ),
);

const evil = "Your account ends: https://evil.example/now, www.evil.example, evil。example or call me@evil.example";
/** Headers of every email. */
const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" };
const everySetting = Object.values(SETTINGS);
const emails: [string, Message][] = [
  ...Object.entries(BY_SETTING).flatMap(([name, sample]) =>
    everySetting.map((setting): [string, Message] => [
      `${name}, ${setting.privacy}, ${setting.results}`,
      layOutSample(sample, setting),
    ]),
  ),
  ...Object.entries(SAMPLES).map(([name, sample]): [string, Message] => [name, layOutSample(sample)]),
];

function parse({ html }: Message) {
  const { document } = new Window();
  document.write(html);
  return document;
}
type Page = ReturnType<typeof parse>;
type Element = NonNullable<ReturnType<Page["querySelector"]>>;

const declarations = (css: string): [string, string][] =>
  css
    .split(";")
    .filter((each) => each.trim())
    .map((each) => {
      const [property = "", value = ""] = each.split(":");
      return [property.trim(), value.replace("!important", "").trim()];
    });
const inlineStyle = (element: Element) => new Map(declarations(element.getAttribute("style") ?? ""));

/** The rules of the style sheet's dark theme, by class. */
function darkRules(page: Page): Map<string, Map<string, string>> {
  const sheet = page.querySelector("style")?.textContent ?? "";
  const dark = sheet.slice(sheet.indexOf("{", sheet.indexOf("@media")) + 1);
  return new Map(
    [...dark.matchAll(/\.(\w+)\{([^}]*)\}/g)].map(([, name = "", css = ""]) => [name, new Map(declarations(css))]),
  );
}

/** The value of a property on an element or the nearest of its ancestors that has one. */
function computed(element: Element, property: string, read: (element: Element) => Map<string, string> | undefined) {
  for (let index: Element | null = element; index; index = index.parentElement) {
    const value = read(index)?.get(property);
    if (value) return value;
  }
  throw new Error(`Nothing sets ${property} of ${element.outerHTML}`);
}

/** The visible text, without the text that only lists of emails show. */
function visibleText(page: Page): string {
  const [body] = page.getElementsByTagName("body");
  body?.querySelector("div")?.remove();
  return plain(body?.textContent ?? "");
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

describe.each(emails)("%s", (_, message) => {
  test("follows the rules of mail readers", () => {
    const page = parse(message);
    expect(Buffer.byteLength(message.html)).toBeLessThan(BYTES_MAX);
    expect(page.querySelector("html")?.getAttribute("lang")).toBe("en");
    expect(page.querySelectorAll("h1")).toHaveLength(1);
    expect(page.querySelectorAll("img, script, link, iframe, form, input, video, svg, object")).toHaveLength(0);
    expect(message.html).not.toMatch(/\b(src|srcset|background|poster)=|url\(|@import|@font-face/i);
    expect(page.querySelector("title")?.textContent).toBe(message.subject);
    // Tables for layout are not announced, and have nothing that tables of data have.
    for (const table of page.querySelectorAll("table")) expect(table.getAttribute("role")).toBe("presentation");
    expect(page.querySelectorAll("th, caption, thead, [scope], [headers], [summary]")).toHaveLength(0);
    expect(page.querySelector('table[width="600"]')?.getAttribute("style")).toContain("width:100%;max-width:600px");
    for (const link of page.querySelectorAll("a")) {
      const url = String(link.getAttribute("href"));
      expect(url).toMatch(new RegExp(`^${PUBLIC_URL}(/|$)`));
      const label = link.textContent;
      expect(label).not.toBe("");
      if (/:\/\//.test(label)) expect(label).toBe(url);
    }
    const sheet = page.querySelector("style")?.textContent ?? "";
    const used = [
      ...[...page.querySelectorAll("[style]")].flatMap((element) => [...inlineStyle(element).keys()]),
      ...[...sheet.matchAll(/\{([^{}]*)\}/g)].flatMap(([, css = ""]) =>
        declarations(css).map(([property]) => property),
      ),
    ];
    expect(used.filter((property) => !PROPERTIES.has(property))).toEqual([]);
  });

  test("is readable in light and dark", () => {
    const page = parse(message);
    const dark = darkRules(page);
    const themes = [inlineStyle, (element: Element) => dark.get(element.getAttribute("class") ?? "")];
    const texts = [...page.querySelectorAll("body *")].filter(
      (element) =>
        inlineStyle(element).get("display") !== "none" &&
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
    );
    expect(texts.length).toBeGreaterThan(3);
    for (const element of texts)
      for (const read of themes) {
        const colors = [computed(element, "color", read), computed(element, "background-color", read)] as const;
        expect(contrast(...colors), element.outerHTML).toBeGreaterThanOrEqual(4.5);
      }
  });

  test("is read in the same order as text and as HTML", () => {
    const said = visibleText(parse(message));
    let index = 0;
    for (const line of message.text.split("\n")) {
      const words = plain(line.replace(/^> ?/, "").replace(/:( https:.*)?$/, ""));
      if (words === "" || words === "--" || words.startsWith("https:")) continue;
      const found = said.indexOf(words, index);
      expect(found, `"${words}" after "${said.slice(0, index).slice(-40)}"`).toBeGreaterThanOrEqual(index);
      index = found + words.length;
    }
  });

  test("says the same as text and as HTML", () => {
    const page = parse(message);
    const urls = [...page.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    const html = `${visibleText(page)} ${urls.join(" ")}`;
    const text = plain(message.text.replaceAll(/^> ?/gm, ""));
    for (const line of message.text.split("\n").map((each) => plain(each.replace(/^> ?/, "").replace(/:$/, ""))))
      for (const part of line.split(/: (?=https:)/)) if (part !== "--") expect(html).toContain(part);
    for (const part of page.querySelectorAll("h1, p, td a")) {
      const said = plain(part.textContent).replace(/^Or copy this address into your browser: /, "");
      expect(text).toContain(said);
    }
  });
});

// Security: H12
describe("what people wrote", () => {
  const words = { title: evil, description: evil, outcome: evil };
  const addressed: [string, Sample][] = [
    ...Object.entries(BY_SETTING),
    ...Object.entries(SAMPLES).filter(([name]) => !/webhook|address changed/.test(name)),
  ].map(([name, sample]) => [
    name,
    "bundle" in sample
      ? { ...sample, items: sample.items.map((item) => ({ ...item, survey: { ...item.survey, ...words } })) }
      : {
          email: "note" in sample.email && sample.email.note ? { ...sample.email, note: evil } : sample.email,
          survey: { ...sample.survey, ...words },
          ...(sample.meeting && {
            meeting: {
              ...sample.meeting,
              name: evil,
              questions: sample.meeting.questions?.map((each) => ({ ...each, Title: each.Title && evil })) ?? null,
            },
          }),
        },
  ]);

  test.each(addressed)("contains no address that a mail reader could make a link of: %s", (_, sample) => {
    const { subject, text, html } = layOutSample(sample);
    // The text that the owner copies from the email into another one is the owner's own.
    const about = text.replace(`${evil}\nVote`, "");
    const shown = about === text ? html : html.replace(`${evil}</span>\nVote`, "");
    for (const each of [subject, about, shown]) expect(each).not.toMatch(/evil[.。]example|:\/\/evil/);
  });

  test("stays readable, and what is no address stays as it is", () => {
    expect(withoutLinks("See https://evil.example/now")).toBe("See https: //evil . example/now");
    for (const text of ["Is 3.5 enough?", "At 10 a.m. today?", "One. Two.", "Tea... or coffee?", "1.2.3"])
      expect(withoutLinks(text)).toBe(text);
  });

  test("stands in one line of a subject, and not in any other header", () => {
    const title = "Tea?\r\nBcc: everyone@example.org";
    const message = layOutSample({ email: { kind: "surveyFirstVote", surveyId: "s1" }, survey: { title } });
    expect(message.subject).toBe("First vote: Tea? Bcc: everyone@example . org");
    expect(Object.keys(message).sort()).toEqual(["from", "headers", "html", "subject", "text", "to"]);
    expect(message.headers).toEqual(automatic);
  });
});

test("fifty invitations in one email, each with the longest title, are not cut", () => {
  const survey = { title: `"${"Is this & that <so>? ".repeat(10)}`.slice(0, 200), people: 2 };
  const email = { kind: "invitation", surveyId: "s1", invitationId: "i1", senderId: null } as const;
  const items = Array.from({ length: 50 }, () => ({ email, survey }));
  const { html } = layOutSample({ bundle: "invitations", items }, SETTINGS["confidential vote"]);
  expect(Buffer.byteLength(html)).toBeLessThan(BYTES_MAX);
});

test("the results of a meeting with fifty questions, each with the longest title, are not cut", () => {
  const Title = `"${"Is this & that <so>? ".repeat(10)}`.slice(0, 200);
  const [question] = sampleQuestions(null);
  const questions = Array.from({ length: 50 }, (_, index) => ({ ...question, Title, n: index + 1 }) as OpenedQuestion);
  const meeting = {
    name: Title,
    ownerName: null,
    startsAt: null,
    language: null,
    nameOnList: "",
    timeZone: "UTC",
    questions,
  };
  const { html } = layOutSample({ email: { kind: "meetingEnded", surveyId: "s1", invitationId: "i1" }, meeting });
  expect(Buffer.byteLength(html)).toBeLessThan(BYTES_MAX);
});

test("an email says how to stop such emails, and mail readers can do it with one press", () => {
  const unsubscribeUrl = `${PUBLIC_URL}/unsubscribe?token=results.u1`;
  const content = { subject: "A", preview: "B", blocks: [], reason: "you follow this survey", unsubscribeUrl };
  const addresses = {
    from: "a@survey.example",
    to: "b@example.org",
    replyTo: null,
    publicUrl: PUBLIC_URL,
    site: testConfig.site,
  };
  expect(layOutEmail({ ...content, unsubscribeUrl: undefined }, null, addresses).headers).toEqual(automatic);
  const { text, html, headers } = layOutEmail(content, null, addresses);
  expect(text).toContain(`Unsubscribe: ${unsubscribeUrl}`);
  expect(html).toContain(`<a href="${unsubscribeUrl}"`);
  expect(headers).toEqual({
    ...automatic,
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});
