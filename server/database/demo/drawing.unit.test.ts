import { CATEGORIES, hasEnded, PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawScene, HEIGHT, toWebp, WIDTH } from "./drawing.ts";
import { palettes } from "./palettes.ts";
import { questions } from "./questions.ts";
import { noComments, voters, yesComments } from "./voters.ts";

const waiting = questions.filter((question) => question.status === WAITING);
const published = questions.filter((question) => question.status === PUBLISHED);

describe("demo surveys", () => {
  test("have unique titles that are one question and fit into a survey", () => {
    expect(new Set(questions.map((question) => question.title)).size).toBe(questions.length);
    for (const { title, description } of questions) {
      expect(title).toMatch(/^[A-Z][^?]*\?$/);
      expect(title.length, title).toBeLessThanOrEqual(110);
      expect(description.length, title).toBeLessThanOrEqual(5000);
      expect(description.split(/[.?] /).length, title).toBeGreaterThanOrEqual(2);
    }
  });

  test("fill every category with eight or nine", () => {
    const perCategory = Object.groupBy(questions, (question) => question.category);
    expect(Object.keys(perCategory).toSorted()).toEqual(Object.keys(CATEGORIES).toSorted());
    for (const list of Object.values(perCategory)) expect([8, 9]).toContain(list.length);
  });

  test("show every state: waiting, ended, running, never ending", () => {
    expect(waiting).toHaveLength(5);
    expect(published.filter((question) => question.endsInDays !== null && question.endsInDays < 0)).toHaveLength(7);
    expect(published.filter((question) => question.endsInDays === null)).toHaveLength(4);
    for (const { endsInDays, startsDaysAgo, title } of questions) {
      if (endsInDays !== null) expect(endsInDays, title).toBeGreaterThan(-startsDaysAgo);
    }
    const now = Date.now();
    const deadlines = questions.map(({ endsInDays }) =>
      endsInDays === null ? null : new Date(now + endsInDays * 86_400_000).toISOString(),
    );
    expect(deadlines.filter((deadline) => hasEnded({ deadline }, now))).toHaveLength(7);
  });

  test("can be voted on by the demo voters, each once", () => {
    for (const { votes, yesShare, status, title } of questions) {
      expect(votes, title).toBeLessThanOrEqual(voters.length);
      expect(yesShare, title).toBeGreaterThanOrEqual(0);
      expect(yesShare, title).toBeLessThanOrEqual(1);
      expect(votes > 0, title).toBe(status === PUBLISHED);
    }
    const total = questions.reduce((sum, question) => sum + question.votes, 0);
    expect(total).toBeGreaterThan(600);
    expect(total).toBeLessThan(900);
    expect(new Set(voters.map((voter) => voter.name)).size).toBe(voters.length);
    expect(new Set([...yesComments, ...noComments]).size).toBe(yesComments.length + noComments.length);
  });
});

describe("pictures of demo surveys", () => {
  test("draw into small WebP images of 1200 × 600, all different", async () => {
    const images = await Promise.all(questions.map((question, index) => toWebp(drawScene(question, index))));
    for (const [index, image] of images.entries()) {
      const { format, width, height } = await sharp(image).metadata();
      expect({ format, width, height }, questions[index]?.title).toEqual({
        format: "webp",
        width: WIDTH,
        height: HEIGHT,
      });
      expect(image.length, questions[index]?.title).toBeLessThan(25_000);
    }
    expect(new Set(images.map((image) => image.toString("base64"))).size).toBe(questions.length);
  }, 120_000);

  test("are the same each time and contain no text", () => {
    for (const [index, question] of questions.entries()) {
      const svg = drawScene(question, index);
      expect(svg).toBe(drawScene(question, index));
      expect(svg).not.toMatch(/<text|NaN|undefined/);
    }
  });

  test("differ in motif and wall from their neighbours, in the list and in a category", () => {
    const wall = (index: number) => palettes.findIndex(({ wall }) => drawScene(at(index), index).includes(`"${wall}"`));
    const at = (index: number) => questions[index] as (typeof questions)[number];
    const steps = [1, Object.keys(CATEGORIES).length];
    for (const step of steps) {
      for (let index = step; index < questions.length; index++) {
        expect(at(index).scene).not.toBe(at(index - step).scene);
        expect(wall(index)).not.toBe(wall(index - step));
      }
    }
    expect(new Set(questions.map((question) => question.scene)).size).toBeGreaterThan(15);
  });
});
