import { getLegalText, type LegalPage } from "@survey-app/contract/ops/legal.ts";
import { afterEach, expect, test } from "vitest";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
afterEach(() => t.close());

/** The text as HTML, which is easier to compare in these tests. */
async function read(page: LegalPage): Promise<string> {
  const { parts } = await t.request(getLegalText, { params: { page } });
  return parts
    .map((part) => {
      if ("text" in part) return part.text;
      if ("close" in part) return `</${part.close}>`;
      return `<${part.open}${part.href === undefined ? "" : ` ${part.href}`}>`;
    })
    .join("");
}

test("without settings, default texts describe the stored data and the rules", async () => {
  t = await testApp();
  expect(await read("privacy")).toContain("<h2>What is stored</h2><p><strong>Your account</strong>: your name");
  expect(await read("privacy")).toContain("<a /profile>your profile</a>");
  expect(await read("terms")).toContain("<li>Your account or your invitation has one vote on each survey.");
  expect(await read("accessibility")).toContain("<h2>What doesn't work yet</h2>");
  expect(await read("accessibility")).toContain("<a /contact>");
  expect((await t.send(getLegalText, { params: { page: "imprint" } })).statusCode).toBe(422);
});

test("the privacy text names the cookie with the reader's language as browsers show it", async () => {
  t = await testApp();
  expect(await read("privacy")).toContain("“survey-app.lang”");
  await t.close();
  t = await testApp({ publicUrl: "https://survey.example" });
  expect(await read("privacy")).toContain("“__Host-survey-app.lang”");
});

test("the default privacy text says how long names and accounts are kept, if the operator has decided it", async () => {
  t = await testApp();
  expect(await read("privacy")).not.toContain("Names of voters");
  await t.close();
  t = await testApp({ retentionDays: 90, inactiveDays: 400 });
  const text = await read("privacy");
  expect(text).toContain(
    "<strong>Names of voters</strong>: 90 days after a survey has ended, we remove the names of people who voted",
  );
  expect(text).toContain("<strong>Unused accounts</strong>: an account that is not used for 400 days is deleted.");
  expect(text.indexOf("Unused accounts")).toBeLessThan(text.indexOf("Your choices"));
  for (const language of ["de", "ar"] as const) {
    const { parts } = await t.request(getLegalText, { params: { page: "privacy" }, query: { language } });
    expect(JSON.stringify(parts)).toContain("90");
  }
});

test("in the operator's Markdown, raw HTML is shown as text, and links that run scripts are dropped", async () => {
  const privacy = [
    "# Who we are",
    "**We** are https://survey.example,\n`here`.  \nNext ![a picture](https://survey.example/x.png)",
    "<script>alert(1)</script> <img src=x onerror=alert(1)>",
    "[click](javascript:alert(1)) [mail](mailto:us@survey.example)",
    "```\n<b>\n```",
    "| a |\n|---|\n| 1 |",
  ].join("\n\n");
  t = await testApp({ legalTexts: { privacy, terms: null, accessibility: null } });
  const { parts } = await t.request(getLegalText, { params: { page: "privacy" } });
  expect(parts.filter((part) => "href" in part)).toEqual([
    { open: "a", href: "https://survey.example" },
    { open: "a", href: "mailto:us@survey.example" },
  ]);
  expect(parts).toContainEqual({ text: "<script>alert(1)</script> <img src=x onerror=alert(1)>" });
  const html = await read("privacy");
  expect(html).toContain("<h2>Who we are</h2><p><strong>We</strong> are <a https://survey.example>");
  expect(html).toContain("<code>here</code>.<br></br>Next a picture");
  expect(html).toContain("[click](javascript:alert(1))");
  expect(html).toContain("<pre><b>\n</pre>");
  expect(html).toContain("<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>");
});
