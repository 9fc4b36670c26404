import { type Language, TEST_LANGUAGE } from "@survey-app/texts/languages.ts";
import { expect, test } from "vitest";
import { createReaderLanguage, matchLanguage } from "./readerLanguage.ts";

const offered = ["en", "de", "pt-BR", "ar"] as Language[];

test.each([
  ["de", "de"],
  ["de-AT, en;q=0.8", "de"],
  ["DE-at", "de"],
  ["pt-PT", "pt-BR"],
  ["pt", "pt-BR"],
  ["en;q=0.5, ar;q=0.9", "ar"],
  ["fr, nl;q=0.9, de;q=0.1", "de"],
  ["de;q=0, en", "en"],
  ["fr", null],
  ["*", null],
  ["", null],
  [";;;,,q=, de;q=x", null],
])("Accept-Language %j gets %j", (header, language) => {
  expect(matchLanguage(header, offered)).toBe(language);
});

test("a reader's choice in this browser comes before the browser's languages, and only offered ones count", () => {
  const reader = createReaderLanguage({ languages: ["en", TEST_LANGUAGE] }, "https://survey.example");
  const of = (headers: Record<string, string>) => reader.of({ headers });
  expect(of({})).toBe("en");
  expect(of({ "accept-language": "en-XA" })).toBe(TEST_LANGUAGE);
  expect(of({ "accept-language": "en-XA", cookie: "a=b; __Host-survey-app.lang=en" })).toBe("en");
  expect(of({ cookie: "__Host-survey-app.lang=xx", "accept-language": "en-XA" })).toBe(TEST_LANGUAGE);
  // Another subdomain can set a cookie with this name.
  expect(of({ cookie: "survey-app.lang=en-XA" })).toBe("en");
  expect(of({ "accept-language": `en-XA${",x".repeat(500)}` })).toBe("en");
});

test("a URL asks for an offered language by its parameter", () => {
  const { ofPage } = createReaderLanguage({ languages: ["en", TEST_LANGUAGE] }, "https://survey.example");
  const asked = (url: string) => {
    const { language, isAsked } = ofPage({ url, headers: {} });
    return isAsked ? language : null;
  };
  const urls = ["/?lang=en-XA", "/surveysPages?q=a&lang=en", "/?lang=xx", "/?lang=", "/", "/?lang=__proto__"];
  expect(urls.map(asked)).toEqual([TEST_LANGUAGE, "en", null, null, null, null]);
  expect(ofPage({ url: "/?lang=xx", headers: { "accept-language": "en-XA" } }).language).toBe(TEST_LANGUAGE);
});
