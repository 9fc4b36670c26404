import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "@survey-app/contract/ballots/ballots.ts";
import { SPLIT_MIN } from "@survey-app/contract/ballots/ledger.ts";
import { takesPassRule } from "@survey-app/contract/ballots/passRule.ts";
import { IMAGE_WIDTHS } from "@survey-app/contract/surveys/imageWidths.ts";
import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import { hasEnded, PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type DemoSurvey, demoSurveys } from "./demoSurveys.ts";
import { noComments, voters, yesComments } from "./voters.ts";

const waiting = demoSurveys.filter(({ status }) => status === WAITING);
const published = demoSurveys.filter(({ status }) => status === PUBLISHED);
const pictured = demoSurveys.filter(({ picture }) => picture !== undefined);
const pictures = join(import.meta.dirname, "pictures");

describe("demo surveys", () => {
  test("have unique titles that are one question and fit the limit", () => {
    expect(new Set(demoSurveys.map(({ title }) => title)).size).toBe(demoSurveys.length);
    for (const { title, description } of demoSurveys) {
      expect(title).toMatch(/^[A-Z][^?]*\?$/);
      expect(title.length, title).toBeLessThanOrEqual(110);
      expect(description.length, title).toBeLessThanOrEqual(5000);
      expect(description.split(/[.?] /).length, title).toBeGreaterThanOrEqual(2);
    }
  });

  test("fill every category with eight or nine surveys", () => {
    const perCategory = Object.groupBy(demoSurveys, (survey) => survey.category);
    expect(Object.keys(perCategory).toSorted()).toEqual(CATEGORIES.toSorted());
    for (const list of Object.values(perCategory)) expect([8, 9]).toContain(list.length);
  });

  test("show every state: waiting, ended, running, without deadline", () => {
    expect(waiting).toHaveLength(5);
    expect(published.filter((survey) => survey.endsInDays !== null && survey.endsInDays < 0)).toHaveLength(7);
    expect(published.filter((survey) => survey.endsInDays === null)).toHaveLength(4);
    for (const { endsInDays, startsDaysAgo, title } of demoSurveys) {
      if (endsInDays !== null) expect(endsInDays, title).toBeGreaterThan(-startsDaysAgo);
    }
    const now = Date.now();
    const deadlines = demoSurveys.map(({ endsInDays }) =>
      endsInDays === null ? null : new Date(now + endsInDays * 86_400_000).toISOString(),
    );
    expect(deadlines.filter((deadline) => hasEnded({ deadline, closedAt: null }, now))).toHaveLength(7);
  });

  test("show every way to see results and who knows the votes, changes, Not sure and pass rules, each on an open and on an ended survey", () => {
    const isOpen = ({ endsInDays }: DemoSurvey) => endsInDays === null || endsInDays > 0;
    for (const kind of [
      published.filter(({ settings }) => settings?.results === "afterVote"),
      published.filter(({ settings }) => settings?.results === "afterClose" && !settings.privacy),
      published.filter(({ settings, votes }) => settings?.privacy === "confidential" && votes >= SPLIT_MIN),
      published.filter(({ settings }) => settings?.privacy === "secret"),
      published.filter(({ settings }) => settings?.unsure),
      published.filter(({ settings }) => settings?.changeable),
      published.filter(({ settings }) => settings?.electorate === "invited"),
      published.filter(({ settings, passRule }) => passRule && takesPassRule({ ...DEFAULT_SETTINGS, ...settings })),
    ])
      expect(new Set(kind.map(isOpen))).toEqual(new Set([false, true]));
    // And one whose result is not shown.
    expect(published.filter(({ settings, votes }) => settings?.privacy && votes < SPLIT_MIN).map(isOpen)).toEqual([
      false,
    ]);
  });

  test("can be voted on by the demo voters, each once", () => {
    for (const { votes, yesShare, status, unpublished, title } of demoSurveys) {
      expect(votes, title).toBeLessThanOrEqual(voters.length);
      expect(yesShare, title).toBeGreaterThanOrEqual(0);
      expect(yesShare, title).toBeLessThanOrEqual(1);
      expect(votes > 0, title).toBe(status === PUBLISHED || unpublished !== undefined);
    }
    const total = demoSurveys.reduce((sum, survey) => sum + survey.votes, 0);
    expect(total).toBeGreaterThan(600);
    expect(total).toBeLessThan(900);
    expect(new Set(voters.map((voter) => voter.name)).size).toBe(voters.length);
    expect(new Set([...yesComments, ...noComments]).size).toBe(yesComments.length + noComments.length);
  });
});

describe("pictures of demo surveys", () => {
  test("are in the folder in every width, without others", () => {
    const files = pictured.flatMap(({ picture }) => [
      `${picture}.webp`,
      ...IMAGE_WIDTHS.map((width) => `${picture}-${width}.webp`),
    ]);
    expect(readdirSync(pictures).toSorted()).toEqual(files.toSorted());
  });

  test("are small WebP images of 1200 × 600 and its smaller widths, all different", async () => {
    for (const { picture } of pictured) {
      for (const width of [1200, ...IMAGE_WIDTHS]) {
        const file = join(pictures, width === 1200 ? `${picture}.webp` : `${picture}-${width}.webp`);
        expect(await sharp(file).metadata(), file).toMatchObject({ format: "webp", width, height: width / 2 });
        expect(readFileSync(file).length, file).toBeLessThan(25_000);
      }
    }
    const whole = pictured.map(({ picture }) => readFileSync(join(pictures, `${picture}.webp`), "base64"));
    expect(new Set(whole).size).toBe(pictured.length);
  });

  test("belong to questions about kitchens; the others, some in each category, have drawings and no description of a picture", () => {
    const drawn = demoSurveys.filter(({ picture }) => picture === undefined);
    expect(new Set(drawn.map(({ category }) => category))).toEqual(new Set(CATEGORIES));
    expect(drawn.filter(({ imageAlt }) => imageAlt !== undefined)).toEqual([]);
    expect(pictured.filter(({ imageAlt }) => !imageAlt)).toEqual([]);
    const places = ["school|class", "choir", "house", "team|shared desk", "town|market"];
    for (const place of places)
      expect(
        drawn.some(({ title, description }) => new RegExp(place).test(title + description)),
        place,
      ).toBe(true);
  });
});
