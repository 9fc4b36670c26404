import { expect, test } from "vitest";
import { runCommand } from "../testing/runCommand.ts";
import { readLoadArguments } from "./loadArguments.ts";

const URL = "http://localhost:3000";

test("without numbers it is 2,000 votes at 100 a second", () => {
  expect(readLoadArguments([`${URL}/`])).toEqual({ url: URL, votes: 2000, rate: 100 });
});

test.each([
  [[], /^npm run load -- URL/],
  [["ftp://localhost"], /^npm run load -- URL/],
  [["http://localhost/path"], /^npm run load -- URL/],
  [[URL, "--vote", "5"], /^Unknown option '--vote'/],
  [[URL, "--votes", "50001"], /^--votes must be a whole number from 1 to 50,000\.$/],
  [[URL, "--rate", "0"], /^--rate must be a whole number from 1 to 2,000\.$/],
])("%j is rejected with a sentence", (args, sentence) => {
  expect(() => readLoadArguments(args)).toThrow(sentence);
});

test("the command prints the sentence, and its exit code is 1", async () => {
  const sentence = expect.stringMatching(/^npm run load -- URL/);
  expect(await runCommand("load", {}, ["ftp://localhost"])).toEqual({ code: 1, out: "", err: sentence });
});
